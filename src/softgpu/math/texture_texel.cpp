#include "softgpu/math/texture_texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "softgpu/math/convert.h"

namespace ringfence::softgpu::math {
namespace {

template <typename T>
T load_as(const std::byte* at) {
    T value{};
    std::memcpy(&value, at, sizeof(value));
    return value;
}

// The bits of an integer, its sign extended.
std::uint32_t extended(std::int32_t value) {
    return static_cast<std::uint32_t>(value);
}

bool is_signed(ChannelFormat format) {
    return format == ChannelFormat::S8 || format == ChannelFormat::S16 || format == ChannelFormat::S32;
}

bool is_floating(ChannelFormat format) {
    return format == ChannelFormat::F16 || format == ChannelFormat::F32;
}

// The part of a word that a channel of the format holds, as an integer of 32 bits; a float stays as it is.
std::uint32_t lowest_bits(std::uint32_t word, ChannelFormat format) {
    switch (format) {
        case ChannelFormat::U8: return word & 0xff;
        case ChannelFormat::U16: return word & 0xffff;
        case ChannelFormat::S8: return extended(static_cast<std::int8_t>(word));
        case ChannelFormat::S16: return extended(static_cast<std::int16_t>(word));
        default: return word;
    }
}

// The mantissas of f16 and f32.
constexpr unsigned half_bits = 11;
constexpr unsigned float_bits = 24;

// Rounded to a mantissa of `bits` bits, ties away from zero.
double with_bits(double value, unsigned bits) {
    const unsigned cut = 53 - bits;
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    const std::uint64_t rounded = std::bit_cast<std::uint64_t>(value) + half;
    return std::bit_cast<double>(rounded & ~(2 * half - 1));
}

// IEC 61966-2-1. The card's table has mantissas of 8 bits. It was found with the cases of one channel; those of more
// show that some of its entries are still others.
double linear_from_srgb(std::uint32_t value) {
    const double encoded = value / 255.0;
    const double linear = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
    return with_bits(std::nextafter(std::floor(linear * 65536 + 0.5) / 65536, 0), 8);
}

}  // namespace

std::byte* address_of(const Image& image, const ImageLevel& level, const Place& place) {
    return level.base + (place.slice + place.z) * level.slice_bytes + place.y * level.row_bytes +
           std::uint64_t{place.x} * image.element_bytes();
}

std::uint32_t load_channel(const std::byte* at, ChannelFormat format) {
    switch (format) {
        case ChannelFormat::U8: return load_as<std::uint8_t>(at);
        case ChannelFormat::S8: return extended(load_as<std::int8_t>(at));
        case ChannelFormat::U16: return load_as<std::uint16_t>(at);
        case ChannelFormat::S16: return extended(load_as<std::int16_t>(at));
        case ChannelFormat::F16:
            return std::bit_cast<std::uint32_t>(to_float(load_as<std::uint16_t>(at), FormatId::F16));
        default: return load_as<std::uint32_t>(at);
    }
}

bool TexelReader::gives_floats() const {
    return is_floating(image_.format) || (sampler_.normalized_read && channel_bytes(image_.format) < 4);
}

bool TexelReader::is_srgb() const {
    return sampler_.srgb && image_.format == ChannelFormat::U8 && gives_floats();
}

// With two channels the second is treated as alpha.
bool TexelReader::is_srgb_channel(std::size_t index) const {
    return is_srgb() && index < (image_.channels == 2 ? 1 : 3);
}

double TexelReader::scale() const {
    if (is_srgb()) return 1;
    switch (image_.format) {
        case ChannelFormat::U8: return 255;
        case ChannelFormat::S8: return 127;
        case ChannelFormat::U16: return 65535;
        case ChannelFormat::S16: return 32767;
        default: return 1;
    }
}

Texel TexelReader::integers(const ImageLevel& level, const Place& place) const {
    const std::byte* element = address_of(image_, level, place);
    Texel texel = {};
    for (std::uint32_t i = 0; i < image_.channels; ++i)
        texel.at(i) = load_channel(element + std::size_t{i} * channel_bytes(image_.format), image_.format);
    return texel;
}

Channels TexelReader::channels(const ImageLevel& level, const Place& place) const {
    const Texel texel = integers(level, place);
    Channels channels = {};
    for (std::uint32_t i = 0; i < image_.channels; ++i) {
        const std::uint32_t bits = texel.at(i);
        if (is_floating(image_.format)) {
            channels.at(i) = std::bit_cast<float>(bits);
        } else if (is_signed(image_.format)) {
            // The least integer has no counterpart above and counts as -1.
            channels.at(i) = std::max<double>(static_cast<std::int32_t>(bits), -scale());
        } else if (is_srgb()) {
            channels.at(i) = is_srgb_channel(i) ? linear_from_srgb(bits) : bits / 255.0;
        } else {
            channels.at(i) = bits;
        }
    }
    return channels;
}

// The driver takes floats for the border: an integer is the lowest bits of one.
Texel TexelReader::border_integers() const {
    Texel texel = {};
    for (std::uint32_t i = 0; i < image_.channels; ++i)
        texel.at(i) = lowest_bits(std::bit_cast<std::uint32_t>(sampler_.border[i]), image_.format);
    return texel;
}

// As an element would hold it.
double TexelReader::border_of(float colour) const {
    if (is_floating(image_.format)) return colour;
    const double least = is_signed(image_.format) ? -1 : 0;
    return std::floor(std::min(std::max<double>(colour, least), 1.0) * scale() + 0.5);
}

Channels TexelReader::border_channels() const {
    Channels channels = {};
    for (std::uint32_t i = 0; i < image_.channels; ++i)
        channels.at(i) = border_of(sampler_.border[i]);
    return channels;
}

Texel TexelReader::finish(const Channels& channels) const {
    Texel texel{};
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const auto value = static_cast<float>(rounded(channels.at(i), i));
        texel.at(i) = std::isnan(value) ? 0x7fff'ffff : std::bit_cast<std::uint32_t>(value);
    }
    return texel;
}

// Recorded on a card: sums are exact, and rounded once to what the format's fetches give: floats of the format's own
// precision, 16 bits of integers. S8 is open: neither of 16 nor of 8 bits.
double TexelReader::rounded(double channel, std::size_t index) const {
    if (!std::isfinite(channel)) return channel;
    switch (image_.format) {
        case ChannelFormat::F16: return with_bits(channel, half_bits);
        case ChannelFormat::U8:
        case ChannelFormat::U16:
            if (is_srgb_channel(index)) return with_bits(channel, half_bits);
            return std::floor(channel / scale() * 65535 + 0.5) / 65535;
        case ChannelFormat::S16: return std::floor(channel + 0.5) / scale();
        case ChannelFormat::S8: return channel / scale();
        default: return with_bits(channel, float_bits);
    }
}

}  // namespace ringfence::softgpu::math
