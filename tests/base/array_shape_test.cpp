#include "base/array_shape.h"

#include <gtest/gtest.h>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

using namespace array_format;

ArrayShape plane(std::uint64_t width, std::uint64_t height) {
    return {width, height, 0, float32, 1, 0, 0};
}

std::int32_t status_of(const ArrayShape& shape) {
    const auto checked = check_shape(shape);
    return checked.ok() ? 0 : checked.error().status;
}

TEST(ArrayShapes, ThoseOfACard) {
    EXPECT_EQ(status_of({1, 0, 0, uint8, 1, 0, 0}), 0);
    EXPECT_EQ(status_of({131072, 65536, 0, float32, 4, array_flag::surface, 0}), 0);
    EXPECT_EQ(status_of({16384, 16384, 16384, int8, 2, 0, 0}), 0);
    EXPECT_EQ(status_of({64, 0, 2048, half, 4, array_flag::layered, 0}), 0);
    EXPECT_EQ(status_of({64, 64, 6, half, 4, array_flag::cubemap, 7}), 0);
    EXPECT_EQ(status_of({64, 64, 12, half, 4, array_flag::cubemap | array_flag::layered, 0}), 0);
    EXPECT_EQ(status_of({64, 32, 0, uint16, 1, array_flag::gather, 7}), 0);
}

TEST(ArrayShapes, ThoseThatThereAreNot) {
    const auto is_invalid = [](const ArrayShape& shape) { return status_of(shape) == cuda_status::invalid_value; };
    EXPECT_TRUE(is_invalid({0, 4, 0, uint8, 1, 0, 0}));
    EXPECT_TRUE(is_invalid({4, 0, 4, uint8, 1, 0, 0})) << "a depth without a height";
    EXPECT_TRUE(is_invalid({4, 4, 0, uint8, 3, 0, 0})) << "three channels";
    EXPECT_TRUE(is_invalid({4, 4, 0, uint8, 0, 0, 0}));
    EXPECT_TRUE(is_invalid({4, 4, 0, uint8, 1, array_flag::layered, 0})) << "no layers";
    EXPECT_TRUE(is_invalid({4, 8, 6, uint8, 1, array_flag::cubemap, 0})) << "faces that are no squares";
    EXPECT_TRUE(is_invalid({4, 4, 5, uint8, 1, array_flag::cubemap, 0}));
    EXPECT_TRUE(is_invalid({4, 4, 8, uint8, 1, array_flag::cubemap | array_flag::layered, 0}));
    EXPECT_TRUE(is_invalid({4, 4, 4, uint8, 1, array_flag::gather, 0}));
    EXPECT_TRUE(is_invalid({4, 4, 0, uint8, 1, 0x200, 0}));
    EXPECT_TRUE(is_invalid({131073, 1, 0, uint8, 1, 0, 0}));
    EXPECT_TRUE(is_invalid({~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, float32, 4, 0, 0}));
    EXPECT_TRUE(is_invalid({8, 8, 0, uint8, 1, 0, 5})) << "levels beyond the smallest";
    EXPECT_TRUE(is_invalid({4, 4, 0, 0, 1, 0, 0})) << "no format";
    EXPECT_TRUE(is_invalid({4, 4, 0, ~0U, 1, 0, 0}));
    EXPECT_EQ(status_of({4, 4, 0, 145, 4, 0, 0}), cuda_status::not_supported) << "compressed blocks";
    EXPECT_EQ(status_of({4, 4, 0, uint8, 1, 0x40, 0}), cuda_status::not_supported) << "sparse";
}

TEST(ArrayShapes, LevelsHalveAndLayersDoNot) {
    const ArrayShape shape{20, 6, 4, int16, 2, array_flag::layered, 5};
    EXPECT_EQ(level_extent(shape, 0).row_bytes, 80u);
    EXPECT_EQ(level_extent(shape, 2).row_bytes, 20u);
    EXPECT_EQ(level_extent(shape, 2).rows, 1u);
    EXPECT_EQ(level_extent(shape, 4).row_bytes, 4u);
    EXPECT_EQ(level_extent(shape, 4).slices, 4u);
    const ArrayShape volume{20, 6, 4, int16, 2, 0, 5};
    EXPECT_EQ(level_extent(volume, 1).slices, 2u);
    EXPECT_EQ(level_extent(volume, 4).slices, 1u);
    EXPECT_EQ(most_levels(shape), 5u);
}

TEST(ArrayShapes, LevelsDoNotOverlapInMemory) {
    const ArrayShape shape{33, 17, 9, uint8, 1, 0, 6};
    std::uint64_t end = 0;
    for (std::uint32_t level = 0; level < shape.levels; ++level) {
        const ArrayLevel place = plain_level(shape, level);
        const ArrayExtent extent = level_extent(shape, level);
        EXPECT_GE(place.offset, end);
        EXPECT_GE(place.pitch, extent.row_bytes);
        EXPECT_GE(place.slice, place.pitch * extent.rows);
        end = place.offset + place.slice * extent.slices;
    }
    EXPECT_LE(end, plain_bytes(shape));
}

TEST(ArrayShapes, BoxesLieWithinThem) {
    const ArrayShape shape = plane(8, 4);
    const auto fits = [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, std::uint64_t width, std::uint64_t height,
                          std::uint64_t depth) { return check_box(shape, 0, x, y, z, width, height, depth).ok(); };
    EXPECT_TRUE(fits(0, 0, 0, 32, 4, 1));
    EXPECT_TRUE(fits(28, 3, 0, 4, 1, 1));
    EXPECT_FALSE(fits(32, 0, 0, 4, 1, 1));
    EXPECT_FALSE(fits(0, 4, 0, 4, 1, 1));
    EXPECT_FALSE(fits(0, 0, 1, 4, 1, 1));
    EXPECT_TRUE(fits(2, 0, 0, 4, 1, 1)) << "half an element";
    EXPECT_TRUE(fits(0, 0, 0, 6, 1, 1));
    EXPECT_FALSE(fits(30, 0, 0, 4, 1, 1));
    EXPECT_FALSE(fits(~std::uint64_t{3}, 0, 0, 8, 1, 1)) << "wraps around";
    EXPECT_FALSE(fits(4, ~std::uint64_t{0}, 0, 4, 2, 1));
    EXPECT_FALSE(check_box(shape, 1, 0, 0, 0, 4, 1, 1).ok()) << "no such level";
}

}  // namespace
}  // namespace ringfence
