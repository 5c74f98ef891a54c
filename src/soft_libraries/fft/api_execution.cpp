// Settings of plans, and their execution.
#include "soft_libraries/fft/library.h"

namespace ringfence::soft_libraries::fft {

namespace {

Status execute(Handle handle, std::optional<Transform> expected, void* input, void* output, int direction) {
    return with_plan(handle, [&](const Plan& plan) {
        Host* host = state().host;
        return host == nullptr ? Status::SetupFailed : plan.execute(*host, expected, input, output, direction);
    });
}

}  // namespace

RINGFENCE_CUFFT Status cufftSetStream(Handle plan, void* stream) {
    return with_plan(plan, [&](Plan& found) {
        found.set_stream(stream);
        return Status::Success;
    });
}

RINGFENCE_CUFFT Status cufftSetWorkArea(Handle plan, void* work_area) {
    return with_plan(plan, [&](Plan& found) {
        found.set_work_area(work_area);
        return Status::Success;
    });
}

// One area for each GPU: the first.
RINGFENCE_CUFFT Status cufftXtSetWorkArea(Handle plan, void** work_areas) {
    if (work_areas == nullptr) return Status::InvalidValue;
    return cufftSetWorkArea(plan, work_areas[0]);
}

RINGFENCE_CUFFT Status cufftSetAutoAllocation(Handle plan, int automatic) {
    return with_plan(plan, [&](Plan& found) {
        found.set_automatic(automatic != 0);
        return Status::Success;
    });
}

RINGFENCE_CUFFT Status cufftXtSetWorkAreaPolicy(Handle plan, WorkAreaPolicy policy, std::size_t* work_size) {
    return with_plan(plan, [&](Plan& found) { return found.set_policy(policy, work_size); });
}

RINGFENCE_CUFFT Status cufftSetPlanPropertyInt64(Handle plan, PlanProperty property, int64 value) {
    return with_plan(plan, [&](Plan& found) { return found.set_property(property, value); });
}

RINGFENCE_CUFFT Status cufftGetPlanPropertyInt64(Handle plan, PlanProperty property, int64* value) {
    return with_plan(
        plan, [&](Plan& found) { return value == nullptr ? Status::InvalidValue : found.property(property, *value); });
}

RINGFENCE_CUFFT Status cufftResetPlanProperty(Handle plan, PlanProperty property) {
    return with_plan(plan, [&](Plan& found) { return found.reset_property(property); });
}

RINGFENCE_CUFFT Status cufftExecC2C(Handle plan, void* input, void* output, int direction) {
    return execute(plan, transform_of(Type::C2C), input, output, direction);
}

RINGFENCE_CUFFT Status cufftExecR2C(Handle plan, void* input, void* output) {
    return execute(plan, transform_of(Type::R2C), input, output, forward);
}

RINGFENCE_CUFFT Status cufftExecC2R(Handle plan, void* input, void* output) {
    return execute(plan, transform_of(Type::C2R), input, output, inverse);
}

RINGFENCE_CUFFT Status cufftExecZ2Z(Handle plan, void* input, void* output, int direction) {
    return execute(plan, transform_of(Type::Z2Z), input, output, direction);
}

RINGFENCE_CUFFT Status cufftExecD2Z(Handle plan, void* input, void* output) {
    return execute(plan, transform_of(Type::D2Z), input, output, forward);
}

RINGFENCE_CUFFT Status cufftExecZ2D(Handle plan, void* input, void* output) {
    return execute(plan, transform_of(Type::Z2D), input, output, inverse);
}

RINGFENCE_CUFFT Status cufftXtExec(Handle plan, void* input, void* output, int direction) {
    return execute(plan, std::nullopt, input, output, direction);
}

}  // namespace ringfence::soft_libraries::fft
