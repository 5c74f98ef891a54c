// Copies from and to arrays.
#pragma once

#include "client/driver/submit.h"

namespace ringfence::driver {

// For copies of which at least one side is an array.
CUresult put_array_copy(Stream& stream, const CUDA_MEMCPY3D& asked, CopyWaits waits);

// Consecutive bytes in memory, or in the rows of an array.
struct RunOfBytes {
    CUarray array = nullptr;                  // null: memory
    CUmemorytype type = CU_MEMORYTYPE_ARRAY;  // of the memory
    std::uint64_t begin = 0;                  // the address; for an array: the byte within the row
    std::size_t row = 0;
};
CUresult copy_run(Stream& stream, const RunOfBytes& to, const RunOfBytes& from, std::size_t bytes, CopyWaits waits);

}  // namespace ringfence::driver
