// Passes tasks from other threads to the thread of the event loop, in the order of posting.
#pragma once

#include <kj/async-unix.h>

#include <deque>
#include <functional>

#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::session {

class LoopInbox {
public:
    explicit LoopInbox(kj::UnixEventPort& port);
    LoopInbox(const LoopInbox&) = delete;
    LoopInbox& operator=(const LoopInbox&) = delete;

    // Callable from any thread.
    void post(std::function<void()> task);

private:
    kj::Promise<void> serve();
    void run_all();

    Mutex mutex_;
    std::deque<std::function<void()>> tasks_ RF_GUARDED_BY(mutex_);
    UniqueFd wake_;
    kj::UnixEventPort::FdObserver observer_;
    kj::Promise<void> serving_;
};

}  // namespace ringfence::session
