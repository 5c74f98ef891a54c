#include "softgpu/math/matrix_dot.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "softgpu/math/convert.h"

namespace ringfence::softgpu::math {
namespace {

constexpr int kept_bits = 25;          // below the largest exponent
constexpr int least_alignment = -133;  // the largest exponent is never taken for less
// Stand-ins for the exponent of a zero (never the largest, not even as part of a product), an infinity, a NaN.
constexpr std::int32_t no_exponent = -4096;
constexpr std::int32_t infinite_exponent = 4096;
constexpr std::int32_t nan_exponent = 4097;

const Format& format_of(Element type) {
    switch (type) {
        case Element::BF16: return bf16;
        case Element::TF32: return tf32;
        case Element::F32: return f32;
        default: return f16;
    }
}

struct Taken {
    std::int32_t significand = 0;
    std::int32_t exponent = no_exponent;

    bool is_special() const { return exponent >= infinite_exponent; }
};

// `bits` without spare bits.
Taken take_apart(std::uint32_t bits, const Format& format) {
    const auto mantissa = static_cast<std::int32_t>(bits & (format.hidden_bit() - 1));
    const auto exponent = static_cast<std::int32_t>((bits & format.exponent_mask()) >> format.mantissa_bits);
    if (exponent == 0 && mantissa == 0) return {};
    const bool negative = (bits & format.sign_bit()) != 0;
    const auto hidden = exponent == 0 ? 0 : static_cast<std::int32_t>(format.hidden_bit());
    Taken taken;
    taken.significand = negative ? -(mantissa | hidden) : (mantissa | hidden);
    taken.exponent = std::max(exponent - format.bias(), format.lowest_exponent());
    if (exponent == (1 << format.exponent_bits) - 1) taken.exponent = mantissa == 0 ? infinite_exponent : nan_exponent;
    return taken;
}

// Moves a significand with kept_bits - `room` bits behind the point to the place of kept_bits, and down by the distance
// to the largest exponent. Bits that fall off the end are lost, towards zero.
std::uint32_t align(std::uint32_t magnitude, int room, std::int32_t distance) {
    return (magnitude << room) >> std::min(distance, 31);
}

// The sums of the positive and of the negative terms. Each term is below 2^27, so with 16 products and the accumulator
// they fit into 32 bits.
struct Sums {
    std::uint32_t positive = 0;
    std::uint32_t negative = 0;

    std::int64_t total() const { return static_cast<std::int64_t>(positive) - static_cast<std::int64_t>(negative); }
};

// sum * 2^exponent, rounded to f32 towards zero.
std::uint32_t to_f32(std::int64_t sum, int exponent) {
    if (sum == 0) return 0;
    const std::uint32_t sign = sum < 0 ? 0x8000'0000U : 0;
    const auto magnitude = static_cast<std::uint64_t>(std::abs(sum));
    const int top = static_cast<int>(std::bit_width(magnitude)) - 1;
    if (exponent + top > 127) return sign | 0x7f80'0000U;
    const int lowest = std::max(exponent + top, -126) - 23;  // the exponent of the result's last bit
    const int drop = lowest - exponent;
    const std::uint64_t significand = drop >= 0 ? magnitude >> std::min(drop, 63) : magnitude << -drop;
    // The hidden bit adds 1 to the exponent field, which is 0 for subnormals.
    return sign | static_cast<std::uint32_t>((static_cast<std::uint64_t>(lowest + 149) << 23) + significand);
}

// The same to f16, to the nearest even.
std::uint32_t to_f16(std::int64_t sum, int exponent) {
    if (sum == 0) return 0;
    const std::uint32_t sign = sum < 0 ? 0x8000U : 0;
    const auto magnitude = static_cast<std::uint64_t>(std::abs(sum));
    const int top = static_cast<int>(std::bit_width(magnitude)) - 1;
    if (exponent + top > 15) return sign | 0x7c00U;
    const int lowest = std::max(exponent + top, -14) - 10;
    const int drop = lowest - exponent;
    std::uint64_t significand = 0;
    if (drop <= 0) {
        significand = magnitude << -drop;
    } else if (drop < 63) {
        const std::uint64_t rest = magnitude & ((std::uint64_t{1} << drop) - 1);
        const std::uint64_t half = std::uint64_t{1} << (drop - 1);
        significand = magnitude >> drop;
        if (rest > half || (rest == half && (significand & 1) != 0)) ++significand;
    }
    if (significand == 0) return 0;  // what underflows to zero loses its sign
    // A carry into the exponent is right as it is, up to infinity.
    return sign | static_cast<std::uint32_t>((static_cast<std::uint64_t>(lowest + 24) << 10) + significand);
}

// Plain pointers: what follows is most of the work. Blocks have few lengths, and with the length known the loops become
// a handful of vector instructions.
struct Factors {
    const std::int32_t* a_significands;
    const std::int32_t* a_exponents;
    const std::int32_t* b_significands;
    const std::int32_t* b_exponents;
};

template <unsigned count>
std::int32_t largest_of(const Factors& factors, std::int32_t largest) {
    for (unsigned i = 0; i < count; ++i)
        largest = std::max(largest, factors.a_exponents[i] + factors.b_exponents[i]);
    return largest;
}

template <unsigned count>
Sums sum_of(const Factors& factors, int room, std::int32_t largest) {
    Sums sums;
    for (unsigned i = 0; i < count; ++i) {
        const std::int32_t product = factors.a_significands[i] * factors.b_significands[i];
        const std::int32_t sign = product >> 31;
        const auto magnitude = static_cast<std::uint32_t>((product ^ sign) - sign);
        const std::int32_t distance = largest - factors.a_exponents[i] - factors.b_exponents[i];
        const std::uint32_t term = align(magnitude, room, distance);
        sums.negative += term & static_cast<std::uint32_t>(sign);
        sums.positive += term & ~static_cast<std::uint32_t>(sign);
    }
    return sums;
}

Factors after(const Factors& factors, unsigned count) {
    return {factors.a_significands + count, factors.a_exponents + count, factors.b_significands + count,
            factors.b_exponents + count};
}

std::int32_t largest_exponent(const Factors& factors, unsigned count, std::int32_t largest) {
    switch (count) {
        case 0: return largest;
        case 4: return largest_of<4>(factors, largest);
        case 8: return largest_of<8>(factors, largest);
        case 16: return largest_of<16>(factors, largest);
        default: return largest_exponent(after(factors, 1), count - 1, largest_of<1>(factors, largest));
    }
}

Sums sum_products(const Factors& factors, unsigned count, int room, std::int32_t largest) {
    switch (count) {
        case 0: return {};
        case 4: return sum_of<4>(factors, room, largest);
        case 8: return sum_of<8>(factors, room, largest);
        case 16: return sum_of<16>(factors, room, largest);
        default: {
            Sums sums = sum_of<1>(factors, room, largest);
            const Sums rest = sum_products(after(factors, 1), count - 1, room, largest);
            sums.positive += rest.positive;
            sums.negative += rest.negative;
            return sums;
        }
    }
}

// Only what matters to infinities and NaNs: the sign, and whether it is zero.
double rough_value(std::int32_t significand, std::int32_t exponent) {
    const double sign = significand < 0 ? -1.0 : 1.0;
    switch (exponent) {
        case no_exponent: return 0.0;
        case infinite_exponent: return sign * std::numeric_limits<double>::infinity();
        case nan_exponent: return std::numeric_limits<double>::quiet_NaN();
        default: return sign;
    }
}

// A line's infinities and NaNs may all lie in other blocks of it.
bool has_special(const TensorBlock& block, std::size_t a, std::size_t b) {
    for (unsigned i = 0; i < block.count; ++i) {
        if (std::max(block.a.exponents[a + i], block.b.exponents[b + i]) >= infinite_exponent) return true;
    }
    return false;
}

// With infinities or NaNs about, the other terms do not count.
std::uint32_t special_dot(const TensorBlock& block, std::size_t a, std::size_t b, const Taken& c) {
    double sum = rough_value(c.significand, c.exponent);
    for (unsigned i = 0; i < block.count; ++i) {
        sum += rough_value(block.a.significands[a + i], block.a.exponents[a + i]) *
               rough_value(block.b.significands[b + i], block.b.exponents[b + i]);
    }
    const bool half = block.accumulator == Element::F16;
    if (std::isnan(sum)) return half ? 0x7fffU : 0x7fff'ffffU;
    const std::uint32_t infinity = half ? 0x7c00U : 0x7f80'0000U;
    return std::signbit(sum) ? infinity | (half ? 0x8000U : 0x8000'0000U) : infinity;
}

using HalfTable = std::array<std::uint16_t, 256>;

HalfTable f8_table(FormatId format) {
    HalfTable table{};
    for (std::uint32_t bits = 0; bits < table.size(); ++bits)
        table.at(bits) = static_cast<std::uint16_t>(convert(bits, format, FormatId::F16, {}));
    return table;
}

std::uint32_t e4m3_to_f16(std::uint32_t bits) {
    static const HalfTable table = f8_table(FormatId::E4M3);
    return table.at(bits);
}

std::uint32_t e5m2_to_f16(std::uint32_t bits) {
    static const HalfTable table = f8_table(FormatId::E5M2);
    return table.at(bits);
}

// A number of the type in the format it is multiplied in, without spare bits.
std::uint32_t tensor_bits(std::uint32_t bits, Element type) {
    switch (type) {
        case Element::TF32: return bits >> tf32.spare_bits;  // what lies below is ignored
        case Element::E4M3: return e4m3_to_f16(bits);
        case Element::E5M2: return e5m2_to_f16(bits);
        default: return bits;
    }
}

}  // namespace

TensorLines::TensorLines(Element type, std::span<const std::uint32_t> elements, unsigned line_length)
    : length(line_length),
      significands(elements.size()),
      exponents(elements.size()),
      special(elements.size() / line_length) {
    const Format format = format_of(type);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const Taken taken = take_apart(tensor_bits(elements[i], type), format);
        significands[i] = taken.significand;
        exponents[i] = taken.exponent;
        if (taken.is_special()) special[i / line_length] = 1;
    }
}

std::uint32_t TensorBlock::dot(unsigned a_line, unsigned b_line, std::uint32_t c) const {
    const Format& format = format_of(accumulator);
    const Taken addend = take_apart(c, format);
    const std::size_t a_first = std::size_t{a_line} * a.length + first;
    const std::size_t b_first = std::size_t{b_line} * b.length + first;
    const bool maybe_special = (a.special[a_line] | b.special[b_line]) != 0;
    if (addend.is_special() || (maybe_special && has_special(*this, a_first, b_first))) {
        return special_dot(*this, a_first, b_first, addend);
    }
    const Factors factors = {a.significands.data() + a_first, a.exponents.data() + a_first,
                             b.significands.data() + b_first, b.exponents.data() + b_first};
    const std::int32_t largest = largest_exponent(factors, count, std::max(addend.exponent, least_alignment));
    Sums sums = sum_products(factors, count, kept_bits - 2 * format_of(type).mantissa_bits, largest);
    const std::uint32_t last = align(static_cast<std::uint32_t>(std::abs(addend.significand)),
                                     kept_bits - format.mantissa_bits, largest - addend.exponent);
    (addend.significand < 0 ? sums.negative : sums.positive) += last;
    const int exponent = largest - kept_bits;
    return accumulator == Element::F16 ? to_f16(sums.total(), exponent) : to_f32(sums.total(), exponent);
}

}  // namespace ringfence::softgpu::math
