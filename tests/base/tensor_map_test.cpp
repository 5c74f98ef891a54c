#include "base/tensor_map.h"

#include <gtest/gtest.h>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

TensorMapDescription tiles() {
    TensorMapDescription map;
    map.address = 0x10000;
    map.dimensions = {64, 32, 8, 4, 2};
    map.strides = {256, 8192, 65536, 262144};
    map.type = tensor_type::float32;
    map.rank = 2;
    map.box = {16, 8, 1, 1, 1};
    map.steps = {1, 1, 1, 1, 1};
    return map;
}

TensorMapDescription columns() {
    TensorMapDescription map = tiles();
    map.kind = static_cast<std::uint32_t>(TensorMapKind::Columns);
    map.rank = 4;
    map.lower = {-1, -1, 0};
    map.upper = {-1, -1, 0};
    map.channels = 16;
    map.pixels = 8;
    return map;
}

// The status of a description after a change.
template <typename Change>
std::int32_t tiles_with(Change&& change) {
    TensorMapDescription map = tiles();
    change(map);
    const auto checked = check_tensor_map(map);
    return checked.ok() ? 0 : checked.error().status;
}

template <typename Change>
std::int32_t columns_with(Change&& change) {
    TensorMapDescription map = columns();
    change(map);
    const auto checked = check_tensor_map(map);
    return checked.ok() ? 0 : checked.error().status;
}

constexpr std::int32_t refused = cuda_status::invalid_value;
using Map = TensorMapDescription;

TEST(TensorMaps, Kinds) {
    EXPECT_EQ(tiles_with([](Map&) {}), 0);
    EXPECT_EQ(columns_with([](Map&) {}), 0);
    EXPECT_EQ(tiles_with([](Map& map) { map.kind = 2; }), refused);
    for (std::uint32_t type = 0; type <= tensor_type::tfloat32_ftz; ++type)
        EXPECT_EQ(tiles_with([&](Map& map) { map.type = type; }), 0) << type;
    EXPECT_EQ(tiles_with([](Map& map) { map.type = 13; }), refused) << "packed, of a later device";
    EXPECT_EQ(tiles_with([](Map& map) { map.swizzle = 4; }), refused) << "of a later device";
    EXPECT_EQ(tiles_with([](Map& map) { map.interleave = 3; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.promotion = 4; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.fill = 2; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.fill = 1; }), 0);
    EXPECT_EQ(tiles_with([](Map& map) {
                  map.fill = 1;
                  map.type = tensor_type::int32;
              }),
              refused);
}

TEST(TensorMaps, DimensionsAndStrides) {
    for (std::uint32_t rank = 1; rank <= 5; ++rank)
        EXPECT_EQ(tiles_with([&](Map& map) { map.rank = rank; }), 0) << rank;
    EXPECT_EQ(tiles_with([](Map& map) { map.rank = 0; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.rank = 6; }), refused);
    EXPECT_EQ(columns_with([](Map& map) { map.rank = 2; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.address += 8; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.dimensions[1] = 0; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.dimensions[1] = std::uint64_t{1} << 32; }), 0);
    EXPECT_EQ(tiles_with([](Map& map) { map.dimensions[1] = (std::uint64_t{1} << 32) + 1; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.strides[0] = 264; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.strides[0] = (std::uint64_t{1} << 40) - 16; }), 0);
    EXPECT_EQ(tiles_with([](Map& map) { map.strides[0] = std::uint64_t{1} << 40; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.strides[1] = 1; }), 0) << "a dimension that the map does not have";
}

TEST(TensorMaps, BoxesAndSteps) {
    EXPECT_EQ(tiles_with([](Map& map) { map.box[0] = 3; }), refused) << "12 bytes";
    EXPECT_EQ(tiles_with([](Map& map) { map.box[0] = 256; }), 0);
    EXPECT_EQ(tiles_with([](Map& map) { map.box[0] = 260; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.box[1] = 0; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.box[1] = 257; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.steps[1] = 0; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.steps[1] = 9; }), refused);
    EXPECT_EQ(tiles_with([](Map& map) { map.steps[0] = 0; }), 0) << "it means nothing";
    for (const std::uint32_t swizzle : {1U, 2U, 3U}) {
        EXPECT_EQ(tiles_with([&](Map& map) {
                      map.swizzle = swizzle;
                      map.box[0] = 4U << swizzle;
                  }),
                  0);
        EXPECT_EQ(tiles_with([&](Map& map) {
                      map.swizzle = swizzle;
                      map.box[0] = (4U << swizzle) + 4;
                  }),
                  refused);
    }
}

TEST(TensorMaps, Interleaving) {
    const auto interleaved = [](std::uint32_t rank, std::uint32_t interleave, std::uint32_t swizzle) {
        return tiles_with([&](Map& map) {
            map.rank = rank;
            map.interleave = interleave;
            map.swizzle = swizzle;
        });
    };
    EXPECT_EQ(interleaved(2, tensor_interleave::bytes_16, tensor_swizzle::not_swizzled), refused);
    EXPECT_EQ(interleaved(3, tensor_interleave::bytes_16, tensor_swizzle::not_swizzled), 0);
    EXPECT_EQ(interleaved(3, tensor_interleave::bytes_32, tensor_swizzle::not_swizzled), refused);
    EXPECT_EQ(interleaved(3, tensor_interleave::bytes_32, tensor_swizzle::bytes_32), 0);
}

TEST(TensorMaps, Columns) {
    EXPECT_EQ(columns_with([](Map& map) { map.lower[0] = -129; }), refused);
    EXPECT_EQ(columns_with([](Map& map) { map.upper[1] = 128; }), refused);
    EXPECT_EQ(columns_with([](Map& map) { map.lower[2] = 1000; }), 0) << "a corner that the map does not have";
    EXPECT_EQ(columns_with([](Map& map) { map.lower[0] = 31; }), refused) << "nothing is left of 32";
    EXPECT_EQ(columns_with([](Map& map) { map.channels = 0; }), refused);
    EXPECT_EQ(columns_with([](Map& map) { map.channels = 257; }), refused);
    EXPECT_EQ(columns_with([](Map& map) { map.pixels = 1024; }), 0);
    EXPECT_EQ(columns_with([](Map& map) { map.pixels = 1025; }), refused);
}

TEST(TensorMaps, Extent) {
    TensorMapDescription map = tiles();
    EXPECT_EQ(tensor_extent(map), 31U * 256 + 64 * 4);
    map.rank = 1;
    EXPECT_EQ(tensor_extent(map), 64U * 4);
    map.rank = 5;
    map.dimensions = {4, 1, 1, 1, std::uint64_t{1} << 32};
    map.strides[3] = (std::uint64_t{1} << 40) - 16;
    EXPECT_EQ(tensor_extent(map), ~std::uint64_t{0}) << "more than a number holds";
}

}  // namespace
}  // namespace ringfence
