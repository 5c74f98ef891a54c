// Launching a kernel that the program names by the address of its host function, or by a handle.
#pragma once

#include "abi/driver_types.h"
#include "abi/runtime_types.h"

namespace ringfence::runtime {

cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                   cudaStream_t stream, bool is_cooperative);
// Converts the driver's statuses for which the runtime has its own.
cudaError_t explain(CUresult status);

}  // namespace ringfence::runtime
