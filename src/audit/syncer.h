// Syncs files to the disk on its own thread, since a disk may be slow and the daemon must not wait for
// it.
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
    // Completes all requests first.
    ~Syncer();
    Syncer(const Syncer&) = delete;
    Syncer& operator=(const Syncer&) = delete;

    // Requests that the present contents of these files are synced soon. Cheap if they are waiting already.
    void want(int file, int head);
    // Call it when the log's file was replaced by another one.
    void forget_files();
    // Waits until all requests are done or have failed.
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
