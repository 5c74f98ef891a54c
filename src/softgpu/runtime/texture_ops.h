// Texture instructions, as compiled code calls them.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/math/texture_sample.h"
#include "softgpu/runtime/abi.h"
#include "softgpu/runtime/texture_table.h"

namespace ringfence::softgpu {

// The words that a texture instruction passes: floats as their bits. Unused words are 0.
struct TextureWords {
    static constexpr unsigned layer = 0;
    static constexpr unsigned at = 1;  // x, y, z; integers if the mode says so
    static constexpr unsigned level = 4;
    static constexpr unsigned dx = 5;
    static constexpr unsigned dy = 8;
    static constexpr unsigned offset = 11;
    static constexpr unsigned count = 14;
};

enum class TextureResult : std::uint32_t { Words, Halves, HalfPairs };  // .v4 of 32 bits, .v4.f16, .v2.f16x2

// How a texture is read. Passed by compiled code as a number.
struct TextureMode {
    std::uint32_t dimensions = 2;  // of the coordinates: of a cube 3
    bool layered = false;
    bool cube = false;
    bool integers = false;  // .s32 coordinates
    math::LevelMode level = math::LevelMode::Finest;
    TextureResult result = TextureResult::Words;
    std::uint32_t component = 0;  // of tld4

    std::uint32_t bits() const {
        return dimensions | (layered ? 4U : 0U) | (cube ? 8U : 0U) | (integers ? 16U : 0U) |
               static_cast<std::uint32_t>(level) << 5 | static_cast<std::uint32_t>(result) << 7 | component << 9;
    }
    static TextureMode from_bits(std::uint32_t bits) {
        return {bits & 3,
                (bits & 4) != 0,
                (bits & 8) != 0,
                (bits & 16) != 0,
                static_cast<math::LevelMode>(bits >> 5 & 3),
                static_cast<TextureResult>(bits >> 7 & 3),
                bits >> 9 & 3};
    }
};

// The queries of txq and suq.
enum class ImageQuery : std::uint32_t {
    Width,
    Height,
    Depth,
    ChannelType,
    ChannelOrder,
    ArraySize,
    Levels,
    Samples,
    NormalizedCoordinates,
    FilterMode,
    AddressMode0,
    AddressMode1,
    AddressMode2,
    ForceUnnormalized,
    MemoryLayout,
};

extern "C" {

// `in` has TextureWords::count words, `out` gets four (two: HalfPairs).
void rf_texture(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::uint32_t* in,
                std::uint32_t* out, SiteId site);
// tld4.
void rf_gather(ThreadState* thread, std::uint64_t handle, std::uint32_t mode, const std::uint32_t* in,
               std::uint32_t* out, SiteId site);
// `kind` is a TextureKind, `query` an ImageQuery; `level` is that of txq.level, otherwise 0.
std::uint32_t rf_image_query(ThreadState* thread, std::uint64_t handle, std::uint32_t kind, std::uint32_t query,
                             std::uint32_t level, SiteId site);
// istypep: whether the launch has an object of this kind with this handle.
std::uint32_t rf_is_object(ThreadState* thread, std::uint64_t handle, std::uint32_t kind, SiteId site);

}  // extern "C"

// The object behind a handle; a handle without an object of this kind is a fault.
const TextureObject& object_of(ThreadState* thread, std::uint64_t handle, TextureKind kind, SiteId site);

// These, by name.
std::span<const RuntimeFunction> texture_functions();

}  // namespace ringfence::softgpu
