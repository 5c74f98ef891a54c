// What a piece of work may still take, time and memory: so that work which takes long can be ended from outside, and
// what it takes is counted.
//
// Whoever begins the work makes an Effort and gives it to the thread (EffortScope). Any thread may stop() it, with a
// reason. The work looks, wherever it could go on for long, whether it must end (must_stop()), and if so goes back at
// once, with whatever it has. So the results of work that was stopped mean nothing: whoever has begun it asks
// why_stopped() last of all, and if there is a reason drops them. A reason stays; so what any loop has seen is seen at
// the end.
//
// Memory that grows with what the work is about is held by a HeldMemory. If there is not so much to be had, the work is
// stopped for that reason.
//
// Without an Effort nothing is stopped, and nothing is counted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace ringfence {

class Effort {
public:
    // Where memory is counted. Called by all threads that do the work.
    struct Counter {
        std::function<Result<void>(std::uint64_t bytes)> take;
        std::function<void(std::uint64_t bytes)> give_back;
    };

    Effort() = default;
    explicit Effort(Counter counter) : counter_(std::move(counter)) {}
    // For tests and measurements: `on_look` is called whenever the work looks whether it must end.
    explicit Effort(std::function<void(Effort&)> on_look) : on_look_(std::move(on_look)) {}
    Effort(const Effort&) = delete;
    Effort& operator=(const Effort&) = delete;

    // The first reason stays.
    void stop(Error why);
    std::optional<Error> why_stopped() const;
    bool look() {
        if (on_look_) on_look_(*this);
        return is_stopped_.load(std::memory_order_relaxed);
    }

private:
    friend class HeldMemory;
    bool take(std::uint64_t bytes);
    void give_back(std::uint64_t bytes);

    const Counter counter_ = {};
    const std::function<void(Effort&)> on_look_ = {};
    std::atomic<bool> is_stopped_{false};
    mutable Mutex mutex_;
    std::optional<Error> why_ RF_GUARDED_BY(mutex_);
};

namespace effort {
// Of the work that this thread does; null: of none.
inline constinit thread_local const std::shared_ptr<Effort>* current = nullptr;
}  // namespace effort

inline std::shared_ptr<Effort> current_effort() {
    return effort::current == nullptr ? nullptr : *effort::current;
}

// True if this thread's work must end.
inline bool must_stop() {
    return effort::current != nullptr && (*effort::current)->look();
}

// For functions that give a Result: what they give when they must stop. Nobody reads it, see why_stopped().
inline Error stopped_error() {
    return Error::bad_input("the work was stopped");
}

// What this thread does is a part of that work, to the end of the scope. Null: of none.
class [[nodiscard]] EffortScope {
public:
    explicit EffortScope(std::shared_ptr<Effort> work)
        : work_(std::move(work)), before_(std::exchange(effort::current, work_ ? &work_ : nullptr)) {}
    ~EffortScope() { effort::current = before_; }
    EffortScope(const EffortScope&) = delete;
    EffortScope& operator=(const EffortScope&) = delete;

private:
    const std::shared_ptr<Effort> work_;
    const std::shared_ptr<Effort>* const before_;
};

// Memory of this thread's work, as it was when this was made; given back when this goes.
class HeldMemory {
public:
    HeldMemory() = default;
    explicit HeldMemory(std::uint64_t bytes) { raise_to(bytes); }
    HeldMemory(HeldMemory&& other) noexcept : work_(std::move(other.work_)), bytes_(std::exchange(other.bytes_, 0)) {}
    HeldMemory& operator=(HeldMemory&& other) noexcept {
        HeldMemory old(std::move(*this));
        work_ = std::move(other.work_);
        bytes_ = std::exchange(other.bytes_, 0);
        return *this;
    }
    ~HeldMemory();

    // So much, at least. False: it is not to be had, and the work is stopped.
    bool raise_to(std::uint64_t bytes);
    std::uint64_t bytes() const { return bytes_; }

private:
    std::shared_ptr<Effort> work_ = current_effort();
    std::uint64_t bytes_ = 0;
};

// All efforts of one owner that are under way, so that all can be stopped from any thread.
class Efforts {
public:
    // One that is begun when all were stopped already is stopped, too.
    std::shared_ptr<Effort> begin(Effort::Counter counter = {});
    void stop_all(const Error& why);

private:
    Mutex mutex_;
    std::vector<std::weak_ptr<Effort>> all_ RF_GUARDED_BY(mutex_);
    std::optional<Error> why_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence
