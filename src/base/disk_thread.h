// A thread for what may have to wait for a disk.
//
// write(2) to a file takes as long as its file system wants: one that is busy with gigabytes of somebody else's data, or
// frozen for a snapshot, takes a minute. A process that serves many cannot stand still for that.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <thread>

#include "base/mutex.h"

namespace ringfence {

class DiskThread {
public:
    using Clock = std::chrono::steady_clock;
    using Task = std::function<void()>;

    struct Options {
        // How long somebody who brings a task waits for it. It is long beside what a disk takes that has time.
        std::chrono::milliseconds patience{1000};
        std::size_t most_waiting = 4096;
    };

    explicit DiskThread(const Options& options);
    DiskThread() : DiskThread(Options{}) {}
    // All that was brought is done first.
    ~DiskThread();
    DiskThread(const DiskThread&) = delete;
    DiskThread& operator=(const DiskThread&) = delete;

    // Tasks are done one after the other, in the order in which they were brought. When this returns, the task is
    // usually done; with a disk that is late, it is not, and nobody waits again until the disk has caught up.
    // False: too many wait already, and this one will not be done.
    [[nodiscard]] bool run(Task task);

    // Since when the task that comes next, or is being done, has been there; zero: there is none.
    std::chrono::milliseconds lateness() const;

private:
    struct Waiting {
        Task task;
        Clock::time_point since;
    };

    void work();
    bool start() RF_REQUIRES(mutex_);

    const Options options_;
    mutable Mutex mutex_;
    ConditionVariable changed_;
    ConditionVariable done_;
    std::deque<Waiting> waiting_ RF_GUARDED_BY(mutex_);  // the first is being done
    std::uint64_t brought_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t finished_ RF_GUARDED_BY(mutex_) = 0;
    bool is_late_ RF_GUARDED_BY(mutex_) = false;
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence
