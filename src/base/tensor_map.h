// Tensor maps: descriptions of arrays in memory, by which tensor copies find boxes of elements.
//
// A program describes an array and gets 128 bytes, which only the device understands. The worker checks a program's
// description before it gives it to a device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/result.h"

namespace ringfence {

constexpr std::size_t most_tensor_dimensions = 5;

using TensorMapBytes = std::array<std::byte, 128>;

namespace tensor_type {  // CUtensorMapDataType
constexpr std::uint32_t uint8 = 0;
constexpr std::uint32_t uint16 = 1;
constexpr std::uint32_t uint32 = 2;
constexpr std::uint32_t int32 = 3;
constexpr std::uint32_t uint64 = 4;
constexpr std::uint32_t int64 = 5;
constexpr std::uint32_t float16 = 6;
constexpr std::uint32_t float32 = 7;
constexpr std::uint32_t float64 = 8;
constexpr std::uint32_t bfloat16 = 9;
constexpr std::uint32_t float32_ftz = 10;
constexpr std::uint32_t tfloat32 = 11;
constexpr std::uint32_t tfloat32_ftz = 12;
// Later ones are packed, and for compute capability 10.0.
}  // namespace tensor_type

namespace tensor_interleave {  // CUtensorMapInterleave
constexpr std::uint32_t not_interleaved = 0;
constexpr std::uint32_t bytes_16 = 1;
constexpr std::uint32_t bytes_32 = 2;
}  // namespace tensor_interleave

namespace tensor_swizzle {  // CUtensorMapSwizzle. Later ones are for compute capability 10.0
constexpr std::uint32_t not_swizzled = 0;
constexpr std::uint32_t bytes_32 = 1;
constexpr std::uint32_t bytes_64 = 2;
constexpr std::uint32_t bytes_128 = 3;
}  // namespace tensor_swizzle

// How copies walk through the array: box by box; or as convolutions need it, pixel by pixel (im2col).
enum class TensorMapKind : std::uint32_t { Tiles, Columns };

// The arguments of cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col. It crosses the channel as it is.
struct TensorMapDescription {
    std::uint64_t address = 0;
    std::array<std::uint64_t, most_tensor_dimensions> dimensions{};   // in elements, the innermost first
    std::array<std::uint64_t, most_tensor_dimensions - 1> strides{};  // in bytes, of all dimensions but the innermost
    std::uint32_t kind = 0;                                           // TensorMapKind
    std::uint32_t type = 0;
    std::uint32_t rank = 0;
    std::array<std::uint32_t, most_tensor_dimensions> box{};  // of tiles, in elements
    std::array<std::uint32_t, most_tensor_dimensions> steps{};
    std::uint32_t interleave = 0;
    std::uint32_t swizzle = 0;
    std::uint32_t promotion = 0;
    std::uint32_t fill = 0;  // 1: what lies outside is a NaN, not zero
    // For columns: the offsets of the box's corners from the array's, in width, height and depth; the size of a column.
    std::array<std::int32_t, 3> lower{};
    std::array<std::int32_t, 3> upper{};
    std::uint32_t channels = 0;
    std::uint32_t pixels = 0;
    std::uint32_t padding = 0;
};
static_assert(std::has_unique_object_representations_v<TensorMapDescription>);

// 0 for a type that there is not.
std::uint32_t tensor_element_bytes(std::uint32_t type);
bool is_tensor_float(std::uint32_t type);
// How many bytes of shared memory a swizzle mixes; 0: it mixes nothing, or there is no such swizzle.
std::uint32_t swizzle_span(std::uint32_t swizzle);

// Refuses what the documentation of CUDA forbids on a device of compute capability 9.0: "invalid value".
Result<void> check_tensor_map(const TensorMapDescription& map);

// The bytes from the first element of the array to the last one, of a description that was accepted.
std::uint64_t tensor_extent(const TensorMapDescription& map);

}  // namespace ringfence
