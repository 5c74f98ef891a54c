// The event loop of a process that serves Cap'n Proto and also watches other descriptors.
//
// Descriptors are level-triggered: a handler that does not read everything is called again, after other handlers.
// Handlers must not block.
#pragma once

#include <kj/async-io.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "base/result.h"

namespace ringfence::rpc {

class EventLoop {
public:
    // Watches a descriptor while it exists. It must be destroyed before the descriptor is closed.
    class Watch {
    public:
        Watch() = default;
        Watch(Watch&& other) noexcept
            : loop_(std::exchange(other.loop_, nullptr)), number_(std::exchange(other.number_, 0)) {}
        Watch& operator=(Watch&& other) noexcept {
            if (this == &other) return *this;
            reset();
            loop_ = std::exchange(other.loop_, nullptr);
            number_ = std::exchange(other.number_, 0);
            return *this;
        }
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;
        ~Watch() { reset(); }
        void reset();

    private:
        friend EventLoop;
        Watch(EventLoop* loop, std::uint64_t number) : loop_(loop), number_(number) {}
        EventLoop* loop_ = nullptr;
        std::uint64_t number_ = 0;
    };

    static Result<std::unique_ptr<EventLoop>> create();
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    // `on_ready` is called whenever the descriptor is readable or at its end. It may destroy the watch.
    [[nodiscard]] Watch watch(int descriptor, std::function<void()> on_ready);
    // Sets a function that is called after each round of handlers.
    void after_each_round(std::function<void()> settle) { settle_ = std::move(settle); }
    kj::Promise<void> after(std::chrono::milliseconds time);
    kj::AsyncIoContext& io() { return io_; }
    // Runs the loop until the promise is fulfilled.
    void run(kj::Promise<void> until);

private:
    struct Watched {
        int descriptor = -1;
        std::shared_ptr<std::function<void()>> on_ready;
    };
    struct Ready;

    EventLoop();
    bool handle_round();
    kj::Promise<void> handle_all();

    kj::AsyncIoContext io_;
    std::unique_ptr<Ready> ready_;
    std::function<void()> settle_;
};

// Background tasks, which end with this object. Failures are ignored: tasks must handle their own.
class Tasks final : private kj::TaskSet::ErrorHandler {
public:
    Tasks() : tasks_(*this) {}
    void add(kj::Promise<void> task) { tasks_.add(kj::mv(task)); }

private:
    void taskFailed(kj::Exception&&) override {}
    kj::TaskSet tasks_;
};

}  // namespace ringfence::rpc
