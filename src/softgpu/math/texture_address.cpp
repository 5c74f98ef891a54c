#include "softgpu/math/texture_address.h"

#include <algorithm>
#include <cmath>

namespace ringfence::softgpu::math {
namespace {

// Far beyond every image, and small enough to calculate with.
constexpr double farthest = 0x1p40;

double bounded(double value) {
    return std::isnan(value) ? 0 : std::clamp(value, -farthest, farthest);
}

// The coordinate in elements. A periodic coordinate is reduced to its period first, which is exact.
double in_elements(double coordinate, std::uint32_t size, const AxisMode& mode) {
    if (!mode.normalized) return bounded(coordinate);
    double reduced = coordinate;
    if (mode.address == AddressMode::Wrap) reduced = coordinate - std::floor(coordinate);
    if (mode.address == AddressMode::Mirror) reduced = coordinate - 2 * std::floor(coordinate / 2);
    constexpr double coordinate_one = 0x1p21;
    return bounded(std::floor(bounded(reduced) * coordinate_one) / coordinate_one * size);
}

// A remainder that is never negative.
std::int64_t remainder_of(std::int64_t value, std::int64_t by) {
    const std::int64_t rest = value % by;
    return rest < 0 ? rest + by : rest;
}

}  // namespace

Fixed to_fixed(double value) {
    const auto scaled = static_cast<std::int64_t>(std::floor(bounded(value) * weight_one + 0.5));
    const std::int64_t fraction = remainder_of(scaled, weight_one);
    return {(scaled - fraction) / weight_one, static_cast<std::uint32_t>(fraction)};
}

std::int64_t resolve(std::int64_t index, std::uint32_t size, AddressMode mode) {
    const std::int64_t count = size;
    switch (mode) {
        case AddressMode::Wrap: return remainder_of(index, count);
        case AddressMode::Mirror: {
            const std::int64_t in_period = remainder_of(index, 2 * count);
            return in_period < count ? in_period : 2 * count - 1 - in_period;
        }
        case AddressMode::Border: return index >= 0 && index < count ? index : Axis::outside;
        case AddressMode::Clamp: break;
    }
    return std::clamp<std::int64_t>(index, 0, count - 1);
}

Axis make_axis(double coordinate, std::int32_t offset, std::uint32_t size, const AxisMode& mode) {
    const bool repeats = mode.address == AddressMode::Wrap || mode.address == AddressMode::Mirror;
    const AddressMode address = repeats && !mode.normalized ? AddressMode::Clamp : mode.address;
    const double elements = in_elements(coordinate, size, mode);
    Axis axis;
    if (!mode.linear) {
        axis.index[0] = resolve(static_cast<std::int64_t>(std::floor(elements)) + offset, size, address);
        return axis;
    }
    const Fixed fixed = to_fixed(elements - 0.5);
    axis.taps = 2;
    axis.weight = fixed.fraction;
    axis.index[0] = resolve(fixed.whole + offset, size, address);
    axis.index[1] = resolve(fixed.whole + offset + 1, size, address);
    return axis;
}

}  // namespace ringfence::softgpu::math
