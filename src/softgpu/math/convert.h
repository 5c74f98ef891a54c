// Conversions between number formats, with every rounding and saturation.
#pragma once

#include <cstdint>

#include "softgpu/math/format.h"

namespace ringfence::softgpu::math {

struct IntegerType {
    unsigned bits = 32;  // 2 to 64
    bool is_signed = false;

    std::uint64_t mask() const { return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }
    std::uint64_t largest() const { return mask() >> (is_signed ? 1 : 0); }
    // The magnitude of the least value.
    std::uint64_t least_magnitude() const { return is_signed ? largest() + 1 : 0; }
};

// Between floating-point formats. A NaN becomes the destination's canonical one, but for f64 to a narrower format (what
// fits of it stays) and to tf32 with ties away (it is cut). Flushing concerns f32 only, and not f32 to f16.
std::uint64_t convert(std::uint64_t bits, FormatId from, FormatId to, const Mode& mode);

// To an integral value in the same format.
std::uint64_t round_to_integral(std::uint64_t bits, FormatId format, const Mode& mode);

// Out of range: the nearest value of the integer's range. NaN: 0, or the highest bit alone if either the source or the
// destination has 64 bits. The result is in the lowest bits, zeros above.
std::uint64_t to_integer(std::uint64_t bits, FormatId from, const IntegerType& to, const Mode& mode);

// `value` holds the integer in its lowest bits.
std::uint64_t from_integer(std::uint64_t value, const IntegerType& from, FormatId to, const Mode& mode);

// Clamps an integer to the range of another type.
std::uint64_t saturate_integer(std::uint64_t value, const IntegerType& from, const IntegerType& to);

// Exact, and with the payload of a NaN lost.
float to_float(std::uint64_t bits, FormatId from);

}  // namespace ringfence::softgpu::math
