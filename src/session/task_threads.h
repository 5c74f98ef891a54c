// Threads for tasks that may take long, so that the event loop never blocks. One thread runs tasks in order.
#pragma once

#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::session {

class TaskThreads {
public:
    TaskThreads() = default;
    TaskThreads(const TaskThreads&) = delete;
    TaskThreads& operator=(const TaskThreads&) = delete;
    // Waits for running tasks; those that have not begun are dropped.
    ~TaskThreads();

    Result<void> start(unsigned threads);
    void add(std::function<void()> task);
    // Tasks that have not begun.
    std::size_t waiting();

private:
    void work();

    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<std::function<void()>> tasks_ RF_GUARDED_BY(mutex_);
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::vector<std::thread> threads_;
};

}  // namespace ringfence::session
