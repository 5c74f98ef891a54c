// Shared by the exported functions: the table of plans, the worker that loaded us, and the reading of arguments.
//
// cuFFT checks arguments in an order that programs can see: the type of the transform, then pointers and rank, then the
// handle, then sizes.
#pragma once

#include <atomic>
#include <exception>
#include <new>
#include <optional>

#include "soft_libraries/fft/plan.h"

// In front of the definition of an exported function.
#define RINGFENCE_CUFFT extern "C" __attribute__((visibility("default")))

namespace ringfence::soft_libraries::fft {

// A definition with other parameters than these does not compile: these are C functions.
#define CUFFT_FUNCTION(name, parameters) RINGFENCE_CUFFT Status name parameters;
#include "soft_libraries/fft/cufft_functions.inc"
#undef CUFFT_FUNCTION

struct State {
    PlanTable plans;
    std::atomic<Host*> host = nullptr;
};
State& state();

// No exception passes the C interface.
template <class Function>
Status guarded(Function f) noexcept {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return Status::AllocFailed;
    } catch (const std::exception&) {
        return Status::InternalError;
    }
}

template <class Function>
Status with_plan(Handle handle, Function f) noexcept {
    return guarded([&] {
        const std::shared_ptr<Plan> plan = state().plans.find(handle);
        return plan == nullptr ? Status::InvalidPlan : f(*plan);
    });
}

// The arguments of a planning function, for int and long long.
template <class Int>
struct Arguments {
    std::optional<Transform> transform;
    int rank;
    const Int* n;
    const Int* input_embed;
    Int input_stride, input_distance;
    const Int* output_embed;
    Int output_stride, output_distance;
    Int batch;
};

template <class Int>
std::optional<Extents> read(const Int* numbers, int count) {
    if (numbers == nullptr) return std::nullopt;
    Extents extents = {};
    for (int i = 0; i < count; ++i)
        extents[static_cast<std::size_t>(i)] = numbers[i];
    return extents;
}

template <class Int>
Status read(const Arguments<Int>& arguments, Request& request) {
    if (!arguments.transform) return Status::InvalidType;
    if (arguments.rank < 1 || arguments.rank > 3 || arguments.n == nullptr) return Status::InvalidValue;
    request = {*arguments.transform,
               arguments.rank,
               *read(arguments.n, arguments.rank),
               read(arguments.input_embed, arguments.rank),
               read(arguments.output_embed, arguments.rank),
               arguments.input_stride,
               arguments.input_distance,
               arguments.output_stride,
               arguments.output_distance,
               arguments.batch};
    return Status::Success;
}

// cufftMakePlan…: makes the plan behind the handle.
template <class Int>
Status make_plan(Handle handle, const Arguments<Int>& arguments, std::size_t* work_size) {
    Request request;
    if (const Status status = read(arguments, request); status != Status::Success) return status;
    if (work_size == nullptr) return Status::InvalidValue;
    return with_plan(handle, [&](Plan& plan) { return plan.make(request, *work_size); });
}

// cufftPlan…: a new handle and its plan.
template <class Int>
Status new_plan(Handle* handle, const Arguments<Int>& arguments) {
    if (handle == nullptr) return Status::InvalidValue;
    return guarded([&] {
        Handle created = null_handle;
        if (const Status status = state().plans.create(created); status != Status::Success) return status;
        std::size_t work_size = 0;
        const Status status = make_plan(created, arguments, &work_size);
        if (status != Status::Success) {
            state().plans.destroy(created);
        } else {
            *handle = created;
        }
        return status;
    });
}

// cufftEstimate…: what such a plan would take.
template <class Int>
Status estimate(const Arguments<Int>& arguments, std::size_t* work_size) {
    Request request;
    if (const Status status = read(arguments, request); status != Status::Success) return status;
    if (work_size == nullptr) return Status::InvalidValue;
    Problem problem;
    if (const Status status = check(request, problem); status != Status::Success) return status;
    *work_size = work_area_bytes(problem);
    return Status::Success;
}

// cufftGetSize…: the same, with a handle.
template <class Int>
Status get_size(Handle handle, const Arguments<Int>& arguments, std::size_t* work_size) {
    Request request;
    if (const Status status = read(arguments, request); status != Status::Success) return status;
    if (work_size == nullptr) return Status::InvalidValue;
    return with_plan(handle, [&](Plan&) { return estimate(arguments, work_size); });
}

}  // namespace ringfence::soft_libraries::fft
