// Copies host memory with several threads, since one core cannot keep up with a card's bus.
//
// The threads are started at the first large copy. A large copy consists of pieces, so threads spin for a moment
// between two pieces before they sleep.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace ringfence::client {

class CopyThreads {
public:
    CopyThreads();
    CopyThreads(const CopyThreads&) = delete;
    CopyThreads& operator=(const CopyThreads&) = delete;
    ~CopyThreads();

    void copy(void* to, const void* from, std::size_t bytes);

private:
    struct Job {
        std::byte* to = nullptr;
        const std::byte* from = nullptr;
        std::size_t bytes = 0;
        std::atomic<std::size_t>* left = nullptr;  // parts of the same copy that are not done
    };

    void start() RF_REQUIRES(mutex_);
    void work();
    bool do_one() RF_REQUIRES(mutex_);

    std::size_t helpers_ = 0;
    Mutex mutex_;
    ConditionVariable has_jobs_;
    ConditionVariable is_done_;
    std::vector<Job> jobs_ RF_GUARDED_BY(mutex_);
    std::atomic<std::size_t> job_count_{0};  // of jobs_, for those who spin
    std::vector<std::thread> threads_ RF_GUARDED_BY(mutex_);
    std::atomic<bool> is_ending_{false};
};

}  // namespace ringfence::client
