// Has the operating system write files to the disk, on a thread of its own: a disk may take its time, and the daemon
// must not wait for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/unique_fd.h"

namespace ringfence::audit {

class Syncer {
public:
    explicit Syncer(std::chrono::milliseconds within) : within_(within) {}
    // Completes earlier requests first.
    ~Syncer();
    Syncer(const Syncer&) = delete;
    Syncer& operator=(const Syncer&) = delete;

    // The present contents of these files will be on the disk soon. Cheap if they are waiting already.
    void want(int file, int head);
    // The file wanted last is another one from now on.
    void forget_files();
    // Until all that was wanted is on the disk, or has failed.
    void finish();
    std::uint64_t failures() const { return failures_; }

private:
    void run();

    const std::chrono::milliseconds within_;
    std::atomic<std::uint64_t> failures_{0};
    Mutex mutex_;  // guards what follows
    ConditionVariable changed_;
    std::vector<UniqueFd> waiting_ RF_GUARDED_BY(mutex_);
    bool is_current_waiting_ RF_GUARDED_BY(mutex_) = false;
    bool is_syncing_ RF_GUARDED_BY(mutex_) = false;
    bool is_awaited_ RF_GUARDED_BY(mutex_) = false;
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::audit
