// The steps that are common to all calls of the runtime API that allocate device memory.
#pragma once

#include "client/runtime/state.h"

namespace ringfence::runtime {

// The driver API's addresses are numbers, the runtime's are pointers.
template <typename Call>
cudaError_t allocate(void** result, std::size_t bytes, Call&& call) {
    if (result == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        *result = nullptr;
        if (bytes == 0) return CUDA_SUCCESS;
        CUdeviceptr address = 0;
        RF_CU(call(&address));
        *result = reinterpret_cast<void*>(address);
        return CUDA_SUCCESS;
    });
}

}  // namespace ringfence::runtime
