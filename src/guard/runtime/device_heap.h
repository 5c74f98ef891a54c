// The heap of a tenant's kernels (malloc and free in device code), as the guard's device functions keep it
// (runtime.ptx).
//
// It lies in the tenant's window, so the tenant can write anything into it: nothing in it is trusted, neither by the
// device functions, which fence every address that they find there, nor here. The header stands at its beginning; the
// rest need not be initialised.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"

namespace ringfence::guard {

constexpr std::size_t heap_list_count = 40;
constexpr std::uint64_t heap_header_bytes = 512;
constexpr std::uint64_t heap_alignment = 256;                   // of the header's address
constexpr std::uint64_t largest_heap = std::uint64_t{1} << 36;  // places in it are 32 bits, in units of 16 bytes

// As it lies in memory.
struct DeviceHeapHeader {
    std::uint64_t bytes;      // of the heap, with this header
    std::uint64_t used;       // up to there it was handed out at some time
    std::uint32_t bad_frees;  // of memory that was not allocated
    std::uint32_t unused;
    std::uint64_t unused2;
    // The free blocks of 2^i bytes: the first one's place in the lower half, a number that changes with the list above.
    std::array<std::uint64_t, heap_list_count> free;
};
static_assert(sizeof(DeviceHeapHeader) <= heap_header_bytes);
static_assert(offsetof(DeviceHeapHeader, free) == 32);

// The first bytes of an empty heap of this size.
Result<std::array<std::byte, heap_header_bytes>> make_device_heap(std::uint64_t bytes);

struct DeviceHeapState {
    std::uint64_t used = 0;  // never more than the heap's size
    std::uint32_t bad_frees = 0;
};

// The header's contents, as far as they are plausible; `bytes` is the size that it was made for.
DeviceHeapState read_device_heap(std::span<const std::byte, heap_header_bytes> header, std::uint64_t bytes);

}  // namespace ringfence::guard
