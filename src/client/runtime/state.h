// The runtime API's own state: each thread's last error, and the configuration of its next launch.
#pragma once

#include <utility>
#include <vector>

#include "abi/driver_types.h"
#include "abi/runtime_types.h"
#include "client/driver/state.h"

namespace ringfence::runtime {

struct CallConfiguration {
    dim3 grid;
    dim3 block;
    std::size_t shared = 0;
    cudaStream_t stream = nullptr;
};

struct ThreadState {
    cudaError_t last_error = cudaSuccess;
    std::vector<CallConfiguration> calls;
};

ThreadState& thread_state();

// Statuses have the same numbers in both APIs.
inline cudaError_t as_error(CUresult status) {
    return static_cast<cudaError_t>(status);
}

// Stores a failure as the thread's last error. "Not ready" is an answer, not a failure.
inline cudaError_t report(cudaError_t status) {
    if (status != cudaSuccess && status != cudaErrorNotReady) [[unlikely]]
        thread_state().last_error = status;
    return status;
}
inline cudaError_t report(CUresult status) {
    return report(as_error(status));
}

// Makes a call of the driver API within the primary context, or whichever context the thread has made current.
template <typename Call>
cudaError_t run(Call&& call) {
    if (const CUresult status = driver::enter_primary(); status != CUDA_SUCCESS) [[unlikely]]
        return report(status);
    return report(std::forward<Call>(call)());
}

// The same for calls for which CUDA needs and makes no context.
template <typename Call>
cudaError_t run_without_context(Call&& call) {
    if (const CUresult status = driver::initialize(); status != CUDA_SUCCESS) [[unlikely]]
        return report(status);
    return report(std::forward<Call>(call)());
}

using driver::address_of;

}  // namespace ringfence::runtime
