// Functions on bits that have no counterpart on processors.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/math/functions.h"

namespace ringfence::softgpu::math {

// fns: the position of the n-th bit that is set in `mask`, counted from bit `base` upwards (n > 0), or downwards
// (n < 0); 0 asks whether bit `base` itself is set. All ones if there is none.
std::uint32_t find_nth_set(std::uint32_t mask, std::uint32_t base, std::int32_t n);

//     rf_find_nth_set   u32 (u32 mask, u32 base, u32 n)
std::span<const RuntimeFunction> bits_functions();

}  // namespace ringfence::softgpu::math
