#include "softgpu/math/matrix_move.h"

#include <cstring>

namespace ringfence::softgpu::math {
namespace {

// Row and column, in the matrix in memory, of one of the two elements that a lane has.
Position tile_position(unsigned lane, unsigned half, bool transpose) {
    const Position at = {lane / 4, lane % 4 * 2 + half};
    return transpose ? Position{at.column, at.row} : at;
}

}  // namespace

std::uint32_t load_tile(std::span<const std::byte* const, tile_rows> rows, unsigned lane, bool transpose) {
    std::uint32_t value = 0;
    for (unsigned half = 0; half < 2; ++half) {
        const Position at = tile_position(lane, half, transpose);
        std::uint16_t element = 0;
        std::memcpy(&element, rows[at.row] + sizeof element * at.column, sizeof element);
        value |= static_cast<std::uint32_t>(element) << (16 * half);
    }
    return value;
}

void store_tile(std::span<std::byte* const, tile_rows> rows, unsigned lane, bool transpose, std::uint32_t value) {
    for (unsigned half = 0; half < 2; ++half) {
        const Position at = tile_position(lane, half, transpose);
        const auto element = static_cast<std::uint16_t>(value >> (16 * half));
        std::memcpy(rows[at.row] + sizeof element * at.column, &element, sizeof element);
    }
}

std::uint32_t transpose_tile(std::span<const std::uint32_t, warp_lanes> values, unsigned lane) {
    std::uint32_t result = 0;
    for (unsigned half = 0; half < 2; ++half) {
        const Position at = tile_position(lane, half, true);
        const std::uint32_t source = values[at.row * 4 + at.column / 2] >> (16 * (at.column % 2));
        result |= (source & 0xffffU) << (16 * half);
    }
    return result;
}

}  // namespace ringfence::softgpu::math
