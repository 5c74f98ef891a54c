// The tensor core's sum: what is cut off, how the result is rounded, and special values.
#include "softgpu/math/matrix_dot.h"

#include <algorithm>
#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include "softgpu/math/convert.h"
#include "support.h"

namespace ringfence::softgpu::math {
namespace {

constexpr std::uint32_t f32_infinity = 0x7f80'0000;

std::uint32_t half(float value) {
    return static_cast<std::uint32_t>(convert(bits_of(value), FormatId::F32, FormatId::F16, {}));
}

std::uint32_t dot(Element type, const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                  std::uint32_t c, Element accumulator) {
    const auto length = static_cast<unsigned>(a.size());
    const TensorLines left(type, a, length);
    const TensorLines right(type, b, length);
    return TensorBlock{left, right, type, accumulator, 0, length}.dot(0, 0, c);
}

// Factors as floats; f16 in, f32 out.
float half_dot(const std::vector<float>& a, const std::vector<float>& b, float c) {
    std::vector<std::uint32_t> left(a.size());
    std::vector<std::uint32_t> right(b.size());
    std::transform(a.begin(), a.end(), left.begin(), half);
    std::transform(b.begin(), b.end(), right.begin(), half);
    return float_of(dot(Element::F16, left, right, bits_of(c), Element::F32));
}

TEST(MatrixDot, ExactSums) {
    EXPECT_EQ(half_dot({1, 2, 3, 4}, {5, 6, 7, 8}, 9), 79.0F);
    EXPECT_EQ(half_dot({1, -1}, {1, 1}, 0), 0.0F);
    EXPECT_EQ(half_dot({0x1p-24F}, {0x1p-24F}, 0), 0x1p-48F);  // the smallest subnormals of f16
    EXPECT_EQ(half_dot({65504}, {65504}, 0), 65504.0F * 65504.0F);
}

TEST(MatrixDot, ResultsAreCutNotRounded) {
    // 1 + 2^-23 + 2^-24: a half of the last place goes.
    EXPECT_EQ(half_dot({1, 0x1p-12F, 0x1p-12F}, {1, 0x1p-11F, 0x1p-12F}, 0), 0x1.000002p0F);
    EXPECT_EQ(half_dot({-1, -0x1p-12F, -0x1p-12F}, {1, 0x1p-11F, 0x1p-12F}, 0), -0x1.000002p0F);
}

TEST(MatrixDot, TwentyFiveBitsAreKept) {
    // Below 1 the bit 2^-25 is kept: four of them are a last place of the result.
    const float small = 0x1p-12F;
    EXPECT_EQ(half_dot({1, small, small, small, small}, {1, 0x1p-13F, 0x1p-13F, 0x1p-13F, 0x1p-13F}, 0), 0x1.000002p0F);
    // 2^-26 is lost, however often it comes.
    EXPECT_EQ(half_dot({1, small, small, small, small, small, small, small, small},
                       {1, 0x1p-14F, 0x1p-14F, 0x1p-14F, 0x1p-14F, 0x1p-14F, 0x1p-14F, 0x1p-14F, 0x1p-14F}, 0),
              1.0F);
}

TEST(MatrixDot, TheAccumulatorIsAlignedToo) {
    EXPECT_EQ(half_dot({0x1p-13F, 0x1p-13F, 0x1p-13F, 0x1p-13F}, {0x1p-12F, 0x1p-12F, 0x1p-12F, 0x1p-12F}, 1.0F),
              0x1.000002p0F);
    EXPECT_EQ(half_dot({1}, {1}, 0x1p-26F), 1.0F);
    EXPECT_EQ(half_dot({1}, {1}, -0x1p-26F), 1.0F);
    EXPECT_EQ(half_dot({1}, {1}, -0x1p-25F), 0x1.fffffep-1F);
}

// Products of 2 and more are not normalised: the exponents alone decide on the alignment.
TEST(MatrixDot, ProductsAreNotNormalised) {
    const float most = 0x1.ffcp0F;  // squared nearly 4, with exponent 0
    // The exact sum is 0x3.ff001p0 + 2^-25; the kept bits end at 2^-25 but the result's last place is 2^-22.
    EXPECT_EQ(half_dot({most, 0x1p-12F}, {most, 0x1p-13F}, 0), most * most);
    // 2.25 - 2^-25 keeps the small term: had 2.25 been normalised, it would be gone.
    EXPECT_EQ(half_dot({1.5F}, {1.5F}, -0x1p-25F), 0x1.1ffffep1F);
}

TEST(MatrixDot, HalfResultsAreRoundedToNearestEven) {
    const auto half_result = [](float a, float b, float c) {
        return dot(Element::F16, {half(a)}, {half(b)}, half(c), Element::F16);
    };
    EXPECT_EQ(half_result(1, 1, 0x1p-11F), half(1.0F));  // a tie, to the even
    EXPECT_EQ(half_result(1, 0x1.004p0F, 0x1p-11F), half(0x1.008p0F));
    EXPECT_EQ(half_result(1, 1, 0x1.004p-11F), half(0x1.004p0F));  // just above a tie
    EXPECT_EQ(half_result(65504, 1, 16), 0x7c00U);
    EXPECT_EQ(half_result(-65504, 1, -16), 0xfc00U);
    EXPECT_EQ(half_result(65504, 1, 15.99F), half(65504));
    EXPECT_EQ(half_result(0x1p-14F, 0x1p-11F, 0), 0U);  // half the smallest subnormal
    EXPECT_EQ(half_result(0x1p-14F, 0x1.8p-11F, 0), 1U);
    EXPECT_EQ(half_result(0x1p-14F, 0x1p-1F, 0), 0x200U);
}

TEST(MatrixDot, OverflowIsInfinite) {
    const std::uint32_t big = 0x7f00;  // bf16: 2^127
    EXPECT_EQ(dot(Element::BF16, {big}, {0x3f80}, bits_of(0x1p127F), Element::F32), f32_infinity);
    EXPECT_EQ(dot(Element::BF16, {big | 0x8000}, {big}, 0, Element::F32), f32_infinity | 0x8000'0000);
    // Products beyond the range may cancel.
    EXPECT_EQ(dot(Element::BF16, {big, big}, {big, big | 0x8000}, bits_of(1.0F), Element::F32), 0U);
}

TEST(MatrixDot, SubnormalResultsAreKept) {
    EXPECT_EQ(dot(Element::BF16, {0x0080}, {0x3f00}, 0, Element::F32), 0x0040'0000U);  // 2^-126 / 2
    EXPECT_EQ(dot(Element::BF16, {0x0001}, {0x3f80}, 0, Element::F32), 0x0001'0000U);  // a subnormal factor
    EXPECT_EQ(dot(Element::BF16, {0x8080}, {0x0080}, 0, Element::F32), 0U);            // 2^-252 is below what is kept
    EXPECT_EQ(dot(Element::BF16, {0}, {0}, 0x8000'0001, Element::F32), 0x8000'0001U);
}

TEST(MatrixDot, Tf32IgnoresItsLowestBits) {
    EXPECT_EQ(dot(Element::TF32, {bits_of(1.0F) | 0x1fff}, {bits_of(1.0F)}, 0, Element::F32), bits_of(1.0F));
    EXPECT_EQ(dot(Element::TF32, {bits_of(0x1.004p0F)}, {bits_of(0x1.004p0F)}, 0, Element::F32),
              bits_of(0x1.004p0F * 0x1.004p0F));
    EXPECT_EQ(dot(Element::TF32, {f32_infinity | 1}, {bits_of(1.0F)}, 0, Element::F32), f32_infinity);
}

TEST(MatrixDot, SpecialValues) {
    const std::uint32_t infinity = 0x7c00;
    const std::uint32_t one = half(1);
    const std::uint32_t nan = 0x7fff'ffff;
    EXPECT_EQ(dot(Element::F16, {infinity}, {one}, 0, Element::F32), f32_infinity);
    EXPECT_EQ(dot(Element::F16, {infinity}, {one | 0x8000}, 0, Element::F32), f32_infinity | 0x8000'0000);
    EXPECT_EQ(dot(Element::F16, {infinity}, {0}, 0, Element::F32), nan);
    EXPECT_EQ(dot(Element::F16, {infinity, infinity}, {one, one | 0x8000}, 0, Element::F32), nan);
    EXPECT_EQ(dot(Element::F16, {one}, {one}, 0xff80'0000, Element::F32), 0xff80'0000U);
    EXPECT_EQ(dot(Element::F16, {one}, {one}, 0xffc0'0001, Element::F32), nan);
    EXPECT_EQ(dot(Element::F16, {0x7e01}, {0}, 0, Element::F16), 0x7fffU);
    EXPECT_EQ(dot(Element::F16, {one | 0x8000}, {infinity}, 0, Element::F16), 0xfc00U);
}

TEST(MatrixDot, InfinitiesOfOtherBlocksDoNotCount) {
    const std::vector<std::uint32_t> ones(4, half(1));
    const TensorLines left(Element::F16, std::vector<std::uint32_t>{half(1), half(2), 0x7c00, 0x7e00}, 4);
    const TensorLines right(Element::F16, ones, 4);
    EXPECT_EQ((TensorBlock{left, right, Element::F16, Element::F32, 0, 2}.dot(0, 0, 0)), bits_of(3.0F));
    EXPECT_EQ((TensorBlock{left, right, Element::F16, Element::F32, 1, 2}.dot(0, 0, 0)), f32_infinity);
    EXPECT_EQ((TensorBlock{left, right, Element::F16, Element::F32, 2, 2}.dot(0, 0, 0)), 0x7fff'ffffU);
}

TEST(MatrixDot, ZerosArePositive) {
    // An f16 sum that is rounded to zero: -2^-26, and the half of the smallest number.
    EXPECT_EQ(dot(Element::F16, {half(-0x1p-13F)}, {half(0x1p-13F)}, 0, Element::F16), 0U);
    EXPECT_EQ(dot(Element::F16, {half(-0x1p-12F)}, {half(0x1p-13F)}, 0, Element::F16), 0U);
    EXPECT_EQ(dot(Element::F16, {0x8000}, {half(1)}, 0x8000'0000, Element::F32), 0U);
    EXPECT_EQ(dot(Element::F16, {half(1), half(-1)}, {half(1), half(1)}, 0, Element::F32), 0U);
    // A large factor of a zero does not push the others out.
    EXPECT_EQ(dot(Element::F16, {half(65504), half(1)}, {0, half(1)}, bits_of(0x1p-23F), Element::F32),
              bits_of(0x1.000002p0F));
}

}  // namespace
}  // namespace ringfence::softgpu::math
