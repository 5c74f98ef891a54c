// The software GPU's form of a tensor map: 128 bytes that programs copy about, and that kernels may write as well. So
// whoever uses one copies it first, and looks whether it makes sense.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/tensor_map.h"

namespace ringfence::softgpu {

// One map, as it lies in memory. Zeros are a map without a mark: tensormap.replace makes a map of them, part by part.
struct TensorMapForm {
    static constexpr std::uint32_t marked = 0x70616d74;

    std::uint64_t address;
    std::array<std::uint64_t, most_tensor_dimensions - 1> strides;
    std::array<std::uint32_t, most_tensor_dimensions> dimensions;  // 0: 2^32
    std::uint32_t mark;
    std::array<std::uint16_t, most_tensor_dimensions> box;  // of columns: channels, pixels
    std::array<std::int16_t, 3> lower;
    std::array<std::int16_t, 3> upper;
    std::array<std::uint8_t, most_tensor_dimensions> steps;
    std::uint8_t last_dimension;
    std::uint8_t kind;  // TensorMapKind
    std::uint8_t type;
    std::uint8_t interleave;
    std::uint8_t swizzle;
    std::uint8_t fill;
    std::array<std::uint8_t, 31> rest;  // zeros
};
static_assert(sizeof(TensorMapForm) == sizeof(TensorMapBytes));

// A map that can be used.
struct TensorMap {
    std::uint64_t address = 0;
    TensorMapKind kind = TensorMapKind::Tiles;
    std::uint32_t rank = 0;
    std::uint32_t type = 0;
    std::uint32_t element_bytes = 0;
    std::uint32_t swizzle_span = 0;  // 0: none
    std::array<std::int64_t, most_tensor_dimensions> dimensions{};
    std::array<std::uint64_t, most_tensor_dimensions> strides{};  // the first is an element's size
    std::array<std::int64_t, most_tensor_dimensions> steps{};
    std::uint32_t row_elements = 0;                             // of the innermost dimension, that a copy moves
    std::array<std::int64_t, most_tensor_dimensions> counts{};  // of tiles: how many in each dimension
    std::array<std::int64_t, most_tensor_dimensions> lower{};   // of columns: the box of pixels, both ends in it
    std::array<std::int64_t, most_tensor_dimensions> upper{};
    std::int64_t rows = 0;  // that a copy moves

    std::uint32_t row_bytes() const { return row_elements * element_bytes; }
    // From row to row in shared memory: a row that is shorter than the swizzle's pattern leaves the rest of it alone.
    std::uint32_t row_pitch() const { return swizzle_span == 0 ? row_bytes() : swizzle_span; }
    // That are moved, and that a barrier counts.
    std::uint64_t box_bytes() const { return static_cast<std::uint64_t>(rows) * row_bytes(); }
    std::uint64_t shared_bytes() const { return static_cast<std::uint64_t>(rows) * row_pitch(); }
};

// A description that check_tensor_map() let pass. Interleaved ones, and those that fill with NaNs, are not supported.
Result<TensorMapBytes> encode_tensor_map(const TensorMapDescription& map);
Result<TensorMapBytes> move_tensor_map(const TensorMapBytes& map, std::uint64_t address);

// Nothing if the bytes are no map.
std::optional<TensorMap> decode_tensor_map(const TensorMapForm& form);

// The parts that tensormap.replace can write. Passed by compiled code as numbers.
enum class TensorMapPart : std::uint32_t {
    Address,
    Rank,  // less one
    Box,
    Dimension,
    Stride,
    Step,
    Type,  // as the PTX ISA numbers them
    Interleave,
    Swizzle,
    Fill,
};
void replace_part(TensorMapForm& form, TensorMapPart part, std::uint32_t index, std::uint64_t value);

}  // namespace ringfence::softgpu
