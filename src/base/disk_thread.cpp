#include "base/disk_thread.h"

#include <algorithm>
#include <utility>

#include "base/start_thread.h"

namespace ringfence {

DiskThread::DiskThread(const Options& options) : options_(options), patience_(options.patience) {
    start();
}

DiskThread::~DiskThread() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

bool DiskThread::start() {
    auto started = start_thread([this] { work(); });
    if (started.ok()) thread_ = started.take();
    return started.ok();
}

bool DiskThread::run(Task task) {
    const MutexLock lock(mutex_);
    if (!thread_.joinable() && !start()) {
        // Then one after the other is done here, as long as the system has no threads to give.
        task();
        return true;
    }
    if (waiting_.size() >= options_.most_waiting) return false;
    waiting_.push_back({std::move(task), Clock::now()});
    const std::uint64_t number = ++brought_;
    changed_.notify_one();
    wait_for(number);
    return true;
}

void DiskThread::wait_for(std::uint64_t number) {
    const Clock::time_point begin = Clock::now();
    const std::chrono::duration<double> earned = (begin - looked_at_) * options_.share;
    patience_ =
        std::min<Clock::duration>(patience_ + std::chrono::duration_cast<Clock::duration>(earned), options_.patience);
    done_.wait_for(mutex_, patience_, [&]() RF_REQUIRES(mutex_) { return finished_ >= number; });
    looked_at_ = Clock::now();
    patience_ = std::max<Clock::duration>(patience_ - (looked_at_ - begin), Clock::duration::zero());
}

bool DiskThread::await_all(std::chrono::milliseconds at_most) {
    const MutexLock lock(mutex_);
    return done_.wait_for(mutex_, at_most, [this]() RF_REQUIRES(mutex_) { return waiting_.empty(); });
}

std::chrono::milliseconds DiskThread::lateness() const {
    const MutexLock lock(mutex_);
    if (waiting_.empty()) return {};
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - waiting_.front().since);
}

void DiskThread::work() {
    const MutexLock lock(mutex_);
    for (;;) {
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Task task = std::move(waiting_.front().task);
        {
            const MutexUnlock unlock(mutex_);
            task();
        }
        waiting_.pop_front();
        ++finished_;
        done_.notify_all();
    }
}

}  // namespace ringfence
