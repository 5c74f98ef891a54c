// Correctly rounded arithmetic on bit patterns, in every format, rounding and mode.
//
// A NaN operand of f64 is given on, made quiet; the other formats give their canonical NaN.
#pragma once

#include <cstdint>

#include "softgpu/math/format.h"

namespace ringfence::softgpu::math {

std::uint64_t add(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode);
std::uint64_t subtract(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode);
std::uint64_t multiply(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode);
std::uint64_t fused_multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, FormatId format, const Mode& mode);
std::uint64_t divide(std::uint64_t a, std::uint64_t b, FormatId format, const Mode& mode);
std::uint64_t reciprocal(std::uint64_t a, FormatId format, const Mode& mode);
std::uint64_t square_root(std::uint64_t a, FormatId format, const Mode& mode);

}  // namespace ringfence::softgpu::math
