#include "rpc/event_loop.h"

#include <kj/async-unix.h>
#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <unordered_map>

#include "base/unique_fd.h"

namespace ringfence::rpc {
namespace {

// The loop checks for other ready descriptors after so many events, even if one peer keeps it busy.
constexpr unsigned events_between_looks = 32;

}  // namespace

// Our own epoll set, which Cap'n Proto's loop watches as one descriptor.
struct EventLoop::Ready {
    explicit Ready(kj::UnixEventPort& port)
        : set(::epoll_create1(EPOLL_CLOEXEC)), observer(port, set.get(), kj::UnixEventPort::FdObserver::OBSERVE_READ) {}

    UniqueFd set;
    kj::UnixEventPort::FdObserver observer;
    std::unordered_map<std::uint64_t, Watched> watched;
    std::uint64_t next = 1;
};

EventLoop::EventLoop() : io_(kj::setupAsyncIo()) {}

EventLoop::~EventLoop() = default;

Result<std::unique_ptr<EventLoop>> EventLoop::create() {
    std::unique_ptr<EventLoop> loop(new EventLoop());
    loop->ready_ = std::make_unique<Ready>(loop->io_.unixEventPort);
    if (!loop->ready_->set) return Error::bad_input(std::string("cannot watch descriptors: ") + std::strerror(errno));
    loop->io_.waitScope.setBusyPollInterval(events_between_looks);
    return loop;
}

void EventLoop::Watch::reset() {
    EventLoop* const loop = std::exchange(loop_, nullptr);
    if (loop == nullptr) return;
    auto& watched = loop->ready_->watched;
    const auto found = watched.find(number_);
    if (found == watched.end()) return;
    ::epoll_ctl(loop->ready_->set.get(), EPOLL_CTL_DEL, found->second.descriptor, nullptr);
    watched.erase(found);
}

EventLoop::Watch EventLoop::watch(int descriptor, std::function<void()> on_ready) {
    const std::uint64_t number = ready_->next++;
    epoll_event event = {};
    event.events = EPOLLIN | EPOLLRDHUP;
    event.data.u64 = number;
    if (::epoll_ctl(ready_->set.get(), EPOLL_CTL_ADD, descriptor, &event) != 0) return {};
    ready_->watched[number] = {descriptor, std::make_shared<std::function<void()>>(std::move(on_ready))};
    return {this, number};
}

kj::Promise<void> EventLoop::after(std::chrono::milliseconds time) {
    return io_.provider->getTimer().afterDelay(time.count() * kj::MILLISECONDS);
}

// False if nothing was ready.
bool EventLoop::handle_round() {
    std::array<epoll_event, 64> events = {};
    const int count = ::epoll_wait(ready_->set.get(), events.data(), events.size(), 0);
    for (int i = 0; i < count; ++i) {
        // An earlier handler may have removed this watch. Copied, since references to packed events are invalid.
        const std::uint64_t number = events[i].data.u64;
        const auto found = ready_->watched.find(number);
        if (found == ready_->watched.end()) continue;
        const auto on_ready = found->second.on_ready;
        (*on_ready)();
    }
    if (count > 0 && settle_) settle_();
    return count > 0;
}

kj::Promise<void> EventLoop::handle_all() {
    // evalLater: after the tasks that wait now, but not after all later ones, which a busy peer never ends.
    if (handle_round()) return kj::evalLater([this] { return handle_all(); });
    return ready_->observer.whenBecomesReadable().then([this] { return handle_all(); });
}

void EventLoop::run(kj::Promise<void> until) {
    handle_all().exclusiveJoin(std::move(until)).wait(io_.waitScope);
}

}  // namespace ringfence::rpc
