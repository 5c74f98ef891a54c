// Half precision against exact fixed-point arithmetic: every f16 is a multiple of 2^-24, every product of 2^-48.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "softgpu/math/arithmetic.h"
#include "softgpu/math/convert.h"
#include "support.h"

namespace ringfence::softgpu::math {
namespace {

__extension__ using Fixed = __int128;

// In units of 2^-48; finite numbers only.
Fixed fixed_of(std::uint64_t bits) {
    const int field = static_cast<int>(bits >> 10 & 31);
    const Fixed mantissa = static_cast<Fixed>(bits & 1023) + (field != 0 ? 1024 : 0);
    const Fixed magnitude = mantissa << (24 + std::max(field, 1) - 1);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// The f16 nearest to a magnitude, by search among all of them.
std::uint64_t nearest(Fixed magnitude) {
    std::uint64_t low = 0;
    std::uint64_t high = 0x7c00;  // where infinity lies, 65536 comes
    while (high - low > 1) {
        const std::uint64_t middle = (low + high) / 2;
        (fixed_of(middle) <= magnitude ? low : high) = middle;
    }
    const Fixed below = magnitude - fixed_of(low);
    const Fixed above = fixed_of(high) - magnitude;
    if (below == above) return low % 2 == 0 ? low : high;
    return below < above ? low : high;
}

std::uint64_t expected_fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const Fixed product = (fixed_of(a) >> 24) * (fixed_of(b) >> 24);
    const Fixed sum = product + fixed_of(c);
    if (sum == 0) {
        const bool product_negative = ((a ^ b) & 0x8000) != 0;
        const bool both = product == 0 && product_negative && (c & 0x8000) != 0;
        return both ? 0x8000 : 0;
    }
    return sum < 0 ? 0x8000 | nearest(-sum) : nearest(sum);
}

bool is_finite16(std::uint64_t bits) {
    return (bits & 0x7c00) != 0x7c00;
}

TEST(Half, FusedMultiplyAddRoundsOnce) {
    Random random;
    for (int i = 0; i < 300'000; ++i) {
        const std::uint64_t a = random.bits(f16);
        const std::uint64_t b = random.bits(f16);
        const std::uint64_t c = random.bits(f16);
        if (!is_finite16(a) || !is_finite16(b) || !is_finite16(c)) continue;
        ASSERT_EQ(fused_multiply_add(a, b, c, FormatId::F16, {}), expected_fma(a, b, c))
            << std::hex << a << " " << b << " " << c;
    }
}

TEST(Half, TiesBrokenByATinyAddend) {
    // 1.0009765625 * 1.0009765625 lies just above a tie after c is added; rounding twice would lose that.
    EXPECT_EQ(fused_multiply_add(0x3c01, 0x3c01, 0x0001, FormatId::F16, {}), expected_fma(0x3c01, 0x3c01, 0x0001));
    EXPECT_EQ(fused_multiply_add(0x3c00, 0x1000, 0x3c00, FormatId::F16, {}), 0x3c00U);
    EXPECT_EQ(fused_multiply_add(0x3c01, 0x1000, 0x3c00, FormatId::F16, {}), 0x3c01U);
}

TEST(Half, EveryHalfWidensExactly) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
        if (!is_finite16(bits)) continue;
        const double expected = static_cast<double>(fixed_of(bits)) * 0x1p-48;
        ASSERT_EQ(double_of(convert(bits, FormatId::F16, FormatId::F64, {})), expected);
        ASSERT_EQ(static_cast<double>(to_float(bits, FormatId::F16)), expected);
        ASSERT_EQ(convert(convert(bits, FormatId::F16, FormatId::F32, {}), FormatId::F32, FormatId::F16, {}), bits);
    }
}

TEST(Half, NotANumberIsCanonical) {
    EXPECT_EQ(add(0x7e00, 0x3c00, FormatId::F16, {}), 0x7fffU);
    EXPECT_EQ(add(0xfc00, 0x7c00, FormatId::F16, {}), 0x7fffU);
    EXPECT_EQ(multiply(0xff80, 0x0000, FormatId::BF16, {}), 0x7fffU);
    EXPECT_EQ(convert(0xfe01, FormatId::F16, FormatId::F32, {}), 0x7fff'ffffU);
}

TEST(Half, EveryBfloatIsTheUpperHalfOfASingle) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
        if ((bits & 0x7fff) >= 0x7f80) continue;
        ASSERT_EQ(convert(bits, FormatId::BF16, FormatId::F32, {}), bits << 16);
        ASSERT_EQ(convert(bits << 16 | 0x7fff, FormatId::F32, FormatId::BF16, {Rounding::Zero}), bits)
            << std::hex << bits;
    }
}

}  // namespace
}  // namespace ringfence::softgpu::math
