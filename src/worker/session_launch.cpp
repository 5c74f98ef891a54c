// Launches of kernels. This path decides a launch's latency, so it must be short.
#include <span>
#include <string>

#include <fmt/core.h>

#include "base/escape.h"
#include "worker/launch_checks.h"
#include "worker/launch_counts.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

Error no_function(std::uint64_t handle) {
    return Error::bad_input(fmt::format("there is no function {:#x}", handle)).with_status(cuda_status::invalid_handle);
}

}  // namespace

Result<void> Session::handle(const wire::Launch& launch, Payload payload) {
    FunctionObject* function = functions_.find(launch.function);
    if (function == nullptr) return no_function(launch.function);
    RF_RETURN_IF_ERROR(check_launch(*function, launch, payload.size(), device_.properties()));
    const Payload sent = payload;
    std::vector<std::byte> slotted;
    if (function->guard.slot_bytes != 0) {
        RF_TRY(StreamObject * stream, find_stream(launch.stream));
        const auto slots = slots_on(*stream, *function, launch);
        if (!slots && awaits_memory_after(slots.error())) return hold(launch, sent);
        if (!slots) return slots.error();
        slotted = with_slots(*function, payload, slots.value());
        payload = slotted;
    }
    RF_TRY(const ChosenVariant chosen, variant_for(*function, launch, payload, window_->geometry()));
    if (chosen.function == nullptr) {
        RF_RETURN_IF_ERROR(await_variants(chosen.lacking(function->module)));
        return hold(launch, sent);
    }
    RF_TRY(StreamObject * stream, begin_work(launch.stream));
    if (is_in_turn(*function, launch)) RF_RETURN_IF_ERROR(take_grid_turn(*stream));
    launches_.fetch_add(1, std::memory_order_relaxed);
    RF_RETURN_IF_ERROR(device_.launch(*stream->stream, *chosen.function, launch_of(*function, launch), payload));
    count_launch(kernel_counts_, *function, chosen, launch, payload, window_->geometry());
    activity_.launched(*function, launch);
    watch_.launched(*stream);
    if (guard_ && guard_->may_print()) expect_prints();
    return {};
}

// Makes a launch's checks and chooses its variant, without launching.
Result<void> Session::handle(const wire::ExplainLaunch& asked, Payload payload, Completion& completion) {
    const FunctionObject* function = functions_.find(asked.function);
    if (function == nullptr) return no_function(asked.function);
    const wire::Launch launch{.function = asked.function,
                              .grid_x = asked.grid_x,
                              .grid_y = asked.grid_y,
                              .grid_z = asked.grid_z,
                              .block_x = asked.block_x,
                              .block_y = asked.block_y,
                              .block_z = asked.block_z,
                              .dynamic_shared = asked.dynamic_shared,
                              .flags = asked.flags};
    RF_RETURN_IF_ERROR(check_launch(*function, launch, payload.size(), device_.properties()));
    RF_TRY(const ChosenVariant chosen, variant_for(*function, launch, payload, window_->geometry()));
    std::string text(variant_names[static_cast<std::size_t>(chosen.variant)]);
    if (chosen.variant == Variant::Fenced) {
        const std::string why = first_unmet_text(*function, launch, payload, window_->geometry());
        if (!why.empty()) text += ": " + escape(why, KernelCounts::longest_reason);
    }
    completion.succeed(wire::ExplainLaunch::Reply{}, std::as_bytes(std::span(text)));
    return {};
}

Result<void> Session::take_grid_turn(StreamObject& stream) {
    if (grid_turn_ && !grid_turn_->is_on(stream) && !is_over(*grid_turn_)) {
        RF_TRY(auto event, grid_turn_->event(events_));
        RF_RETURN_IF_ERROR(stream.stream->wait_for(*event));
    }
    grid_turn_ = StreamPoint::after(stream);
    return {};
}

}  // namespace ringfence::worker
