// A thread for writes that may block on a disk.
//
// write(2) to a file takes as long as its file system wants: one that is busy with gigabytes of other data, or frozen
// for a snapshot, takes a minute. A process that serves many cannot stand still for that.
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
        // How long those who bring tasks wait for them at most: this once, and then no more than a share of all time.
        // A disk that keeps up needs far less.
        std::chrono::milliseconds patience{1000};
        double share = 0.1;
        std::size_t most_waiting = 4096;
    };

    explicit DiskThread(const Options& options);
    DiskThread() : DiskThread(Options{}) {}
    // All that was brought is done first.
    ~DiskThread();
    DiskThread(const DiskThread&) = delete;
    DiskThread& operator=(const DiskThread&) = delete;

    // Tasks are done one after the other, in the order in which they were brought. When this returns, the task is
    // usually done; with a disk that is slow or late, it is not.
    // False: too many wait already, and this one will not be done.
    [[nodiscard]] bool run(Task task);

    // Until all that was brought is done. False: it is not, after so long.
    [[nodiscard]] bool await_all(std::chrono::milliseconds at_most);

    // Since when the task that comes next, or is being done, has been there; zero: there is none.
    std::chrono::milliseconds lateness() const;

private:
    struct Waiting {
        Task task;
        Clock::time_point since;
    };

    void work();
    bool start() RF_REQUIRES(mutex_);
    // Until this task is done, or patience has run out.
    void wait_for(std::uint64_t number) RF_REQUIRES(mutex_);

    const Options options_;
    mutable Mutex mutex_;
    ConditionVariable changed_;
    ConditionVariable done_;
    std::deque<Waiting> waiting_ RF_GUARDED_BY(mutex_);  // the first is being done
    std::uint64_t brought_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t finished_ RF_GUARDED_BY(mutex_) = 0;
    Clock::duration patience_ RF_GUARDED_BY(mutex_);  // the rest of it at `looked_at_`
    Clock::time_point looked_at_ RF_GUARDED_BY(mutex_) = Clock::now();
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence
