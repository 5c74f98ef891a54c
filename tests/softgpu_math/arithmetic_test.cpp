// Compares with the processor's own arithmetic, which is IEEE 754 in every rounding mode.
#include "softgpu/math/arithmetic.h"

#include <functional>

#include <gtest/gtest.h>

#include "support.h"

namespace ringfence::softgpu::math {
namespace {

// The device's bits for a result of the processor.
std::uint64_t device_bits(float value) {
    return std::isnan(value) ? f32.canonical_nan : bits_of(value);
}

using Operation3 = std::uint64_t (*)(std::uint64_t, std::uint64_t, std::uint64_t, FormatId, const Mode&);

template <typename Float>
using Native = Float (*)(Float, Float, Float);

template <typename Float>
struct Case {
    const char* name;
    Operation3 operation;
    Native<Float> native;
};

template <typename Float>
const Case<Float> cases[] = {
    {"add", [](std::uint64_t a, std::uint64_t b, std::uint64_t, FormatId f, const Mode& m) { return add(a, b, f, m); },
     [](Float a, Float b, Float) { return a + b; }},
    {"subtract",
     [](std::uint64_t a, std::uint64_t b, std::uint64_t, FormatId f, const Mode& m) { return subtract(a, b, f, m); },
     [](Float a, Float b, Float) { return a - b; }},
    {"multiply",
     [](std::uint64_t a, std::uint64_t b, std::uint64_t, FormatId f, const Mode& m) { return multiply(a, b, f, m); },
     [](Float a, Float b, Float) { return a * b; }},
    {"divide",
     [](std::uint64_t a, std::uint64_t b, std::uint64_t, FormatId f, const Mode& m) { return divide(a, b, f, m); },
     [](Float a, Float b, Float) { return a / b; }},
    {"reciprocal",
     [](std::uint64_t a, std::uint64_t, std::uint64_t, FormatId f, const Mode& m) { return reciprocal(a, f, m); },
     [](Float a, Float, Float) { return Float{1} / a; }},
    {"square_root",
     [](std::uint64_t a, std::uint64_t, std::uint64_t, FormatId f, const Mode& m) { return square_root(a, f, m); },
     [](Float a, Float, Float) { return std::sqrt(a); }},
    {"fma", fused_multiply_add, [](Float a, Float b, Float c) { return std::fma(a, b, c); }},
};

// Keeps the compiler from computing the expectation before the rounding mode is set.
template <typename Float>
Float in_rounding(Rounding rounding, Native<Float> native, Float a, Float b, Float c) {
    volatile Float x = a;
    volatile Float y = b;
    volatile Float z = c;
    const ProcessorRounding mode(rounding);
    volatile Float result = native(x, y, z);
    return result;
}

void check32(const Case<float>& tested, Rounding rounding, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const float expected = in_rounding(rounding, tested.native, float_of(a), float_of(b), float_of(c));
    ASSERT_EQ(tested.operation(a, b, c, FormatId::F32, {rounding}), device_bits(expected))
        << tested.name << std::hex << " " << a << " " << b << " " << c << " rounding " << static_cast<int>(rounding);
}

void check64(const Case<double>& tested, Rounding rounding, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const double expected = in_rounding(rounding, tested.native, double_of(a), double_of(b), double_of(c));
    const std::uint64_t actual = tested.operation(a, b, c, FormatId::F64, {rounding});
    if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(double_of(actual))) << tested.name;
        return;
    }
    ASSERT_EQ(actual, bits_of(expected)) << tested.name << std::hex << " " << a << " " << b << " " << c << " rounding "
                                         << static_cast<int>(rounding);
}

TEST(Arithmetic, SingleAgreesWithTheProcessorOnEdges) {
    const auto edges = edge_values(f32);
    for (const auto& tested : cases<float>) {
        for (std::size_t i = 0; i < edges.size() * edges.size(); ++i) {
            for (Rounding rounding : all_roundings) {
                check32(tested, rounding, edges[i % edges.size()], edges[i / edges.size()],
                        edges[(i * 7) % edges.size()]);
            }
        }
    }
}

TEST(Arithmetic, SingleAgreesWithTheProcessorOnRandomNumbers) {
    Random random;
    for (const auto& tested : cases<float>) {
        for (int i = 0; i < 50'000; ++i) {
            check32(tested, all_roundings[i % 4], random.bits(f32), random.bits(f32), random.bits(f32));
        }
    }
}

TEST(Arithmetic, DoubleAgreesWithTheProcessorOnEdges) {
    const auto edges = edge_values(f64);
    for (const auto& tested : cases<double>) {
        for (std::size_t i = 0; i < edges.size() * edges.size(); ++i) {
            for (Rounding rounding : all_roundings) {
                check64(tested, rounding, edges[i % edges.size()], edges[i / edges.size()],
                        edges[(i * 7) % edges.size()]);
            }
        }
    }
}

TEST(Arithmetic, DoubleAgreesWithTheProcessorOnRandomNumbers) {
    Random random;
    for (const auto& tested : cases<double>) {
        for (int i = 0; i < 50'000; ++i) {
            check64(tested, all_roundings[i % 4], random.bits(f64), random.bits(f64), random.bits(f64));
        }
    }
}

std::uint64_t add32(float a, float b, const Mode& mode) {
    return add(bits_of(a), bits_of(b), FormatId::F32, mode);
}

TEST(Arithmetic, FlushesSubnormalOperandsAndResults) {
    const Mode flush = {Rounding::NearestEven, true};
    EXPECT_EQ(add32(0x1p-140F, 0x1p-126F, flush), bits_of(0x1p-126F));
    EXPECT_EQ(add32(-0x1p-140F, -0x1p-140F, flush), bits_of(-0.0F));
    EXPECT_EQ(add32(0x1.8p-126F, -0x1p-126F, flush), 0U);
    EXPECT_EQ(add32(-0x1.8p-126F, 0x1p-126F, flush), bits_of(-0.0F));
    EXPECT_EQ(divide(bits_of(1.0F), bits_of(-0x1p-140F), FormatId::F32, flush), bits_of(-INFINITY));
}

TEST(Arithmetic, FlushesWhatIsSubnormalBeforeItLosesPrecision) {
    const Mode flush = {Rounding::NearestEven, true};
    // 2^-126 - 2^-150 is a float but for its exponent; as a subnormal it would be rounded up to 2^-126.
    EXPECT_EQ(multiply(0x3f7f'ffff, 0x0080'0000, FormatId::F32, {}), 0x0080'0000U);
    EXPECT_EQ(multiply(0x3f7f'ffff, 0x0080'0000, FormatId::F32, flush), 0U);
    EXPECT_EQ(multiply(0x8400, 0x3bff, FormatId::F16, flush), 0x8000U);
    EXPECT_EQ(divide(0x80ff'ffff, bits_of(2.0F), FormatId::F32, flush), bits_of(-0.0F));
}

TEST(Arithmetic, DoubleGivesOnANaN) {
    constexpr std::uint64_t first = 0x7ff8'0000'0000'0001;
    constexpr std::uint64_t second = 0xfff0'0000'0000'0002;
    constexpr std::uint64_t third = 0x7ff8'0000'0000'0003;
    constexpr std::uint64_t quiet_second = 0xfff8'0000'0000'0002;
    const std::uint64_t one = bits_of(1.0);
    EXPECT_EQ(add(first, one, FormatId::F64, {}), first);
    EXPECT_EQ(add(first, second, FormatId::F64, {}), quiet_second);
    EXPECT_EQ(subtract(one, second, FormatId::F64, {}), quiet_second);
    EXPECT_EQ(multiply(first, second, FormatId::F64, {}), quiet_second);
    EXPECT_EQ(divide(first, second, FormatId::F64, {}), first);
    EXPECT_EQ(fused_multiply_add(first, second, third, FormatId::F64, {}), quiet_second);
    EXPECT_EQ(fused_multiply_add(first, one, third, FormatId::F64, {}), third);
    EXPECT_EQ(add(bits_of(HUGE_VAL), bits_of(-HUGE_VAL), FormatId::F64, {}), 0xfff8'0000'0000'0000U);
    EXPECT_EQ(square_root(bits_of(-1.0), FormatId::F64, {}), 0xfff8'0000'0000'0000U);
}

TEST(Arithmetic, SaturatesToTheUnitInterval) {
    const Mode saturate = {Rounding::NearestEven, false, true};
    EXPECT_EQ(add32(0.75F, 0.5F, saturate), bits_of(1.0F));
    EXPECT_EQ(add32(0.25F, 0.5F, saturate), bits_of(0.75F));
    EXPECT_EQ(add32(0.25F, -0.5F, saturate), 0U);
    EXPECT_EQ(add32(-0.0F, -0.0F, saturate), 0U);
    EXPECT_EQ(add32(INFINITY, 1.0F, saturate), bits_of(1.0F));
    EXPECT_EQ(add32(NAN, 1.0F, saturate), 0U);
    EXPECT_EQ(add32(INFINITY, -INFINITY, saturate), 0U);
}

TEST(Arithmetic, TheSignOfAZeroSumFollowsTheRounding) {
    EXPECT_EQ(add32(1.0F, -1.0F, {Rounding::NearestEven}), 0U);
    EXPECT_EQ(add32(1.0F, -1.0F, {Rounding::Down}), bits_of(-0.0F));
    EXPECT_EQ(add32(0.0F, -0.0F, {Rounding::Up}), 0U);
    EXPECT_EQ(add32(0.0F, -0.0F, {Rounding::Down}), bits_of(-0.0F));
}

}  // namespace
}  // namespace ringfence::softgpu::math
