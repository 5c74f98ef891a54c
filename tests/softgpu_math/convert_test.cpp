#include "softgpu/math/convert.h"

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>

#include <gtest/gtest.h>

#include "support.h"

namespace ringfence::softgpu::math {
namespace {

template <typename To, typename From>
To in_rounding(Rounding rounding, From value) {
    volatile From source = value;
    const ProcessorRounding mode(rounding);
    volatile To result = static_cast<To>(source);
    return result;
}

double integral_in_rounding(Rounding rounding, double value) {
    volatile double source = value;
    const ProcessorRounding mode(rounding);
    volatile double result = std::nearbyint(source);
    return result;
}

// A finite number of a small format, from the definition.
double value_of(std::uint64_t bits, const Format& format) {
    const std::uint64_t magnitude = bits & (format.sign_bit() - 1);
    const int field = static_cast<int>(magnitude >> format.mantissa_bits);
    const auto mantissa =
        static_cast<double>(magnitude & (format.hidden_bit() - 1)) / static_cast<double>(format.hidden_bit());
    const double value =
        field == 0 ? std::ldexp(mantissa, format.lowest_exponent()) : std::ldexp(1 + mantissa, field - format.bias());
    return (bits & format.sign_bit()) != 0 ? -value : value;
}

// The largest number of the format that is not above `magnitude`, by search.
std::uint64_t floor_in(const Format& format, double magnitude) {
    std::uint64_t low = 0;
    std::uint64_t high = format.largest_finite() + 1;
    while (high - low > 1) {
        const std::uint64_t middle = (low + high) / 2;
        (value_of(middle, format) <= magnitude ? low : high) = middle;
    }
    return low;
}

// Rounds a positive finite double; what lies past the largest number is one step above it.
std::uint64_t expected_magnitude(const Format& format, double magnitude, bool negative, Rounding rounding) {
    const std::uint64_t low = floor_in(format, magnitude);
    const double low_value = value_of(low, format);
    if (low_value == magnitude) return low;
    const double step =
        low == format.largest_finite() ? low_value - value_of(low - 1, format) : value_of(low + 1, format) - low_value;
    switch (rounding) {
        case Rounding::Zero: return low;
        case Rounding::Down: return negative ? low + 1 : low;
        case Rounding::Up: return negative ? low : low + 1;
        default: break;
    }
    const double rest = magnitude - low_value;
    if (rest * 2 == step) return low + (rounding == Rounding::NearestAway || low % 2 != 0 ? 1 : 0);
    return rest * 2 > step ? low + 1 : low;
}

void check_narrow(FormatId id, double value, Rounding rounding, bool satfinite) {
    const Format& format = format_of(id);
    std::uint64_t expected = expected_magnitude(format, std::fabs(value), value < 0, rounding);
    if (satfinite) expected = std::min(expected, format.largest_finite());
    if (std::signbit(value)) expected |= format.sign_bit();
    const Mode mode = {rounding, false, false, false, satfinite};
    ASSERT_EQ(convert(bits_of(value), FormatId::F64, id, mode), expected << format.spare_bits)
        << std::hexfloat << value << " rounding " << static_cast<int>(rounding);
}

// Every number of the format, the ties between neighbours, and what lies a little beside both.
void check_all_narrow(FormatId id, std::span<const Rounding> roundings, bool satfinite) {
    const Format& format = format_of(id);
    for (std::uint64_t bits = 0; bits < format.largest_finite(); ++bits) {
        const double number = value_of(bits, format);
        const double tie = (number + value_of(bits + 1, format)) / 2;
        for (double value : {number, tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e300)}) {
            for (Rounding rounding : roundings) {
                check_narrow(id, value, rounding, satfinite);
                check_narrow(id, -value, rounding, satfinite);
            }
        }
    }
    for (double value : {value_of(format.largest_finite(), format) * 1.01, 1e300, 1e-300}) {
        for (Rounding rounding : roundings) {
            check_narrow(id, value, rounding, satfinite);
            check_narrow(id, -value, rounding, satfinite);
        }
    }
}

TEST(Convert, EveryTieOfHalf) {
    check_all_narrow(FormatId::F16, all_roundings, false);
}

TEST(Convert, EveryTieOfBfloat) {
    check_all_narrow(FormatId::BF16, all_roundings, false);
}

TEST(Convert, EveryTieOfEightBits) {
    const Rounding nearest[] = {Rounding::NearestEven};
    check_all_narrow(FormatId::E4M3, nearest, true);
    check_all_narrow(FormatId::E5M2, nearest, true);
}

TEST(Convert, EveryTieOfTf32) {
    const Rounding roundings[] = {Rounding::NearestAway, Rounding::NearestEven, Rounding::Zero};
    check_all_narrow(FormatId::TF32, roundings, false);
}

TEST(Convert, EightBitsToHalf) {
    EXPECT_EQ(convert(0x7f, FormatId::E4M3, FormatId::F16, {}), 0x7fffU);
    EXPECT_EQ(convert(0xff, FormatId::E4M3, FormatId::F16, {}), 0x7fffU);
    EXPECT_EQ(convert(0x7c, FormatId::E5M2, FormatId::F16, {}), 0x7c00U);
    EXPECT_EQ(convert(0xfd, FormatId::E5M2, FormatId::F16, {}), 0x7fffU);
    for (std::uint64_t bits = 0; bits < 0x100; ++bits) {
        if ((bits & 0x7f) == 0x7f) continue;
        ASSERT_EQ(to_float(bits, FormatId::E4M3), value_of(bits, e4m3));
        if ((bits & 0x7f) > e5m2.largest_finite()) continue;
        // The format is the upper half of f16.
        ASSERT_EQ(convert(bits, FormatId::E5M2, FormatId::F16, {}), bits << 8);
    }
}

TEST(Convert, SpecialValuesOfSaturatedFormats) {
    const Mode satfinite = {Rounding::NearestEven, false, false, false, true};
    const Mode relu = {Rounding::NearestEven, false, false, true, true};
    EXPECT_EQ(convert(bits_of(INFINITY), FormatId::F32, FormatId::E4M3, satfinite), 0x7eU);
    EXPECT_EQ(convert(bits_of(-INFINITY), FormatId::F32, FormatId::E5M2, satfinite), 0xfbU);
    EXPECT_EQ(convert(bits_of(NAN), FormatId::F32, FormatId::E4M3, satfinite), 0x7fU);
    EXPECT_EQ(convert(bits_of(-1.0F), FormatId::F32, FormatId::E4M3, relu), 0U);
    EXPECT_EQ(convert(bits_of(-INFINITY), FormatId::F32, FormatId::F16, relu), 0U);
    EXPECT_EQ(convert(bits_of(INFINITY), FormatId::F32, FormatId::F16, relu), 0x7bffU);
}

TEST(Convert, NotANumberAsTf32) {
    const Mode away = {Rounding::NearestAway};
    const Mode away_finite = {Rounding::NearestAway, false, false, false, true};
    EXPECT_EQ(convert(0x7f80'0001, FormatId::F32, FormatId::TF32, {}), 0x7fff'e000U);
    EXPECT_EQ(convert(0xffff'9cfd, FormatId::F32, FormatId::TF32, {Rounding::Zero}), 0x7fff'e000U);
    // As the device has it: cut without a look at what it is.
    EXPECT_EQ(convert(0x7f80'0001, FormatId::F32, FormatId::TF32, away), 0x7f80'0000U);
    EXPECT_EQ(convert(0xffff'9cfd, FormatId::F32, FormatId::TF32, away), 0xffff'8000U);
    EXPECT_EQ(convert(0xffff'9cfd, FormatId::F32, FormatId::TF32, away_finite), 0xffff'6000U);
    EXPECT_EQ(convert(0x7f80'0000, FormatId::F32, FormatId::TF32, away_finite), 0x7f7f'e000U);
}

TEST(Convert, ANarrowedDoubleKeepsWhatFitsOfItsNaN) {
    EXPECT_EQ(convert(0x7ff0'0000'0000'0001, FormatId::F64, FormatId::F32, {}), 0x7fc0'0000U);
    EXPECT_EQ(convert(0xffff'fffe'9c81'3e9e, FormatId::F64, FormatId::F32, {Rounding::Up}), 0xffff'fff4U);
    EXPECT_EQ(convert(0xfff0'0000'0000'0003, FormatId::F64, FormatId::F16, {}), 0xfe00U);
    EXPECT_EQ(convert(0xffff'fffe'9c81'3e9e, FormatId::F64, FormatId::BF16, {Rounding::Zero}), 0xffffU);
}

TEST(Convert, FlushingConcernsSinglePrecisionOnly) {
    const Mode up = {Rounding::Up, true};
    EXPECT_EQ(convert(1, FormatId::F32, FormatId::F16, up), 1U);
    EXPECT_EQ(convert(1, FormatId::F32, FormatId::BF16, up), 0U);
    EXPECT_EQ(convert(1, FormatId::F32, FormatId::F64, up), 0U);
    EXPECT_EQ(convert(1, FormatId::F16, FormatId::F32, up), bits_of(0x1p-24F));
    // Not flushed where rounding to full precision reaches the least normal number.
    EXPECT_EQ(convert(0x380f'ffff'e000'0001, FormatId::F64, FormatId::F32, up), 0x0080'0000U);
    EXPECT_EQ(convert(0x380f'ffff'e000'0001, FormatId::F64, FormatId::F32, {Rounding::NearestEven, true}), 0U);
}

TEST(Convert, DoubleToSingleAgreesWithTheProcessor) {
    Random random;
    for (int i = 0; i < 200'000; ++i) {
        const double value = i % 2 == 0 ? double_of(random.bits(f64)) : std::ldexp(double_of(random.bits(f64)), -130);
        if (std::isnan(value)) continue;
        for (Rounding rounding : all_roundings) {
            ASSERT_EQ(convert(bits_of(value), FormatId::F64, FormatId::F32, {rounding}),
                      bits_of(in_rounding<float>(rounding, value)))
                << std::hexfloat << value;
        }
    }
}

template <typename Integer>
void check_from_integer(std::uint64_t bits) {
    const auto value = static_cast<Integer>(bits);
    const IntegerType type = {sizeof(Integer) * 8, std::is_signed_v<Integer>};
    for (Rounding rounding : all_roundings) {
        ASSERT_EQ(from_integer(bits, type, FormatId::F32, {rounding}), bits_of(in_rounding<float>(rounding, value)));
        ASSERT_EQ(from_integer(bits, type, FormatId::F64, {rounding}), bits_of(in_rounding<double>(rounding, value)));
    }
}

TEST(Convert, IntegersAgreeWithTheProcessor) {
    Random random;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t bits = i < 64 ? std::uint64_t{1} << i : random.next() >> (random.next() % 64);
        for (std::uint64_t near : {bits - 1, bits, bits + 1, ~bits}) {
            check_from_integer<std::uint64_t>(near);
            check_from_integer<std::int64_t>(near);
            check_from_integer<std::uint32_t>(near);
            check_from_integer<std::int32_t>(near);
            check_from_integer<std::int8_t>(near);
        }
    }
}

template <typename Integer>
Integer expected_integer(double value, Rounding rounding) {
    const double integral = integral_in_rounding(rounding, value);
    if (integral >= std::ldexp(1.0, std::numeric_limits<Integer>::digits)) return std::numeric_limits<Integer>::max();
    if (integral <= static_cast<double>(std::numeric_limits<Integer>::min())) {
        return std::numeric_limits<Integer>::min();
    }
    return static_cast<Integer>(integral);
}

template <typename Integer>
void check_to_integer(double value) {
    const IntegerType type = {sizeof(Integer) * 8, std::is_signed_v<Integer>};
    for (Rounding rounding : all_roundings) {
        const auto expected = static_cast<std::uint64_t>(expected_integer<Integer>(value, rounding)) & type.mask();
        ASSERT_EQ(to_integer(bits_of(value), FormatId::F64, type, {rounding}), expected) << std::hexfloat << value;
    }
}

TEST(Convert, ToIntegersAgreesWithTheProcessor) {
    Random random;
    for (int i = 0; i < 40'000; ++i) {
        const double any = std::ldexp(static_cast<double>(random.next()), -static_cast<int>(random.next() % 70));
        for (double value : {any, -any, std::floor(any) + 0.5, double_of(random.bits(f64))}) {
            if (std::isnan(value)) continue;
            check_to_integer<std::uint8_t>(value);
            check_to_integer<std::int8_t>(value);
            check_to_integer<std::int16_t>(value);
            check_to_integer<std::uint32_t>(value);
            check_to_integer<std::int32_t>(value);
            check_to_integer<std::uint64_t>(value);
            check_to_integer<std::int64_t>(value);
        }
    }
}

TEST(Convert, RoundsToIntegralValues) {
    EXPECT_EQ(round_to_integral(bits_of(2.5F), FormatId::F32, {}), bits_of(2.0F));
    EXPECT_EQ(round_to_integral(bits_of(-0.5F), FormatId::F32, {}), bits_of(-0.0F));
    EXPECT_EQ(round_to_integral(bits_of(-0.5F), FormatId::F32, {Rounding::Down}), bits_of(-1.0F));
    EXPECT_EQ(round_to_integral(bits_of(0x1p-149F), FormatId::F32, {Rounding::Up}), bits_of(1.0F));
    EXPECT_EQ(round_to_integral(bits_of(0x1p-149F), FormatId::F32, {Rounding::Up, true}), 0U);
    EXPECT_EQ(round_to_integral(0x7bff, FormatId::F16, {Rounding::Up}), 0x7bffU);
}

TEST(Convert, NotANumberAsInteger) {
    const std::uint64_t nan32 = bits_of(NAN);
    const std::uint64_t nan64 = bits_of(static_cast<double>(NAN));
    EXPECT_EQ(to_integer(nan32, FormatId::F32, {32, true}, {}), 0U);
    EXPECT_EQ(to_integer(nan32, FormatId::F32, {64, false}, {}), 0x8000'0000'0000'0000U);
    EXPECT_EQ(to_integer(nan64, FormatId::F64, {32, true}, {}), 0x8000'0000U);
}

TEST(Convert, SaturatesIntegers) {
    EXPECT_EQ(saturate_integer(300, {32, true}, {8, true}), 127U);
    EXPECT_EQ(saturate_integer(static_cast<std::uint64_t>(-300), {32, true}, {8, true}), 0x80U);
    EXPECT_EQ(saturate_integer(static_cast<std::uint64_t>(-300), {32, true}, {64, false}), 0U);
    EXPECT_EQ(saturate_integer(~std::uint64_t{0}, {64, false}, {64, true}), 0x7fff'ffff'ffff'ffffU);
    EXPECT_EQ(saturate_integer(9, {32, true}, {4, true}), 7U);
    EXPECT_EQ(saturate_integer(static_cast<std::uint64_t>(-9), {32, true}, {2, false}), 0U);
}

}  // namespace
}  // namespace ringfence::softgpu::math
