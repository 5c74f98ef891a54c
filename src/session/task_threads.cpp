#include "session/task_threads.h"

#include "base/start_thread.h"

namespace ringfence::session {

TaskThreads::~TaskThreads() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
        tasks_.clear();
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

Result<void> TaskThreads::start(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
        RF_TRY(std::thread thread, start_thread([this] { work(); }));
        threads_.push_back(std::move(thread));
    }
    return {};
}

void TaskThreads::add(std::function<void()> task) {
    {
        const MutexLock lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
}

std::size_t TaskThreads::waiting() {
    const MutexLock lock(mutex_);
    return tasks_.size();
}

void TaskThreads::work() {
    for (;;) {
        std::function<void()> task;
        {
            const MutexLock lock(mutex_);
            changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !tasks_.empty(); });
            if (is_ending_) return;
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        task();
    }
}

}  // namespace ringfence::session
