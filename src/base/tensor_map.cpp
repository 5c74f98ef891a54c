#include "base/tensor_map.h"

#include <algorithm>
#include <string>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 32;
constexpr std::uint64_t stride_end = std::uint64_t{1} << 40;
constexpr std::uint32_t most_box = 256;
constexpr std::uint32_t most_step = 8;
constexpr std::uint32_t most_pixels = 1024;
constexpr std::uint32_t promotions = 4;
constexpr std::uint32_t fills = 2;

Error refuse(const char* what) {
    return Error::bad_input("a tensor map whose " + std::string(what)).with_status(cuda_status::invalid_value);
}

// Array addresses and strides must be multiples of this.
std::uint64_t alignment_of(const TensorMapDescription& map) {
    return map.interleave == tensor_interleave::bytes_32 ? 32 : 16;
}

Result<void> check_kinds(const TensorMapDescription& map) {
    const bool is_columns = map.kind == static_cast<std::uint32_t>(TensorMapKind::Columns);
    if (!is_columns && map.kind != static_cast<std::uint32_t>(TensorMapKind::Tiles)) return refuse("kind is none");
    if (tensor_element_bytes(map.type) == 0) return refuse("type the device does not have");
    if (map.interleave > tensor_interleave::bytes_32) return refuse("interleaving is none");
    if (map.swizzle > tensor_swizzle::bytes_128) return refuse("swizzle the device does not have");
    if (map.promotion >= promotions) return refuse("promotion is none");
    if (map.fill >= fills) return refuse("fill is none");
    if (map.fill != 0 && !is_tensor_float(map.type)) return refuse("fill is a NaN, and whose elements are integers");
    if (map.interleave == tensor_interleave::bytes_32 && map.swizzle != tensor_swizzle::bytes_32)
        return refuse("interleaving needs a swizzle of 32 bytes");
    const std::uint32_t least = is_columns || map.interleave != tensor_interleave::not_interleaved ? 3 : 1;
    if (map.rank < least || map.rank > most_tensor_dimensions) return refuse("number of dimensions is not possible");
    return {};
}

Result<void> check_array(const TensorMapDescription& map) {
    if (map.address % alignment_of(map) != 0) return refuse("address is not aligned");
    for (std::size_t i = 0; i < map.rank; ++i) {
        if (map.dimensions[i] == 0 || map.dimensions[i] > most_elements) return refuse("dimension is not possible");
    }
    for (std::size_t i = 0; i + 1 < map.rank; ++i) {
        if (map.strides[i] % alignment_of(map) != 0 || map.strides[i] >= stride_end)
            return refuse("stride is not possible");
    }
    // The first one means nothing where elements lie one behind the other.
    for (std::size_t i = map.interleave == tensor_interleave::not_interleaved ? 1 : 0; i < map.rank; ++i) {
        if (map.steps[i] == 0 || map.steps[i] > most_step) return refuse("step is not possible");
    }
    return {};
}

// The innermost dimension of what a copy moves, of so many elements.
Result<void> check_row(const TensorMapDescription& map, std::uint32_t elements) {
    if (map.interleave != tensor_interleave::not_interleaved) return {};
    const std::uint32_t bytes = elements * tensor_element_bytes(map.type);
    if (bytes % 16 != 0) return refuse("rows are not whole pieces of 16 bytes");
    const std::uint32_t span = swizzle_span(map.swizzle);
    if (span != 0 && bytes > span) return refuse("rows are longer than the swizzle's pattern");
    return {};
}

Result<void> check_tiles(const TensorMapDescription& map) {
    for (std::size_t i = 0; i < map.rank; ++i) {
        if (map.box[i] == 0 || map.box[i] > most_box) return refuse("box is not possible");
    }
    return check_row(map, map.box[0]);
}

Result<void> check_columns(const TensorMapDescription& map) {
    // The fewer dimensions, the more bits for each of the corners.
    constexpr std::array<std::int32_t, 3> ends = {32768, 128, 16};
    const std::size_t corners = map.rank - 2;
    const std::int32_t end = ends[corners - 1];
    for (std::size_t i = 0; i < corners; ++i) {
        for (const std::int32_t corner : {map.lower[i], map.upper[i]}) {
            if (corner < -end || corner >= end) return refuse("corner is not possible");
        }
        const auto size = static_cast<std::int64_t>(map.dimensions[i + 1]);
        if (size + map.upper[i] - map.lower[i] <= 0) return refuse("box of pixels is empty");
    }
    if (map.channels == 0 || map.channels > most_box) return refuse("number of channels is not possible");
    if (map.pixels == 0 || map.pixels > most_pixels) return refuse("number of pixels is not possible");
    return check_row(map, map.channels);
}

}  // namespace

std::uint32_t tensor_element_bytes(std::uint32_t type) {
    constexpr std::array<std::uint32_t, 13> bytes = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return type < bytes.size() ? bytes[type] : 0;
}

bool is_tensor_float(std::uint32_t type) {
    return type >= tensor_type::float16 && type <= tensor_type::tfloat32_ftz;
}

std::uint32_t swizzle_span(std::uint32_t swizzle) {
    return swizzle == tensor_swizzle::not_swizzled || swizzle > tensor_swizzle::bytes_128 ? 0 : 16U << swizzle;
}

Result<void> check_tensor_map(const TensorMapDescription& map) {
    RF_RETURN_IF_ERROR(check_kinds(map));
    RF_RETURN_IF_ERROR(check_array(map));
    return map.kind == static_cast<std::uint32_t>(TensorMapKind::Tiles) ? check_tiles(map) : check_columns(map);
}

std::uint64_t tensor_extent(const TensorMapDescription& map) {
    // Less than 2^35 + 4 * 2^72 would be too much for a number: whoever asks wants to know that it is too large.
    std::uint64_t bytes = map.dimensions[0] * tensor_element_bytes(map.type);
    for (std::size_t i = 0; i + 1 < map.rank; ++i) {
        std::uint64_t more = 0;
        if (__builtin_mul_overflow(map.strides[i], map.dimensions[i + 1] - 1, &more) ||
            __builtin_add_overflow(bytes, more, &bytes)) {
            return ~std::uint64_t{0};
        }
    }
    return bytes;
}

}  // namespace ringfence
