// Launching a kernel that the program names by the address of its host function, or by a handle.
#pragma once

#include "abi/driver_types.h"
#include "abi/runtime_types.h"

namespace ringfence::runtime {

cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                   cudaStream_t stream, bool is_cooperative);
// The runtime's own names for what the driver says.
cudaError_t explain(CUresult status);

}  // namespace ringfence::runtime
