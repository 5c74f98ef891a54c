// Allocates the slots of a launch's threads, if the guard has moved local variables into the window.
#include "base/cuda_status.h"
#include "worker/session.h"

namespace ringfence::worker {

Result<backend::Address> Session::slots_on(StreamObject& stream, const FunctionObject& function,
                                           const wire::Launch& launch) {
    if (stream.slots && ThreadSlots::suffices(*stream.slots, function, launch)) return stream.slots->address;
    if (!guard_) return Error::internal("a guarded kernel without a guard");
    account_->forget_refusal();
    RF_TRY(std::shared_ptr<const ThreadSlots::Memory> slots, guard_->slots().allocate(function, launch));
    // Earlier launches still use the previous slots.
    if (stream.slots)
        retired_.push_back(
            {StreamPoint::after(stream), std::const_pointer_cast<ThreadSlots::Memory>(std::move(stream.slots))});
    stream.slots = std::move(slots);
    count_memory();
    return stream.slots->address;
}

// Like a client's own allocation, the memory may have to wait: a window with sinks can map memory only while no kernel
// runs, and other sessions may have to make room.
bool Session::awaits_memory_after(const Error& error) {
    if (error.status != cuda_status::out_of_memory) return false;
    const Finish finish = [this](std::optional<Error> failure) { release_held(std::move(failure)); };
    if (window_->needs_quiet() && may_have_been_refused_for_work()) {
        held_.emplace(HeldRecord{nullptr, {}, std::nullopt, false});
        when_quiet(finish);
        return true;
    }
    const auto missing = residency_ ? window_->take_shortage() : std::nullopt;
    if (missing) {
        held_.emplace(HeldRecord{nullptr, {}, std::nullopt, false});
        when_room(*missing, finish);
        return true;
    }
    account_->count_refusal();
    return false;
}

}  // namespace ringfence::worker
