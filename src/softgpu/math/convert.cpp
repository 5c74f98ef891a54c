#include "softgpu/math/convert.h"

#include <bit>

#include "softgpu/math/number.h"

namespace ringfence::softgpu::math {
namespace {

// An integer of a type, as sign and magnitude.
struct SignedMagnitude {
    bool negative = false;
    std::uint64_t magnitude = 0;
};

SignedMagnitude split(std::uint64_t value, const IntegerType& type) {
    value &= type.mask();
    const bool negative = type.is_signed && value > type.largest();
    return {negative, negative ? (~value + 1) & type.mask() : value};
}

std::uint64_t clamp(bool negative, Wide magnitude, const IntegerType& type) {
    const Wide limit = negative ? type.least_magnitude() : type.largest();
    const auto clamped = static_cast<std::uint64_t>(magnitude < limit ? magnitude : limit);
    return (negative ? ~clamped + 1 : clamped) & type.mask();
}

std::uint64_t nan_as_integer(FormatId from, const IntegerType& to) {
    const bool wide = from == FormatId::F64 || to.bits == 64;
    return wide ? std::uint64_t{1} << (to.bits - 1) : 0;
}

// A double's NaN keeps its sign and what fits of its payload, and is made quiet.
std::uint64_t narrow_nan(std::uint64_t bits, const Format& to) {
    const std::uint64_t payload = (bits & (f64.hidden_bit() - 1)) >> (f64.mantissa_bits - to.mantissa_bits);
    return (bits >> 63 != 0 ? to.sign_bit() : 0) | to.exponent_mask() | to.hidden_bit() >> 1 | payload;
}

// The device cuts a NaN like any number when it rounds ties away, and takes one step off what is not finite.
std::uint64_t nan_to_tf32(std::uint64_t bits, bool satfinite) {
    constexpr std::uint64_t unit = std::uint64_t{1} << tf32.spare_bits;
    return (bits & ~(unit - 1)) - (satfinite ? unit : 0);
}

}  // namespace

std::uint64_t convert(std::uint64_t bits, FormatId from, FormatId to, const Mode& mode) {
    const Number number = unpack(bits, format_of(from), mode.flush && from == FormatId::F32 && to != FormatId::F16);
    if (number.is_nan() && from == FormatId::F64 && !mode.saturate) return narrow_nan(bits, format_of(to));
    if (number.is_nan() && to == FormatId::TF32 && mode.rounding == Rounding::NearestAway) {
        return nan_to_tf32(bits, mode.satfinite);
    }
    Mode result_mode = mode;
    result_mode.flush = mode.flush && to == FormatId::F32;
    return pack(number, format_of(to), result_mode);
}

std::uint64_t round_to_integral(std::uint64_t bits, FormatId format, const Mode& mode) {
    const Number number = unpack(bits, format_of(format), mode.flush);
    return pack(round_to_integral(number, mode.rounding), format_of(format), mode);
}

std::uint64_t to_integer(std::uint64_t bits, FormatId from, const IntegerType& to, const Mode& mode) {
    const Number number = round_to_integral(unpack(bits, format_of(from), mode.flush), mode.rounding);
    switch (number.kind) {
        case NumberKind::Zero: return 0;
        case NumberKind::NaN: return nan_as_integer(from, to);
        case NumberKind::Infinity: return clamp(number.negative, ~Wide{0}, to);
        case NumberKind::Finite: break;
    }
    // A significand has at most 53 bits, so that nothing is shifted out while the exponent is below 64.
    const Wide magnitude = number.exponent < 64 ? number.significand << number.exponent : ~Wide{0};
    return clamp(number.negative, magnitude, to);
}

std::uint64_t from_integer(std::uint64_t value, const IntegerType& from, FormatId to, const Mode& mode) {
    const SignedMagnitude parts = split(value, from);
    return pack(Number::finite(parts.negative, 0, parts.magnitude), format_of(to), mode);
}

std::uint64_t saturate_integer(std::uint64_t value, const IntegerType& from, const IntegerType& to) {
    const SignedMagnitude parts = split(value, from);
    return clamp(parts.negative, parts.magnitude, to);
}

float to_float(std::uint64_t bits, FormatId from) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(convert(bits, from, FormatId::F32, {})));
}

}  // namespace ringfence::softgpu::math
