// Elements of images: where they lie, what they hold, and as which numbers a texture fetch sees them.
#pragma once

#include <array>
#include <cstdint>

#include "softgpu/math/texture.h"

namespace ringfence::softgpu::math {

// The result of an instruction: four words, floats as their bits.
using Texel = std::array<std::uint32_t, 4>;
// Four channels for filtering, as multiples of 1 / scale(): sums of integers times weights stay exact that way.
using Channels = std::array<double, 4>;

// Where an element is. Every number is inside the image.
struct Place {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t z = 0;
    std::uint64_t slice = 0;  // layer, or face of a cube
};

std::byte* address_of(const Image& image, const ImageLevel& level, const Place& place);

// How the elements of an image are read.
class TexelReader {
public:
    TexelReader(const Image& image, const Sampler& sampler) : image_(image), sampler_(sampler) {}

    // True if fetches give floats; otherwise they give integers, which are never filtered.
    bool gives_floats() const;
    // The element as it is: integers extended to 32 bits, floats as f32. Channels that the image lacks are 0.
    Texel integers(const ImageLevel& level, const Place& place) const;
    // The element for filtering; only if fetches give floats.
    Channels channels(const ImageLevel& level, const Place& place) const;
    // The value outside the image, with the address mode Border.
    Texel border_integers() const;
    Channels border_channels() const;
    // Floats, each rounded once, to what the format's filter gives.
    Texel finish(const Channels& channels) const;

private:
    // The divisor that turns a channel's integer into a number of [0, 1] or [-1, 1].
    double scale() const;
    double border_of(float colour) const;
    // A sum as the filter gives it.
    double rounded(double channel, std::size_t index) const;
    bool is_srgb() const;
    bool is_srgb_channel(std::size_t index) const;

    const Image& image_;
    const Sampler& sampler_;
};

// A channel's bits as it lies in memory: integers extended to 32 bits, f16 made f32.
std::uint32_t load_channel(const std::byte* at, ChannelFormat format);

}  // namespace ringfence::softgpu::math
