#include "base/array_shape.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

// A card's limits, as its attributes say them (compute capability 9.0).
struct Largest {
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t depth = 0;
};
constexpr Largest largest_1d = {131072, 0, 0};
constexpr Largest largest_2d = {131072, 65536, 0};
constexpr Largest largest_3d = {16384, 16384, 16384};
constexpr Largest largest_layered = {32768, 32768, 2048};
constexpr Largest largest_cubemap = {32768, 32768, 2046};
constexpr std::uint64_t cube_faces = 6;
constexpr std::uint64_t row_alignment = 32;
constexpr std::uint64_t level_alignment = 512;

Error bad_shape(std::string what) {
    return Error::bad_input("an array " + std::move(what)).with_status(cuda_status::invalid_value);
}

std::uint64_t aligned(std::uint64_t bytes, std::uint64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

// Compressed blocks, video, normalised integers, ten bits: CUDA has them, we do not.
bool is_packed_format(std::uint32_t format) {
    constexpr std::uint32_t ten_bits = 80;
    constexpr std::uint32_t first = 145;
    constexpr std::uint32_t last = 203;
    return format == ten_bits || (format >= first && format <= last);
}

const Largest& largest_of(const ArrayShape& shape) {
    if (shape.is_cubemap()) return largest_cubemap;
    if (shape.is_layered()) return largest_layered;
    if (shape.depth != 0) return largest_3d;
    return shape.height != 0 ? largest_2d : largest_1d;
}

Result<void> check_flags(const ArrayShape& shape) {
    constexpr std::uint32_t known =
        array_flag::layered | array_flag::surface | array_flag::cubemap | array_flag::gather | array_flag::video;
    constexpr std::uint32_t all = 0x1ff;
    if ((shape.flags & ~all) != 0) return bad_shape("with unknown flags");
    if ((shape.flags & ~known) != 0) {
        return Error::bad_input("sparse arrays, and arrays for graphics, are not supported")
            .with_status(cuda_status::not_supported);
    }
    const bool is_plane = shape.height != 0 && shape.depth == 0;
    if ((shape.flags & array_flag::gather) != 0 && !is_plane)
        return bad_shape("for gathering that does not have two dimensions");
    return {};
}

Result<void> check_dimensions(const ArrayShape& shape) {
    if (shape.width == 0) return bad_shape("without a width");
    if (shape.is_layered() && shape.depth == 0) return bad_shape("of layers that has none");
    if (!shape.is_layered() && !shape.is_cubemap() && shape.height == 0 && shape.depth != 0)
        return bad_shape("with a depth and no height");
    if (shape.is_cubemap()) {
        const bool is_whole = shape.is_layered() ? shape.depth % cube_faces == 0 : shape.depth == cube_faces;
        if (shape.width != shape.height || !is_whole) return bad_shape("of cubes whose faces are not six squares");
    }
    const Largest& most = largest_of(shape);
    if (shape.width > most.width || shape.height > most.height || shape.depth > most.depth)
        return bad_shape("that is larger than a card has them");
    return {};
}

}  // namespace

bool ArrayShape::is_layered() const {
    return (flags & array_flag::layered) != 0;
}

bool ArrayShape::is_cubemap() const {
    return (flags & array_flag::cubemap) != 0;
}

std::uint32_t channel_bytes(std::uint32_t format) {
    switch (format) {
        case array_format::uint8:
        case array_format::int8: return 1;
        case array_format::uint16:
        case array_format::int16:
        case array_format::half: return 2;
        case array_format::uint32:
        case array_format::int32:
        case array_format::float32: return 4;
        default: return 0;
    }
}

std::uint32_t element_bytes(std::uint32_t format, std::uint32_t channels) {
    const bool is_count = channels == 1 || channels == 2 || channels == 4;
    return is_count ? channel_bytes(format) * channels : 0;
}

ArrayExtent level_extent(const ArrayShape& shape, std::uint32_t level) {
    const auto halved = [level](std::uint64_t size) { return std::max<std::uint64_t>(size >> level, 1); };
    const bool has_slices = shape.is_layered() || shape.is_cubemap();
    return {halved(shape.width) * element_bytes(shape.format, shape.channels), halved(shape.height),
            has_slices ? shape.depth : halved(shape.depth)};
}

ArrayLevel plain_level(const ArrayShape& shape, std::uint32_t level) {
    std::uint64_t offset = 0;
    for (std::uint32_t before = 0;; ++before) {
        const ArrayExtent extent = level_extent(shape, before);
        const std::uint64_t pitch = aligned(extent.row_bytes, row_alignment);
        const std::uint64_t slice = pitch * extent.rows;
        if (before == level) return {offset, pitch, slice};
        offset += aligned(slice * extent.slices, level_alignment);
    }
}

std::uint64_t plain_bytes(const ArrayShape& shape) {
    const std::uint32_t last = shape.level_count() - 1;
    const ArrayLevel level = plain_level(shape, last);
    return level.offset + aligned(level.slice * level_extent(shape, last).slices, level_alignment);
}

std::uint32_t most_levels(const ArrayShape& shape) {
    const bool has_slices = shape.is_layered() || shape.is_cubemap();
    const std::uint64_t depth = has_slices ? 0 : shape.depth;
    return static_cast<std::uint32_t>(std::bit_width(std::max({shape.width, shape.height, depth})));
}

Result<void> check_shape(const ArrayShape& shape) {
    if (channel_bytes(shape.format) == 0) {
        if (!is_packed_format(shape.format)) return bad_shape("of format " + std::to_string(shape.format));
        return Error::bad_input("arrays hold integers of 8, 16 and 32 bits and floats of 16 and 32, not format " +
                                std::to_string(shape.format))
            .with_status(cuda_status::not_supported);
    }
    if (element_bytes(shape.format, shape.channels) == 0)
        return bad_shape("with " + std::to_string(shape.channels) + " channels");
    RF_RETURN_IF_ERROR(check_flags(shape));
    RF_RETURN_IF_ERROR(check_dimensions(shape));
    if (shape.levels > most_levels(shape)) return bad_shape("with more levels than it has sizes");
    return {};
}

Result<void> check_box(const ArrayShape& shape, std::uint32_t level, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                       std::uint64_t width, std::uint64_t height, std::uint64_t depth) {
    if (level >= shape.level_count()) return bad_shape("has no level " + std::to_string(level));
    const ArrayExtent extent = level_extent(shape, level);
    const auto fits = [](std::uint64_t begin, std::uint64_t size, std::uint64_t all) {
        return begin <= all && size <= all - begin;
    };
    const bool is_inside =
        fits(x, width, extent.row_bytes) && fits(y, height, extent.rows) && fits(z, depth, extent.slices);
    // Parts of elements are copied too, as on a card.
    if (!is_inside) return bad_shape("is copied beyond its end");
    return {};
}

}  // namespace ringfence
