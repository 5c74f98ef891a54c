#include "worker/thread_pool.h"

#include <utility>

#include "base/start_thread.h"

namespace ringfence::worker {

Result<void> ThreadPool::run(Job job) {
    const MutexLock lock(mutex_);
    if (idle_ <= jobs_.size() && threads_.size() < most_threads_) {
        RF_TRY(std::thread thread, start_thread([this] { work(); }));
        threads_.push_back(std::move(thread));
    }
    jobs_.push_back(std::move(job));
    changed_.notify_one();
    return {};
}

void ThreadPool::finish() {
    // A running job may submit another one, which may start a thread: so repeat until no thread is left.
    for (;;) {
        std::vector<std::thread> threads;
        {
            const MutexLock lock(mutex_);
            is_ending_ = true;
            changed_.notify_all();
            threads.swap(threads_);
        }
        if (threads.empty()) return;
        for (std::thread& thread : threads)
            thread.join();
    }
}

void ThreadPool::work() {
    const MutexLock lock(mutex_);
    for (;;) {
        ++idle_;
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !jobs_.empty(); });
        --idle_;
        if (jobs_.empty()) return;
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        const MutexUnlock unlock(mutex_);
        job();
        job = nullptr;
    }
}

}  // namespace ringfence::worker
