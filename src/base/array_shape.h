// CUDA arrays: which there can be, and how large each part of one is.
//
// Client and worker both check a program's description of an array: the client for the status that CUDA gives, the
// worker because it does not trust clients. So the rules stand here, once.
#pragma once

#include <cstdint>

#include "base/result.h"

namespace ringfence {

// As CUDA_ARRAY3D_DESCRIPTOR: dimensions in elements, 0 for one that the array does not have. Layers count as depth.
struct ArrayShape {
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t depth = 0;
    std::uint32_t format = 0;    // CUarray_format
    std::uint32_t channels = 0;  // 1, 2 or 4
    std::uint32_t flags = 0;     // array_flag
    std::uint32_t levels = 0;    // 0: not mipmapped

    bool is_layered() const;
    bool is_cubemap() const;
    bool is_mipmapped() const { return levels != 0; }
    std::uint32_t level_count() const { return levels == 0 ? 1 : levels; }
    friend bool operator==(const ArrayShape&, const ArrayShape&) = default;
};

namespace array_flag {  // CUDA_ARRAY3D_*
constexpr std::uint32_t layered = 0x01;
constexpr std::uint32_t surface = 0x02;
constexpr std::uint32_t cubemap = 0x04;
constexpr std::uint32_t gather = 0x08;
constexpr std::uint32_t video = 0x100;  // changes nothing that a program can see
}  // namespace array_flag

namespace array_format {  // CUarray_format
constexpr std::uint32_t uint8 = 0x01;
constexpr std::uint32_t uint16 = 0x02;
constexpr std::uint32_t uint32 = 0x03;
constexpr std::uint32_t int8 = 0x08;
constexpr std::uint32_t int16 = 0x09;
constexpr std::uint32_t int32 = 0x0a;
constexpr std::uint32_t half = 0x10;
constexpr std::uint32_t float32 = 0x20;

constexpr bool is_float(std::uint32_t format) {
    return format == half || format == float32;
}
}  // namespace array_format

// The bytes of one channel; 0 for a format that is not one of the above.
std::uint32_t channel_bytes(std::uint32_t format);
// 0 if format or channels are none.
std::uint32_t element_bytes(std::uint32_t format, std::uint32_t channels);

// One level as copies see it: bytes of a row, rows, slices or layers. None is 0.
struct ArrayExtent {
    std::uint64_t row_bytes = 0;
    std::uint64_t rows = 0;
    std::uint64_t slices = 0;
};

// For a shape that check_shape() accepted.
ArrayExtent level_extent(const ArrayShape& shape, std::uint32_t level);

// Where a level lies if all levels lie one behind the other in plain memory.
struct ArrayLevel {
    std::uint64_t offset = 0;
    std::uint64_t pitch = 0;  // from row to row
    std::uint64_t slice = 0;  // from slice to slice
};
ArrayLevel plain_level(const ArrayShape& shape, std::uint32_t level);
// The bytes of all levels: the size that an array is charged.
std::uint64_t plain_bytes(const ArrayShape& shape);

// The most levels that an array of these dimensions can have.
std::uint32_t most_levels(const ArrayShape& shape);

// Refuses shapes that cannot be made: the error has CUDA's status, "invalid value" or "not supported". An accepted
// shape has less than 2^63 bytes.
Result<void> check_shape(const ArrayShape& shape);

// Refuses boxes that do not lie within the level, at element boundaries.
Result<void> check_box(const ArrayShape& shape, std::uint32_t level, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                       std::uint64_t width, std::uint64_t height, std::uint64_t depth);

}  // namespace ringfence
