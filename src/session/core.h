// One session: its device, the limits of its objects, its work in progress, and its end.
//
// All of it belongs to the thread of the event loop, which never blocks: other threads of the session do slow work, and
// their results come back through the inbox. One thread waits for all fences: work is done in order, so the oldest
// fence is always the next.
#pragma once

#include <capnp/capability.h>
#include <capnp/message.h>
#include <kj/async-io.h>
#include <kj/timer.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

#include "schema/ringfence.capnp.h"
#include "session/engine.h"
#include "session/fence_state.h"
#include "session/loop_inbox.h"
#include "session/outcome.h"
#include "session/quota.h"
#include "session/sequence.h"
#include "session/task_threads.h"

namespace ringfence::session {

struct CoreLimits {
    std::uint32_t buffers = 4096;
    std::uint32_t fences = 8192;
    std::uint32_t programs = 256;
    std::uint32_t segments = 64;
    std::uint32_t mappings = 256;
    std::uint32_t waits = 16384;
    std::uint32_t calls = 4096;  // unanswered calls that need the device
    std::uint64_t image_bytes = std::uint64_t{64} << 20;
};

struct Counters {
    std::uint64_t device_bytes = 0;
    std::uint64_t host_bytes = 0;
    std::uint64_t launches = 0;
    std::uint64_t copies = 0;
};

// Turns a program or a segment into a reference with which another session can begin.
class Granter {
public:
    Granter() = default;
    Granter(const Granter&) = delete;
    Granter& operator=(const Granter&) = delete;
    virtual ~Granter() = default;
    virtual kj::Promise<Outcome<kj::Array<kj::byte>>> grant(bool is_segment, int file) = 0;
};

class Core {
public:
    Core(kj::UnixEventPort& port, kj::Timer& timer, Engine& engine, const CoreLimits& limits = {});
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;
    ~Core();
    Result<void> start();

    // From now on every call, also a waiting one, fails with `why`. Only the first call of end() counts.
    void end(Failure why);
    const std::optional<Failure>& ended() const { return ended_; }

    // Submits work, which the device does in order. `prepare` is called in the loop when it is its turn: it returns the
    // work for the submitting thread (plain data only), nothing if it must wait, or a failure.
    using Work = std::function<Result<void>()>;
    using Prepare = std::function<Outcome<std::optional<Work>>()>;
    kj::Promise<Outcome<FencePointer>> submit(Sequence::Ticket ticket, Prepare prepare);
    // The same, without reporting the outcome.
    void submit_silently(Work work);
    Sequence& sequence() { return sequence_; }

    // Threads for work that may take long and needs no order. Releases have their own, since they wait for work of
    // unlimited length; so has shared memory, which does that on some devices.
    enum class Whose : std::uint8_t { Memory, SharedMemory, Programs, Releases };
    template <typename T>
    kj::Promise<Outcome<T>> run(Whose threads, std::function<Result<T>()> work,
                                Failure (*convert)(const Error&) = failure_of);
    void run_silently(Whose threads, std::function<void()> work) { threads_of(threads).add(std::move(work)); }
    // Runs a promise for which no caller waits.
    void detach(kj::Promise<void> promise) { detached_.add(kj::mv(promise)); }

    Engine& engine() { return engine_; }
    kj::Timer& timer() { return timer_; }
    Granter* granter = nullptr;
    capnp::MallocMessageBuilder info;  // its root is the SessionInfo
    Counters counters;
    CoreLimits limits;
    Quota buffers, fences, programs, segments, mappings, waits, calls;

private:
    struct Pending {
        Pending() = default;
        Pending(const Pending&) = delete;
        Pending& operator=(const Pending&) = delete;
        virtual ~Pending() = default;
        virtual void fail(const Failure& failure) = 0;
    };
    template <typename T>
    struct PendingFor final : Pending {
        kj::Own<kj::PromiseFulfiller<Outcome<T>>> fulfiller;
        explicit PendingFor(kj::Own<kj::PromiseFulfiller<Outcome<T>>> f) : fulfiller(kj::mv(f)) {}
        ~PendingFor() noexcept override = default;
        void fail(const Failure& failure) override { fulfiller->fulfill(Outcome<T>(failure)); }
    };
    struct Flight {
        FencePointer fence;
        kj::Own<kj::PromiseFulfiller<Outcome<FencePointer>>> fulfiller;
        std::optional<Quota::Share> share;
    };
    struct IgnoreFailures final : kj::TaskSet::ErrorHandler {
        void taskFailed(kj::Exception&&) override {}
    };

    template <typename T>
    kj::Promise<Outcome<T>> settled(Outcome<T> outcome) {
        return kj::Promise<Outcome<T>>(kj::mv(outcome));
    }
    template <typename T>
    void finish(std::uint64_t id, Result<T> result, Failure (*convert)(const Error&));
    bool is_lost(const Error& error);
    bool take_turn(std::uint64_t id, const Prepare& prepare);
    void submitted(std::uint64_t id, Result<Mark> marked);
    void watch(FencePointer fence, const Mark& mark);
    TaskThreads& threads_of(Whose whose);

    kj::Timer& timer_;
    Engine& engine_;
    std::optional<Failure> ended_;
    bool is_being_lost_ = false;
    FenceState::All all_fences_;
    Sequence sequence_;
    std::uint64_t last_id_ = 0;
    std::unordered_map<std::uint64_t, std::unique_ptr<Pending>> pending_;
    std::unordered_map<std::uint64_t, Flight> flights_;
    std::unordered_map<std::uint64_t, FencePointer> watched_;
    IgnoreFailures ignore_failures_;
    kj::TaskSet detached_;
    LoopInbox inbox_;
    // Declared last, so that they end before the members that they use.
    TaskThreads lane_;
    TaskThreads watcher_;
    TaskThreads memory_;
    TaskThreads shared_memory_;
    TaskThreads programs_;
    TaskThreads releases_;
};

template <typename T>
kj::Promise<Outcome<T>> Core::run(Whose threads, std::function<Result<T>()> work, Failure (*convert)(const Error&)) {
    if (ended_) return settled<T>(*ended_);
    auto pair = kj::newPromiseAndFulfiller<Outcome<T>>();
    const std::uint64_t id = ++last_id_;
    pending_.emplace(id, std::make_unique<PendingFor<T>>(kj::mv(pair.fulfiller)));
    threads_of(threads).add([this, id, work = std::move(work), convert] {
        auto result = std::make_shared<Result<T>>(work());
        inbox_.post([this, id, result, convert] { finish<T>(id, std::move(*result), convert); });
    });
    return kj::mv(pair.promise);
}

template <typename T>
void Core::finish(std::uint64_t id, Result<T> result, Failure (*convert)(const Error&)) {
    const auto found = pending_.find(id);
    if (found == pending_.end()) return;
    if (!result.ok() && is_lost(result.error())) return;
    const auto pending = std::move(found->second);
    pending_.erase(found);
    auto& fulfiller = *static_cast<PendingFor<T>&>(*pending).fulfiller;
    if (result.ok()) {
        fulfiller.fulfill(Outcome<T>(result.take()));
    } else {
        fulfiller.fulfill(Outcome<T>(convert(result.error())));
    }
}

}  // namespace ringfence::session
