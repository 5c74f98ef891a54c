#include "session/core.h"

#include "channel/status.h"

namespace ringfence::session {
namespace {

constexpr unsigned threads_for_programs = 2;
constexpr auto time_to_say_why = 100 * kj::MILLISECONDS;

Failure too_much() {
    return {.code = Code::OVERLOADED,
            .message = "too many calls of the session are under way",
            .remedy = "wait for the answers to some of them"};
}

}  // namespace

Core::Core(kj::UnixEventPort& port, kj::Timer& timer, Engine& engine, const CoreLimits& most)
    : limits(most),
      buffers("buffers", most.buffers),
      fences("fences", most.fences),
      programs("programs", most.programs),
      segments("segments", most.segments),
      mappings("mappings", most.mappings),
      waits("waits", most.waits),
      calls("calls", most.calls),
      timer_(timer),
      engine_(engine),
      detached_(ignore_failures_),
      inbox_(port) {}

Core::~Core() {
    engine_.hang_up();
}

Result<void> Core::start() {
    RF_RETURN_IF_ERROR(lane_.start(1));
    RF_RETURN_IF_ERROR(watcher_.start(1));
    RF_RETURN_IF_ERROR(memory_.start(1));
    RF_RETURN_IF_ERROR(shared_memory_.start(1));
    RF_RETURN_IF_ERROR(releases_.start(1));
    return programs_.start(threads_for_programs);
}

TaskThreads& Core::threads_of(Whose whose) {
    switch (whose) {
        case Whose::Memory: return memory_;
        case Whose::SharedMemory: return shared_memory_;
        case Whose::Programs: return programs_;
        default: return releases_;
    }
}

void Core::end(Failure why) {
    if (ended_) return;
    ended_ = std::move(why);
    // Closes the channel: the worker frees the session's resources, and our threads stop waiting.
    engine_.hang_up();
    for (auto& [id, pending] : std::exchange(pending_, {}))
        pending->fail(*ended_);
    for (auto& [id, flight] : std::exchange(flights_, {}))
        flight.fulfiller->fulfill(Outcome<FencePointer>(*ended_));
    for (FenceState* fence : FenceState::All(all_fences_))
        fence->finish(*ended_);
    watched_.clear();
}

// True if the worker has ended the session. Calls are answered a moment later: the daemon may send the reason.
bool Core::is_lost(const Error& error) {
    if (error.status != channel::context_is_destroyed) return false;
    if (std::exchange(is_being_lost_, true)) return true;
    detach(timer_.afterDelay(time_to_say_why).then([this, failure = failure_of(error)] { end(failure); }));
    return true;
}

kj::Promise<Outcome<FencePointer>> Core::submit(Sequence::Ticket ticket, Prepare prepare) {
    if (ended_) return settled<FencePointer>(*ended_);
    auto share = calls.take();
    if (!share) return settled<FencePointer>(too_much());
    auto pair = kj::newPromiseAndFulfiller<Outcome<FencePointer>>();
    const std::uint64_t id = ++last_id_;
    flights_.emplace(id, Flight{std::make_shared<FenceState>(all_fences_), kj::mv(pair.fulfiller), std::move(share)});
    sequence_.ready(std::move(ticket), [this, id, prepare = std::move(prepare)] { return take_turn(id, prepare); });
    return kj::mv(pair.promise);
}

bool Core::take_turn(std::uint64_t id, const Prepare& prepare) {
    const auto found = flights_.find(id);
    if (found == flights_.end()) return true;  // the session has ended
    Outcome<std::optional<Work>> prepared = prepare();
    if (prepared.ok() && !prepared.value()) return false;
    if (!prepared.ok()) {
        found->second.fulfiller->fulfill(Outcome<FencePointer>(prepared.failure()));
        flights_.erase(found);
        return true;
    }
    lane_.add([this, id, work = std::move(*prepared.value())] {
        auto done = work();
        auto marked = std::make_shared<Result<Mark>>(done.ok() ? engine_.mark() : done.take_error());
        inbox_.post([this, id, marked] { submitted(id, std::move(*marked)); });
    });
    return true;
}

void Core::submitted(std::uint64_t id, Result<Mark> marked) {
    const auto found = flights_.find(id);
    if (found == flights_.end()) return;
    if (!marked.ok() && is_lost(marked.error())) return;
    Flight flight = std::move(found->second);
    flights_.erase(found);
    if (!marked.ok()) {
        flight.fulfiller->fulfill(Outcome<FencePointer>(failure_of(marked.error())));
        return;
    }
    if (marked.value().is_done) {
        flight.fence->finish();
    } else {
        watch(flight.fence, marked.value());
    }
    flight.fulfiller->fulfill(Outcome<FencePointer>(std::move(flight.fence)));
}

void Core::watch(FencePointer fence, const Mark& mark) {
    const std::uint64_t id = ++last_id_;
    watched_.emplace(id, std::move(fence));
    watcher_.add([this, id, mark] {
        auto waited = std::make_shared<Result<void>>(engine_.wait(mark));
        inbox_.post([this, id, waited] {
            const auto found = watched_.find(id);
            if (found == watched_.end()) return;
            if (!waited->ok() && is_lost(waited->error())) return;
            const FencePointer done = std::move(found->second);
            watched_.erase(found);
            done->finish(waited->ok() ? std::nullopt : std::optional(failure_of(waited->error())));
        });
    });
}

void Core::submit_silently(Work work) {
    if (ended_) return;
    lane_.add([work = std::move(work)] { (void)work(); });
}

}  // namespace ringfence::session
