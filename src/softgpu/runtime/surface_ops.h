// Surface instructions, as compiled code calls them.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

// The effect of an access outside: a fault; the nearest place inside; loads give 0 and stores are dropped.
enum class Boundary : std::uint32_t { Trap, Clamp, Zero };

// How a surface is accessed. Passed by compiled code as a number.
struct SurfaceMode {
    std::uint32_t dimensions = 2;
    bool layered = false;
    bool samples = false;  // .p: x counts elements, otherwise bytes
    Boundary boundary = Boundary::Trap;
    std::uint32_t bytes = 4;     // of the access: a power of two up to 16
    std::uint32_t channels = 1;  // of sust.p: words that it brings

    std::uint32_t bits() const {
        return dimensions | (layered ? 4U : 0U) | (samples ? 8U : 0U) | static_cast<std::uint32_t>(boundary) << 4 |
               bytes << 6 | channels << 11;
    }
    static SurfaceMode from_bits(std::uint32_t bits) {
        return {bits & 3,       (bits & 4) != 0, (bits & 8) != 0, static_cast<Boundary>(bits >> 4 & 3),
                bits >> 6 & 31, bits >> 11 & 7};
    }
};

extern "C" {

// `at` has four words: layer, x, y, z. `mode` is SurfaceMode::bits().
void rf_surface_load(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at, void* out,
                     SiteId site);
void rf_surface_store(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at,
                      const void* in, SiteId site);
// sust.p: words, each of which is fitted into a channel of the element.
void rf_surface_store_samples(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at,
                              const std::uint32_t* in, SiteId site);
// `operation` is a BulkOperation or surface_exchange, `type` a BulkType of integers.
void rf_surface_reduce(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::int32_t* at,
                       std::uint64_t value, std::uint32_t operation, std::uint32_t type, SiteId site);

}  // extern "C"

// A BulkOperation, or this.
constexpr std::uint32_t surface_exchange = 0xff;

// These, by name.
std::span<const RuntimeFunction> surface_functions();

}  // namespace ringfence::softgpu
