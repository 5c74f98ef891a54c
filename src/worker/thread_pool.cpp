#include "worker/thread_pool.h"

#include <utility>

#include "base/start_thread.h"

namespace ringfence::worker {

Result<void> ThreadPool::run(Job job) {
    const std::lock_guard lock(mutex_);
    if (idle_ <= jobs_.size() && threads_.size() < most_threads_) {
        RF_TRY(std::thread thread, start_thread([this] { work(); }));
        threads_.push_back(std::move(thread));
    }
    jobs_.push_back(std::move(job));
    changed_.notify_one();
    return {};
}

void ThreadPool::finish() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        changed_.notify_all();
    }
    for (std::thread& thread : threads_)
        thread.join();
    threads_.clear();
}

void ThreadPool::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        changed_.wait(lock, [this] { return is_ending_ || !jobs_.empty(); });
        --idle_;
        if (jobs_.empty()) return;
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job();
        job = nullptr;
        lock.lock();
    }
}

}  // namespace ringfence::worker
