// Moving 8 x 8 matrices of 16-bit elements between memory and registers: ldmatrix, stmatrix, movmatrix.
//
// In registers each lane has two neighbouring elements of a row: lane 4r + c those in columns 2c and 2c + 1 of row r.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "softgpu/math/matrix.h"

namespace ringfence::softgpu::math {

constexpr unsigned tile_rows = 8;
constexpr unsigned tile_row_bytes = 16;

// A lane's part of a matrix whose rows lie at these places.
std::uint32_t load_tile(std::span<const std::byte* const, tile_rows> rows, unsigned lane, bool transpose);
// Puts what a lane has of a matrix there.
void store_tile(std::span<std::byte* const, tile_rows> rows, unsigned lane, bool transpose, std::uint32_t value);
// A lane's part of the transpose of a matrix.
std::uint32_t transpose_tile(std::span<const std::uint32_t, warp_lanes> values, unsigned lane);

}  // namespace ringfence::softgpu::math
