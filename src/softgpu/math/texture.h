// Images and samplers: what texture and surface instructions work on, as plain data.
//
// The layout of arrays is ours to choose, since no program can see it: rows follow each other without gaps, then the
// slices of a 3D array, or the layers (of cube maps: the six faces of the first cube, of the next ...). Levels of a
// mipmap are separate pieces. The code that fills an Image vouches for it: the sizes in it are trusted here, and only
// coordinates are checked against them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringfence::softgpu::math {

// How a channel of an element is kept.
enum class ChannelFormat : std::uint8_t { U8, U16, U32, S8, S16, S32, F16, F32 };

constexpr std::uint32_t channel_bytes(ChannelFormat format) {
    switch (format) {
        case ChannelFormat::U8:
        case ChannelFormat::S8: return 1;
        case ChannelFormat::U16:
        case ChannelFormat::S16:
        case ChannelFormat::F16: return 2;
        default: return 4;
    }
}

// One level of a mipmap; other images have one level.
struct ImageLevel {
    std::byte* base = nullptr;      // of arrays: a multiple of 16
    std::uint32_t width = 1;        // elements
    std::uint32_t height = 1;       // 1 in a 1D image
    std::uint32_t depth = 1;        // 1 unless it is 3D
    std::uint64_t row_bytes = 0;    // from row to row: width times the element's size, or the pitch
    std::uint64_t slice_bytes = 0;  // from slice to slice, layer to layer, face to face
};

struct Image {
    ChannelFormat format = ChannelFormat::U8;
    std::uint8_t channels = 1;    // 1, 2 or 4
    std::uint8_t dimensions = 1;  // 1, 2, 3; cube maps: 2
    bool layered = false;
    bool cube = false;
    std::uint32_t layers = 1;        // of a layered one; of layered cube maps: the cubes; otherwise 1
    std::vector<ImageLevel> levels;  // the finest first; at least one

    std::uint32_t element_bytes() const { return channel_bytes(format) * channels; }
    // Layers as they lie in memory: each cube has six.
    std::uint64_t slices() const { return std::uint64_t{layers} * (cube ? 6 : 1); }
};

enum class AddressMode : std::uint8_t { Wrap, Clamp, Mirror, Border };  // as CUaddress_mode
enum class Filter : std::uint8_t { Point, Linear };                     // as CUfilter_mode

// The default is that of a zeroed cudaTextureDesc.
struct Sampler {
    AddressMode address[3] = {AddressMode::Wrap, AddressMode::Wrap, AddressMode::Wrap};
    Filter filter = Filter::Point;
    bool normalized_coordinates = false;
    // 8- and 16-bit integers are read as numbers of [0, 1] or [-1, 1] (cudaReadModeNormalizedFloat). Other formats
    // ignore it.
    bool normalized_read = false;
    bool srgb = false;  // of 8-bit unsigned integers that are read so: the first three channels are sRGB
    Filter mipmap_filter = Filter::Point;
    float mipmap_bias = 0;
    float min_level = 0;
    float max_level = 0;
    float border[4] = {0, 0, 0, 0};
    std::uint32_t max_anisotropy = 0;  // kept for queries; filtering is isotropic
    bool seamless_cube = false;        // the filter reaches over the edges of a cube's faces
};

}  // namespace ringfence::softgpu::math
