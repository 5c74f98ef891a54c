#include "session/loop_inbox.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace ringfence::session {

LoopInbox::LoopInbox(kj::UnixEventPort& port)
    : wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      observer_(port, wake_.get(), kj::UnixEventPort::FdObserver::OBSERVE_READ),
      serving_(serve().eagerlyEvaluate(nullptr)) {}

void LoopInbox::post(std::function<void()> task) {
    {
        const MutexLock lock(mutex_);
        tasks_.push_back(std::move(task));
        if (tasks_.size() > 1) return;
    }
    const std::uint64_t one = 1;
    (void)!::write(wake_.get(), &one, sizeof one);
}

kj::Promise<void> LoopInbox::serve() {
    run_all();
    return observer_.whenBecomesReadable().then([this] { return serve(); });
}

void LoopInbox::run_all() {
    std::uint64_t times = 0;
    (void)!::read(wake_.get(), &times, sizeof times);
    for (;;) {
        std::function<void()> task;
        {
            const MutexLock lock(mutex_);
            if (tasks_.empty()) return;
            task = std::move(tasks_.front());
        }
        task();
        // Removed only now, since post() wakes the loop only if the inbox is empty.
        const MutexLock lock(mutex_);
        tasks_.pop_front();
    }
}

}  // namespace ringfence::session
