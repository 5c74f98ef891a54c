// Converts the runtime's descriptions of copies to the driver's.
#pragma once

#include "abi/driver_types.h"
#include "abi/runtime_types.h"

namespace ringfence::runtime {

cudaError_t as_driver(const cudaMemcpy3DParms& asked, CUDA_MEMCPY3D& box);
cudaMemcpy3DParms as_runtime(const CUDA_MEMCPY3D& box);
CUDA_MEMCPY2D as_driver_2d(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                           std::size_t height);
// One row of bytes.
CUDA_MEMCPY3D row(void* to, const void* from, std::size_t bytes);
bool is_kind(cudaMemcpyKind kind);

}  // namespace ringfence::runtime
