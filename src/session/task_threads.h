// Threads that do what may take long, so that the event loop never waits. With one thread: in order.
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
    // Waits for what is being done; what has not begun is dropped.
    ~TaskThreads();

    Result<void> start(unsigned threads);
    void add(std::function<void()> task);
    // That have not begun.
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
