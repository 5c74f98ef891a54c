// From coordinates to elements: the fixed-point numbers of the texture unit, and what lies beyond an edge.
//
// The CUDA programming guide (Texture Fetching) says: with the filter mode Point the element is the one at floor(x);
// with Linear the two around x - 0.5, weighted with its fraction, which is kept "in 9-bit fixed point format with 8
// bits of fractional value (so 1.0 is exactly represented)". With normalised coordinates x is multiplied by the size
// first. Wrap and Mirror are for normalised coordinates only; for others they mean Clamp.
//
// The rest follows an H200: the fraction is rounded to 8 bits, to the nearest, ties upwards, and a carry moves on to
// the next element, which gives the same sum; normalised coordinates are cut to 21 bits of fraction before they are
// multiplied; NaN is 0.
#pragma once

#include <array>
#include <cstdint>

#include "softgpu/math/texture.h"

namespace ringfence::softgpu::math {

constexpr unsigned weight_bits = 8;
constexpr std::int64_t weight_one = std::int64_t{1} << weight_bits;

// A number with 8 bits of fraction.
struct Fixed {
    std::int64_t whole = 0;
    std::uint32_t fraction = 0;  // of 256
};
Fixed to_fixed(double value);

// One dimension of a fetch: at most two elements.
struct Axis {
    static constexpr std::int64_t outside = -1;  // the border
    std::array<std::int64_t, 2> index = {0, 0};
    std::uint32_t weight = 0;  // of the second, of 256
    std::uint32_t taps = 1;
};

// How one dimension is addressed.
struct AxisMode {
    AddressMode address = AddressMode::Clamp;
    bool normalized = false;
    bool linear = false;
};

Axis make_axis(double coordinate, std::int32_t offset, std::uint32_t size, const AxisMode& mode);
// The element that an index beyond an edge means.
std::int64_t resolve(std::int64_t index, std::uint32_t size, AddressMode mode);

}  // namespace ringfence::softgpu::math
