// Threads that come when there is a job and none of them is free, up to a limit, and stay until the end.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

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

    // Fails only if the job would need a thread and the system gives none. Then it will not be done.
    [[nodiscard]] Result<void> run(Job job);
    // Waits for all jobs and ends the threads. Nothing may be run afterwards.
    void finish();

private:
    void work();

    const std::size_t most_threads_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    std::size_t idle_ = 0;
    bool is_ending_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace ringfence::worker
