// Runs jobs on threads. A thread is started when there is a job and no idle thread, up to a limit; threads then stay.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::worker {

class ThreadPool {
public:
    using Job = std::function<void()>;

    explicit ThreadPool(std::size_t most_threads) : most_threads_(most_threads) {}
    // Waits for all jobs.
    ~ThreadPool() { finish(); }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Fails only if the pool has no thread and the system starts none. Then the job is not done.
    [[nodiscard]] Result<void> run(Job job);
    // Waits for all jobs and ends the threads. Nothing may be run afterwards.
    void finish();

private:
    void work();

    const std::size_t most_threads_;
    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<Job> jobs_ RF_GUARDED_BY(mutex_);
    std::size_t idle_ RF_GUARDED_BY(mutex_) = 0;
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::vector<std::thread> threads_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::worker
