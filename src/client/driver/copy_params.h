// Converts the API's different descriptions of copies to one form.
#pragma once

#include "client/driver/work.h"

namespace ringfence::driver {

CopyWork row_copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
// Checks pitches and kinds of memory; addresses are checked later.
CUresult box_copy(const CUDA_MEMCPY3D& asked, CopyWork& work);
// One side only, which must be memory.
CUresult memory_to(const CUDA_MEMCPY3D& asked, client::Box& box);
CUresult memory_from(const CUDA_MEMCPY3D& asked, client::Box& box);
// True if a side is an array: array_copy.h handles those.
bool has_array(const CUDA_MEMCPY3D& asked);
// Fails if a side declared as device memory is unknown: an unknown address would count as the program's memory.
CUresult check_named_sides(const CopyWork& work);
CUDA_MEMCPY3D as_3d(const CUDA_MEMCPY2D& asked);
CUDA_MEMCPY3D as_3d(const CUDA_MEMCPY3D_PEER& asked);

}  // namespace ringfence::driver
