// Tensor copies, as compiled code calls them.
//
// They are done when they are issued. `map` is a host pointer to 128 bytes that may be read; `at` holds the
// coordinates, the innermost dimension's first, and behind them the offsets of a copy of columns. `shared` is a host
// pointer into the shared memory of the block or its cluster, of which no more than its first 16 bytes were checked:
// how many a copy needs stands in the map.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

constexpr unsigned tensor_shared_alignment = 128;
constexpr unsigned tensor_map_alignment = 64;
constexpr unsigned tensor_begin_alignment = 16;  // of a box in the innermost dimension, in bytes

// How a copy names its place. Passed by compiled code as a number.
struct TensorMode {
    std::uint32_t coordinates = 0;
    bool columns = false;

    std::uint32_t bits() const { return coordinates | (columns ? 8U : 0U); }
    static TensorMode from_bits(std::uint32_t bits) { return {bits & 7U, (bits & 8U) != 0}; }
};

extern "C" {

// The barrier is told that the whole box has come, what lies outside of the tensor included.
void rf_tensor_load(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode, void* shared,
                    std::uint64_t* barrier, SiteId site);
// The same to the same place in the shared memory of each of these blocks of the cluster; `shared` and `barrier` are
// the block's own.
void rf_tensor_multicast(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode, void* shared,
                         std::uint64_t* barrier, std::uint32_t ranks, SiteId site);
void rf_tensor_store(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode,
                     const void* shared, SiteId site);
// `operation` is a BulkOperation; the type stands in the map.
void rf_tensor_reduce(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode,
                      const void* shared, std::uint32_t operation, SiteId site);
// Nothing but the map is looked at.
void rf_tensor_prefetch(ThreadState* thread, const void* map, std::uint32_t mode, SiteId site);
// tensormap.replace: `part` is a TensorMapPart.
void rf_tensor_map_replace(ThreadState* thread, void* map, std::uint32_t part, std::uint32_t index, std::uint64_t value,
                           SiteId site);

}  // extern "C"

// These, by name.
std::span<const RuntimeFunction> tensor_functions();

}  // namespace ringfence::softgpu
