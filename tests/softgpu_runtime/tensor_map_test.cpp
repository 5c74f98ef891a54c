#include "softgpu/runtime/tensor_map.h"

#include <bit>
#include <random>

#include <gtest/gtest.h>

#include "base/cuda_status.h"

namespace ringfence::softgpu {
namespace {

TensorMapDescription plane() {
    TensorMapDescription map;
    map.address = 0x1000;
    map.dimensions = {std::uint64_t{1} << 32, 50};
    map.strides = {512};
    map.type = tensor_type::bfloat16;
    map.rank = 2;
    map.box = {32, 7};
    map.steps = {1, 2};
    map.swizzle = tensor_swizzle::bytes_64;
    return map;
}

TensorMapForm form_of(const TensorMapDescription& map) {
    return std::bit_cast<TensorMapForm>(encode_tensor_map(map).value());
}

TEST(TensorMapForms, AreUnderstood) {
    const auto map = decode_tensor_map(form_of(plane()));
    ASSERT_TRUE(map);
    EXPECT_EQ(map->rank, 2U);
    EXPECT_EQ(map->dimensions[0], std::int64_t{1} << 32);
    EXPECT_EQ(map->dimensions[1], 50);
    EXPECT_EQ(map->strides[1], 512U);
    EXPECT_EQ(map->row_bytes(), 64U);
    EXPECT_EQ(map->rows, 4) << "every second of seven";
    EXPECT_EQ(map->swizzle_span, 64U);
}

TEST(TensorMapForms, RowsShorterThanTheSwizzleTakeItsWidth) {
    TensorMapDescription description = plane();
    description.box[0] = 16;
    const auto map = decode_tensor_map(form_of(description));
    ASSERT_TRUE(map);
    EXPECT_EQ(map->row_pitch(), 64U);
    EXPECT_EQ(map->shared_bytes(), 256U);
    EXPECT_EQ(map->box_bytes(), 128U) << "what is left alone is not moved";
    description.swizzle = tensor_swizzle::not_swizzled;
    EXPECT_EQ(decode_tensor_map(form_of(description))->row_pitch(), 32U);
}

TEST(TensorMapForms, OfColumns) {
    TensorMapDescription description = plane();
    description.kind = static_cast<std::uint32_t>(TensorMapKind::Columns);
    description.dimensions = {64, 10, 20, 3};
    description.strides = {128, 1280, 25600};
    description.rank = 4;
    description.steps = {1, 1, 1, 1};
    description.lower = {-1, -2};
    description.upper = {-1, 1};
    description.channels = 32;
    description.pixels = 100;
    const auto map = decode_tensor_map(form_of(description));
    ASSERT_TRUE(map);
    EXPECT_EQ(map->rows, 100);
    EXPECT_EQ(map->lower[1], -1);
    EXPECT_EQ(map->upper[1], 8);
    EXPECT_EQ(map->lower[2], -2);
    EXPECT_EQ(map->upper[2], 20);
}

TEST(TensorMapForms, AreMadePartByPart) {
    TensorMapForm form{};
    EXPECT_FALSE(decode_tensor_map(form));
    replace_part(form, TensorMapPart::Address, 0, 0x1000);
    replace_part(form, TensorMapPart::Rank, 0, 1);
    replace_part(form, TensorMapPart::Dimension, 1, 50);
    replace_part(form, TensorMapPart::Stride, 0, 512);
    replace_part(form, TensorMapPart::Box, 0, 32);
    replace_part(form, TensorMapPart::Box, 1, 7);
    replace_part(form, TensorMapPart::Step, 0, 1);
    replace_part(form, TensorMapPart::Step, 1, 2);
    replace_part(form, TensorMapPart::Type, 0, 10);
    replace_part(form, TensorMapPart::Swizzle, 0, 2);
    EXPECT_EQ(std::bit_cast<TensorMapBytes>(form), encode_tensor_map(plane()).value());
}

TEST(TensorMapForms, AreRefused) {
    TensorMapDescription map = plane();
    map.interleave = tensor_interleave::bytes_16;
    EXPECT_EQ(encode_tensor_map(map).error().status, cuda_status::not_supported);
    map = plane();
    map.fill = 1;
    EXPECT_EQ(encode_tensor_map(map).error().status, cuda_status::not_supported);
    for (const TensorMapPart part : {TensorMapPart::Rank, TensorMapPart::Box, TensorMapPart::Step, TensorMapPart::Type,
                                     TensorMapPart::Interleave, TensorMapPart::Swizzle, TensorMapPart::Fill}) {
        TensorMapForm form = form_of(plane());
        replace_part(form, part, 1, std::uint64_t{1} << 32);
        EXPECT_FALSE(decode_tensor_map(form)) << static_cast<int>(part);
    }
}

// A kernel can write anything into a map. What is taken for one has sizes that the copies can do with.
TEST(TensorMapForms, OfAnyBytes) {
    std::mt19937 random(1);
    unsigned accepted = 0;
    for (int turn = 0; turn < 20'000; ++turn) {
        auto bytes = encode_tensor_map(plane()).value();
        for (auto changes = random() % 3; changes != 0; --changes)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        const auto map = decode_tensor_map(std::bit_cast<TensorMapForm>(bytes));
        if (!map) continue;
        ++accepted;
        ASSERT_GE(map->rank, 1U);
        ASSERT_LE(map->rank, most_tensor_dimensions);
        ASSERT_GT(map->row_bytes(), 0U);
        ASSERT_LE(map->row_bytes(), 256U * 8);
        ASSERT_GT(map->rows, 0);
        ASSERT_EQ(map->row_bytes() % 16, 0U);
    }
    EXPECT_GT(accepted, 1000U);
}

}  // namespace
}  // namespace ringfence::softgpu
