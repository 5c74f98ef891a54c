// Launches of kernels: the path that must be short.
#include <fmt/core.h>

#include "worker/launch_checks.h"
#include "worker/launch_counts.h"
#include "worker/session.h"

namespace ringfence::worker {

Result<void> Session::handle(const wire::Launch& launch, Payload payload) {
    FunctionObject* function = functions_.find(launch.function);
    if (function == nullptr) {
        return Error::bad_input(fmt::format("there is no function {:#x}", launch.function))
            .with_status(cuda_status::invalid_handle);
    }
    RF_RETURN_IF_ERROR(check_launch(*function, launch, payload.size(), device_.properties()));
    RF_TRY(const ChosenVariant chosen, variant_for(*function, launch, payload, window_->geometry()));
    if (chosen.function == nullptr) return hold(chosen.lacking(function->module), launch, payload);
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

Result<void> Session::take_grid_turn(StreamObject& stream) {
    if (grid_turn_ && !grid_turn_->is_on(stream) && !is_over(*grid_turn_)) {
        RF_TRY(auto event, grid_turn_->event(events_));
        RF_RETURN_IF_ERROR(stream.stream->wait_for(*event));
    }
    grid_turn_ = StreamPoint::after(stream);
    return {};
}

}  // namespace ringfence::worker
