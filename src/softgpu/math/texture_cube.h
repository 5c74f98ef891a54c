// Cube maps: from a direction to a face and a place on it, and from a face over its edges to the next.
#pragma once

#include <array>
#include <cstdint>

namespace ringfence::softgpu::math {

using Direction = std::array<double, 3>;

struct FacePoint {
    std::uint32_t face = 0;  // +x, -x, +y, -y, +z, -z
    double s = 0;            // 0 to 1
    double t = 0;
};

// As the table in the CUDA programming guide (Cubemap Textures). Where two components are equally large z comes before
// y before x, and no direction is the middle of +z, as on an H200.
FacePoint face_of(const Direction& direction);
// How fast s and t change on that face when the direction changes by `change`.
std::array<double, 2> face_change(const Direction& direction, const Direction& change);

// An element of a face, with indices one beyond an edge: the element of the neighbouring face that touches it there.
// Both indices beyond an edge is a corner, where three faces meet and there is no such element: `is_corner`.
struct FaceElement {
    std::uint32_t face = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
    bool is_corner = false;
};
FaceElement over_edge(std::uint32_t face, std::int64_t x, std::int64_t y, std::uint32_t size);

}  // namespace ringfence::softgpu::math
