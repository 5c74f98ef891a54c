#include "softgpu/math/texture_cube.h"

#include <cmath>

namespace ringfence::softgpu::math {
namespace {

// s, t and m of the guide's table, as component numbers and signs.
struct FaceAxes {
    std::uint8_t s;
    std::uint8_t t;
    std::uint8_t m;
    std::int8_t s_sign;
    std::int8_t t_sign;
    std::int8_t m_sign;
};

constexpr std::array<FaceAxes, 6> face_axes = {{
    {2, 1, 0, -1, -1, 1},
    {2, 1, 0, 1, -1, -1},
    {0, 2, 1, 1, 1, 1},
    {0, 2, 1, 1, -1, -1},
    {0, 1, 2, 1, -1, 1},
    {0, 1, 2, -1, -1, -1},
}};

std::uint32_t major_face(const Direction& direction) {
    const double x = std::fabs(direction[0]);
    const double y = std::fabs(direction[1]);
    const double z = std::fabs(direction[2]);
    std::uint32_t axis = 0;
    if (z >= x && z >= y) {
        axis = 2;
    } else if (y >= x) {
        axis = 1;
    }
    return 2 * axis + (std::signbit(direction.at(axis)) ? 1 : 0);
}

// The direction to a place on the plane of a face, from -1 to 1 within it.
Direction direction_to(std::uint32_t face, double s, double t) {
    const FaceAxes& axes = face_axes.at(face);
    Direction direction{};
    direction.at(axes.s) = axes.s_sign * s;
    direction.at(axes.t) = axes.t_sign * t;
    direction.at(axes.m) = axes.m_sign;
    return direction;
}

}  // namespace

FacePoint face_of(const Direction& direction) {
    const std::uint32_t face = major_face(direction);
    const FaceAxes& axes = face_axes.at(face);
    const double m = axes.m_sign * direction.at(axes.m);
    if (m == 0) return {face, 0.5, 0.5};  // no direction: the middle of a face
    return {face, (axes.s_sign * direction.at(axes.s) / m + 1) / 2, (axes.t_sign * direction.at(axes.t) / m + 1) / 2};
}

std::array<double, 2> face_change(const Direction& direction, const Direction& change) {
    const FaceAxes& axes = face_axes.at(major_face(direction));
    const double m = axes.m_sign * direction.at(axes.m);
    const double dm = axes.m_sign * change.at(axes.m);
    const auto along = [&](std::uint8_t axis, std::int8_t sign) {
        return (sign * change.at(axis) * m - sign * direction.at(axis) * dm) / (2 * m * m);
    };
    return {along(axes.s, axes.s_sign), along(axes.t, axes.t_sign)};
}

// The centre of an element beyond the edge, seen from the middle of the cube, lies in the neighbour that touches it.
FaceElement over_edge(std::uint32_t face, std::int64_t x, std::int64_t y, std::uint32_t size) {
    const std::int64_t count = size;
    const bool x_outside = x < 0 || x >= count;
    const bool y_outside = y < 0 || y >= count;
    if (!x_outside && !y_outside) return {face, x, y, false};
    if (x_outside && y_outside) return {face, x, y, true};
    const auto centre = [&](std::int64_t i) {
        return (2.0 * static_cast<double>(i) + 1) / static_cast<double>(count) - 1;
    };
    const FacePoint point = face_of(direction_to(face, centre(x), centre(y)));
    const auto index = [&](double along) {
        const auto i = static_cast<std::int64_t>(std::floor(along * static_cast<double>(count)));
        return i < 0 ? 0 : i >= count ? count - 1 : i;
    };
    return {point.face, index(point.s), index(point.t), false};
}

}  // namespace ringfence::softgpu::math
