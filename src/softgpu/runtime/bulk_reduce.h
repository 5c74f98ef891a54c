// Reductions of arrays in memory: cp.reduce.async.bulk and red.async.
#pragma once

#include <cstdint>

#include "softgpu/runtime/async_ops.h"

namespace ringfence::softgpu {

// Combines each element of `from` into the one of `to`, atomically. Both are aligned to the element's size.
void bulk_reduce(void* to, const void* from, std::uint32_t bytes, BulkOperation operation, BulkType type);

}  // namespace ringfence::softgpu
