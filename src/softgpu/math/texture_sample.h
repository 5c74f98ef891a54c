// Texture fetches: one image, one sampler, coordinates in, four numbers out.
//
// This is all there is of the texture unit's arithmetic. Documented (CUDA programming guide, Texture Fetching): which
// elements are taken and with which weights, in 1/256 (texture_address.h). The rest is as an H200 gave it in the cases
// of tests/e2e/textures, where it could be found out (docs/softgpu-textures.md has the table):
//   - weighted elements are summed exactly, and the sum is rounded once (TexelReader::finish);
//   - elements with the weight 0 do not count, be they NaN or infinite;
//   - the level of a mipmap is cut to 8 bits of fraction; without a linear mipmap filter it is then rounded to the
//     nearest level, ties upwards. Bias and limits hold for every fetch, also one of the finest level;
//   - anisotropy is ignored: the level is that of an isotropic filter;
//   - integer coordinates beyond an edge, and layers beyond the last with them, give zeros.
// Images that are not of the instruction's geometry give something, but only elements of their own.
#pragma once

#include <array>
#include <cstdint>

#include "softgpu/math/texture.h"
#include "softgpu/math/texture_texel.h"

namespace ringfence::softgpu::math {

enum class LevelMode : std::uint8_t { Finest, Given, Gradients };

struct Fetch {
    std::uint32_t dimensions = 2;  // of the instruction; cubes: 3, a direction
    bool layered = false;
    bool cube = false;
    LevelMode level_mode = LevelMode::Finest;
    std::uint32_t layer = 0;
    std::array<float, 3> at{};
    float level = 0;
    std::array<float, 3> dx{};
    std::array<float, 3> dy{};
    std::array<std::int32_t, 3> offset{};  // in elements
};

Texel sample(const Image& image, const Sampler& sampler, const Fetch& fetch);

// tld4: one component of the four elements that a linear filter would take, in the order (left, lower), (right, lower),
// (right, upper), (left, upper), with y growing downwards.
Texel gather(const Image& image, const Sampler& sampler, const Fetch& fetch, std::uint32_t component);

// With integer coordinates: one element, neither filtered nor repeated.
struct ElementFetch {
    std::uint32_t dimensions = 2;
    std::uint32_t layer = 0;
    std::int32_t level = 0;
    std::array<std::int32_t, 3> at{};
    std::array<std::int32_t, 3> offset{};
};
Texel fetch_element(const Image& image, const Sampler& sampler, const ElementFetch& fetch);

}  // namespace ringfence::softgpu::math
