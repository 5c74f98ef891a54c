#include "softgpu/math/matrix_move.h"

#include <array>

#include <gtest/gtest.h>

namespace ringfence::softgpu::math {
namespace {

// Element (row, column) is 16 * row + column.
struct Tile {
    std::array<std::array<std::uint16_t, 8>, tile_rows> elements{};
    std::array<std::byte*, tile_rows> rows{};

    explicit Tile(bool filled) {
        for (unsigned row = 0; row < tile_rows; ++row) {
            for (unsigned column = 0; column < 8 && filled; ++column)
                elements.at(row).at(column) = static_cast<std::uint16_t>(16 * row + column);
            rows.at(row) = reinterpret_cast<std::byte*>(elements.at(row).data());
        }
    }
    std::array<const std::byte*, tile_rows> places() const {
        std::array<const std::byte*, tile_rows> result{};
        std::copy(rows.begin(), rows.end(), result.begin());
        return result;
    }
};

TEST(MatrixMove, LoadsTwoNeighboursOfARow) {
    const Tile tile(true);
    EXPECT_EQ(load_tile(tile.places(), 0, false), 0x0001'0000U);
    EXPECT_EQ(load_tile(tile.places(), 3, false), 0x0007'0006U);
    EXPECT_EQ(load_tile(tile.places(), 30, false), 0x0075'0074U);
}

TEST(MatrixMove, LoadsTransposed) {
    const Tile tile(true);
    EXPECT_EQ(load_tile(tile.places(), 0, true), 0x0010'0000U);
    EXPECT_EQ(load_tile(tile.places(), 3, true), 0x0070'0060U);
    EXPECT_EQ(load_tile(tile.places(), 5, true), 0x0031'0021U);
}

TEST(MatrixMove, StoresWhatItLoads) {
    const Tile from(true);
    for (const bool transpose : {false, true}) {
        Tile to(false);
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            store_tile(to.rows, lane, transpose, load_tile(from.places(), lane, transpose));
        EXPECT_EQ(to.elements, from.elements);
    }
}

TEST(MatrixMove, TransposesInRegisters) {
    const Tile tile(true);
    std::array<std::uint32_t, warp_lanes> values{};
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        values.at(lane) = load_tile(tile.places(), lane, false);
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        EXPECT_EQ(transpose_tile(values, lane), load_tile(tile.places(), lane, true));
}

}  // namespace
}  // namespace ringfence::softgpu::math
