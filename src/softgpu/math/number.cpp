#include "softgpu/math/number.h"

#include <bit>
#include <utility>

namespace ringfence::softgpu::math {
namespace {

constexpr int wide_bits = 128;
// Where the highest bit of a normalised significand lies: an addition may carry into the bit above.
constexpr int top = 126;

int highest_bit(Wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<std::uint64_t>(value));
}

// Keeps in the lowest bit whether something was lost.
Wide shift_right_sticky(Wide value, int count) {
    if (count == 0) return value;
    if (count >= wide_bits) return value != 0 ? 1 : 0;
    const bool lost = (value << (wide_bits - count)) != 0;
    return (value >> count) | (lost ? 1 : 0);
}

void normalize(Number& number) {
    const int shift = top - highest_bit(number.significand);
    number.significand = shift >= 0 ? number.significand << shift : shift_right_sticky(number.significand, -shift);
    number.exponent -= shift;
}

// True if the bits that are cut off (`rest`, of which `half` would be a tie) round the magnitude up.
bool rounds_up(Wide kept, Wide rest, Wide half, bool negative, Rounding rounding) {
    switch (rounding) {
        case Rounding::NearestEven: return rest > half || (rest == half && (kept & 1) != 0);
        case Rounding::NearestAway: return rest >= half;
        case Rounding::Zero: return false;
        case Rounding::Down: return negative && rest != 0;
        case Rounding::Up: return !negative && rest != 0;
    }
    return false;
}

// significand / 2^shift, rounded.
Wide shift_right_rounded(Wide significand, int shift, bool negative, Rounding rounding) {
    if (shift >= wide_bits) {
        // All of it is cut off, and it is less than half.
        return rounds_up(0, 1, 2, negative, rounding) ? 1 : 0;
    }
    const Wide kept = significand >> shift;
    const Wide half = Wide{1} << (shift - 1);
    const Wide rest = significand & ((half << 1) - 1);
    return kept + (rounds_up(kept, rest, half, negative, rounding) ? 1 : 0);
}

bool overflows_to_infinity(bool negative, Rounding rounding) {
    switch (rounding) {
        case Rounding::Zero: return false;
        case Rounding::Down: return negative;
        case Rounding::Up: return !negative;
        default: return true;
    }
}

std::uint64_t infinity_bits(const Format& format, bool satfinite) {
    if (satfinite) return format.largest_finite();
    return format.has_infinity ? format.exponent_mask() : format.canonical_nan;
}

// Flushes a number below the least normal one: zero, unless rounding to the full precision would have reached the least
// normal number.
std::uint64_t flushed(const Number& number, const Format& format, Rounding rounding) {
    if (number.exponent + top != format.lowest_exponent() - 1) return 0;
    const Wide rounded = shift_right_rounded(number.significand, top - format.mantissa_bits, number.negative, rounding);
    return rounded >> (format.mantissa_bits + 1) != 0 ? format.hidden_bit() : 0;
}

// The bits of a number's magnitude.
std::uint64_t pack_finite(Number number, const Format& format, const Mode& mode) {
    normalize(number);
    const int exponent = number.exponent + top;
    const bool subnormal = exponent < format.lowest_exponent();
    if (subnormal && mode.flush) return flushed(number, format, mode.rounding);
    const int unit = (subnormal ? format.lowest_exponent() : exponent) - format.mantissa_bits;
    const Wide rounded =
        shift_right_rounded(number.significand, unit - number.exponent, number.negative, mode.rounding);
    if (exponent <= format.bias() + 1) {
        // The hidden bit adds one to the exponent field, as does a carry out of the mantissa.
        const std::uint64_t field = subnormal ? 0 : static_cast<std::uint64_t>(exponent - format.lowest_exponent());
        const std::uint64_t bits = (field << format.mantissa_bits) + static_cast<std::uint64_t>(rounded);
        if (bits <= format.largest_finite()) return bits;
    }
    return overflows_to_infinity(number.negative, mode.rounding) ? infinity_bits(format, mode.satfinite)
                                                                 : format.largest_finite();
}

std::uint64_t pack_magnitude(const Number& number, const Format& format, const Mode& mode) {
    switch (number.kind) {
        case NumberKind::Zero: return 0;
        case NumberKind::Infinity: return infinity_bits(format, mode.satfinite);
        case NumberKind::NaN: return format.canonical_nan;
        case NumberKind::Finite: break;
    }
    return pack_finite(number, format, mode);
}

std::uint64_t clamp_to_unit(const Number& number, std::uint64_t magnitude, const Format& format) {
    if (number.is_nan() || number.negative) return 0;
    const std::uint64_t one = static_cast<std::uint64_t>(format.bias()) << format.mantissa_bits;
    return magnitude < one ? magnitude : one;
}

// Both finite, of different signs or the same; the result is exact but for the lowest bit.
Number add_finite(Number a, Number b, Rounding rounding) {
    normalize(a);
    normalize(b);
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) std::swap(a, b);
    const Wide smaller = shift_right_sticky(b.significand, a.exponent - b.exponent);
    if (a.negative == b.negative) return Number::finite(a.negative, a.exponent, a.significand + smaller);
    if (a.significand == smaller) return Number::zero(rounding == Rounding::Down);
    return Number::finite(a.negative, a.exponent, a.significand - smaller);
}

Wide integer_square_root(Wide value) {
    Wide root = 0;
    for (int bit = 63; bit >= 0; --bit) {
        const Wide tried = root | (Wide{1} << bit);
        if (tried * tried <= value) root = tried;
    }
    return root;
}

}  // namespace

const Format& format_of(FormatId id) {
    static constexpr Format formats[] = {f16, bf16, f32, f64, tf32, e4m3, e5m2};
    return formats[static_cast<std::uint32_t>(id)];
}

Number unpack(std::uint64_t bits, const Format& format, bool flush) {
    bits >>= format.spare_bits;
    const bool negative = (bits & format.sign_bit()) != 0;
    const std::uint64_t magnitude = bits & (format.sign_bit() - 1);
    const std::uint64_t field = magnitude >> format.mantissa_bits;
    const std::uint64_t mantissa = magnitude & (format.hidden_bit() - 1);
    if (magnitude > format.largest_finite()) {
        return format.has_infinity && mantissa == 0 ? Number::infinity(negative) : Number::nan();
    }
    const int unit = format.lowest_exponent() - format.mantissa_bits;
    if (field == 0) return flush ? Number::zero(negative) : Number::finite(negative, unit, mantissa);
    return Number::finite(negative, unit + static_cast<int>(field) - 1, mantissa | format.hidden_bit());
}

std::uint64_t pack(const Number& number, const Format& format, const Mode& mode) {
    const std::uint64_t magnitude = pack_magnitude(number, format, mode);
    if (mode.saturate) return clamp_to_unit(number, magnitude, format) << format.spare_bits;
    if (number.is_nan()) return magnitude << format.spare_bits;
    if (mode.relu && number.negative) return 0;
    return (magnitude | (number.negative ? format.sign_bit() : 0)) << format.spare_bits;
}

Number add(const Number& a, const Number& b, Rounding rounding) {
    if (a.is_nan() || b.is_nan()) return Number::nan();
    if (a.is_infinite() && b.is_infinite()) return a.negative == b.negative ? a : Number::nan();
    if (a.is_infinite()) return a;
    if (b.is_infinite()) return b;
    if (a.is_zero() && b.is_zero()) {
        return Number::zero(a.negative == b.negative ? a.negative : rounding == Rounding::Down);
    }
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    return add_finite(a, b, rounding);
}

// Exact: significands have at most 53 bits each.
Number multiply(const Number& a, const Number& b) {
    const bool negative = a.negative != b.negative;
    if (a.is_nan() || b.is_nan()) return Number::nan();
    if (a.is_infinite() || b.is_infinite()) {
        return a.is_zero() || b.is_zero() ? Number::nan() : Number::infinity(negative);
    }
    if (a.is_zero() || b.is_zero()) return Number::zero(negative);
    return Number::finite(negative, a.exponent + b.exponent, a.significand * b.significand);
}

Number divide(const Number& a, const Number& b) {
    const bool negative = a.negative != b.negative;
    if (a.is_nan() || b.is_nan()) return Number::nan();
    if (a.is_infinite()) return b.is_infinite() ? Number::nan() : Number::infinity(negative);
    if (b.is_infinite()) return Number::zero(negative);
    if (b.is_zero()) return a.is_zero() ? Number::nan() : Number::infinity(negative);
    if (a.is_zero()) return Number::zero(negative);
    Number dividend = a;
    normalize(dividend);
    const Wide quotient = dividend.significand / b.significand;
    const bool inexact = quotient * b.significand != dividend.significand;
    return Number::finite(negative, dividend.exponent - b.exponent, quotient | (inexact ? 1 : 0));
}

Number square_root(const Number& a) {
    if (a.is_nan() || a.is_zero()) return a;
    if (a.negative) return Number::nan();
    if (a.is_infinite()) return a;
    Number radicand = a;
    normalize(radicand);
    if (radicand.exponent % 2 != 0) {
        radicand.significand >>= 1;  // normalising has left zeros below
        radicand.exponent += 1;
    }
    const Wide root = integer_square_root(radicand.significand);
    const bool inexact = root * root != radicand.significand;
    // One more bit, for the sticky one to stand alone.
    return Number::finite(false, radicand.exponent / 2 - 1, (root << 1) | (inexact ? 1 : 0));
}

Number negate(Number a) {
    a.negative = !a.negative;
    return a;
}

Number round_to_integral(const Number& a, Rounding rounding) {
    if (a.kind != NumberKind::Finite || a.exponent >= 0) return a;
    return Number::finite(a.negative, 0, shift_right_rounded(a.significand, -a.exponent, a.negative, rounding));
}

}  // namespace ringfence::softgpu::math
