#include "softgpu/math/texture_sample.h"

#include <algorithm>
#include <cmath>

#include "softgpu/math/texture_address.h"
#include "softgpu/math/texture_cube.h"

namespace ringfence::softgpu::math {
namespace {

// Where a fetch goes on every level: a slice, and coordinates on it.
struct Target {
    std::uint64_t slice = 0;
    std::uint32_t face = 0;  // of a cube
    std::array<double, 3> at{};
    std::uint32_t dimensions = 2;
    bool cube = false;
    bool over_edges = false;  // of a cube: the filter takes elements of neighbouring faces
};

std::uint64_t slice_of(const Image& image, std::uint32_t layer, std::uint32_t face) {
    const std::uint64_t slice = image.cube ? std::uint64_t{std::min(layer, image.layers - 1)} * 6 + face : layer;
    return std::min(slice, image.slices() - 1);
}

Target target_of(const Image& image, const Sampler& sampler, const Fetch& fetch) {
    Target target;
    target.dimensions = fetch.dimensions;
    for (std::size_t i = 0; i < 3; ++i)
        target.at.at(i) = fetch.at.at(i);
    const std::uint32_t layer = fetch.layered ? fetch.layer : 0;
    if (fetch.cube) {
        const FacePoint point = face_of(target.at);
        target.cube = true;
        target.over_edges = sampler.seamless_cube && image.cube && TexelReader(image, sampler).gives_floats();
        target.dimensions = 2;
        target.face = point.face;
        target.at = {point.s, point.t, 0};
    }
    target.slice = slice_of(image, layer, target.face);
    return target;
}

struct Footprint {
    std::array<Axis, 3> axes;
};

std::uint32_t size_along(const ImageLevel& level, std::size_t axis) {
    return axis == 0 ? level.width : axis == 1 ? level.height : level.depth;
}

Footprint footprint_of(const ImageLevel& level, const Sampler& sampler, const Fetch& fetch, const Target& target,
                       bool linear) {
    Footprint footprint;
    for (std::size_t i = 0; i < target.dimensions; ++i) {
        AxisMode mode{sampler.address[i], sampler.normalized_coordinates, linear};
        // Which indices lie over an edge is needed later; see beyond_face().
        if (target.cube) mode = {target.over_edges && linear ? AddressMode::Border : sampler.address[i], true, linear};
        footprint.axes.at(i) = make_axis(target.at.at(i), fetch.offset.at(i), size_along(level, i), mode);
    }
    // One dimension is two, with the edge of a single row as the second coordinate: half of a filter's weight lies on
    // the border, where there is one.
    if (target.dimensions == 1)
        footprint.axes[1] = make_axis(0, 0, 1, {sampler.address[1], sampler.normalized_coordinates, linear});
    return footprint;
}

// Weights are numbers of 8 bits of fraction, and so are their products: rounded to the nearest, ties upwards or
// downwards.
std::int64_t half_up(std::int64_t product) {
    return (product + weight_one / 2) / weight_one;
}
std::int64_t half_down(std::int64_t product) {
    return (product + weight_one / 2 - 1) / weight_one;
}

// The parts of `total` for the four elements of a 2D filter, x first: `right` and `lower` are the weights of the second
// ones.
std::array<std::int64_t, 4> quad_weights(std::int64_t total, std::int64_t right, std::int64_t lower) {
    const std::int64_t on_right = half_up(total * right);
    const std::int64_t below = half_down(total * lower);
    const std::int64_t both = half_up(on_right * lower);
    return {total - on_right - below + both, on_right - both, below - both, both};
}

// The fetch of one level.
class LevelFetch {
public:
    LevelFetch(const Image& image, const Sampler& sampler, const ImageLevel& level, const Target& target,
               const Footprint& footprint)
        : reader_(image, sampler), image_(image), level_(level), target_(target), footprint_(footprint) {}

    // The element at one of the two places along each axis.
    Channels channels(std::size_t x, std::size_t y, std::size_t z) const {
        const std::array<std::int64_t, 3> index = indices(x, y, z);
        if (!is_outside(index)) return reader_.channels(level_, place(index));
        return target_.over_edges ? beyond_face(x, y) : reader_.border_channels();
    }

    Texel integers(std::size_t x, std::size_t y, std::size_t z) const {
        const std::array<std::int64_t, 3> index = indices(x, y, z);
        if (!is_outside(index)) return reader_.integers(level_, place(index));
        return reader_.border_integers();
    }

    // The elements times their weights, which are `total` together, in 1/256.
    Channels filtered(std::int64_t total) const {
        const std::array<Axis, 3>& axes = footprint_.axes;
        const std::int64_t behind = half_up(total * axes[2].weight);
        Channels sum{};
        add_slice(sum, 0, total - behind);
        add_slice(sum, 1, behind);
        return sum;
    }

private:
    void add_slice(Channels& sum, std::size_t z, std::int64_t total) const {
        const std::array<std::int64_t, 4> weights =
            quad_weights(total, footprint_.axes[0].weight, footprint_.axes[1].weight);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (weights.at(i) == 0) continue;
            const Channels element = channels(i % 2, i / 2, z);
            const double weight = static_cast<double>(weights.at(i)) / weight_one;
            for (std::size_t k = 0; k < sum.size(); ++k)
                sum.at(k) += element.at(k) * weight;
        }
    }
    std::array<std::int64_t, 3> indices(std::size_t x, std::size_t y, std::size_t z) const {
        return {footprint_.axes[0].index.at(x), footprint_.axes[1].index.at(y), footprint_.axes[2].index.at(z)};
    }
    static bool is_outside(const std::array<std::int64_t, 3>& index) {
        return std::any_of(index.begin(), index.end(), [](std::int64_t i) { return i == Axis::outside; });
    }
    Place place(const std::array<std::int64_t, 3>& index) const {
        return {static_cast<std::uint32_t>(index[0]), static_cast<std::uint32_t>(index[1]),
                static_cast<std::uint32_t>(index[2]), target_.slice};
    }
    // A border index on a face: the first of the two lies before it, the second behind it.
    static std::int64_t index_on_plane(const Axis& axis, std::size_t tap, std::uint32_t size) {
        if (axis.index.at(tap) != Axis::outside) return axis.index.at(tap);
        return tap == 0 ? -1 : static_cast<std::int64_t>(size);
    }
    Channels beyond_face(std::size_t x, std::size_t y) const {
        const std::int64_t i = index_on_plane(footprint_.axes[0], x, level_.width);
        const std::int64_t j = index_on_plane(footprint_.axes[1], y, level_.height);
        const FaceElement element = over_edge(target_.face, i, j, level_.width);
        if (!element.is_corner) return on_face(element);
        // Where three faces meet there are three elements: the fourth is their mean.
        const std::int64_t inner_i = std::clamp<std::int64_t>(i, 0, level_.width - 1);
        const std::int64_t inner_j = std::clamp<std::int64_t>(j, 0, level_.height - 1);
        const std::array<FaceElement, 3> three = {over_edge(target_.face, inner_i, inner_j, level_.width),
                                                  over_edge(target_.face, i, inner_j, level_.width),
                                                  over_edge(target_.face, inner_i, j, level_.width)};
        Channels mean{};
        for (const FaceElement& one : three) {
            const Channels channels = on_face(one);
            for (std::size_t k = 0; k < mean.size(); ++k)
                mean.at(k) += channels.at(k) / 3;
        }
        return mean;
    }
    Channels on_face(const FaceElement& element) const {
        const std::uint64_t first = target_.slice - target_.face;
        const auto y = std::min<std::int64_t>(element.y, level_.height - 1);
        return reader_.channels(level_, {static_cast<std::uint32_t>(element.x), static_cast<std::uint32_t>(y), 0,
                                         std::min(first + element.face, image_.slices() - 1)});
    }

    TexelReader reader_;
    const Image& image_;
    const ImageLevel& level_;
    const Target& target_;
    const Footprint& footprint_;
};

// --- levels ----------------------------------------------------------------------------------------------------------

double length(const std::array<double, 3>& vector) {
    return std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

// A gradient in elements of the finest level.
std::array<double, 3> in_elements(const Image& image, const Sampler& sampler, const Fetch& fetch,
                                  const std::array<float, 3>& gradient) {
    std::array<double, 3> change = {gradient[0], gradient[1], gradient[2]};
    const bool scaled = sampler.normalized_coordinates || fetch.cube;
    if (fetch.cube) {
        const std::array<double, 2> on_face = face_change({fetch.at[0], fetch.at[1], fetch.at[2]}, change);
        change = {on_face[0], on_face[1], 0};
    }
    const std::size_t dimensions = fetch.cube ? 2 : fetch.dimensions;
    for (std::size_t i = 0; i < change.size(); ++i) {
        if (i >= dimensions) change.at(i) = 0;
        if (scaled) change.at(i) *= size_along(image.levels[0], i);
    }
    return change;
}

// How far the coordinate goes from a pixel to the next, in the direction where it goes farthest: of the two gradients
// and the two directions between them. A diagonal's length would be 1/sqrt(2) of the sum's, and the card takes a bit
// less: 0.6887 to 0.6900.
double longest_change(const std::array<double, 3>& dx, const std::array<double, 3>& dy) {
    constexpr double diagonal = 0.6894;
    std::array<double, 3> sum{};
    std::array<double, 3> difference{};
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum.at(i) = dx.at(i) + dy.at(i);
        difference.at(i) = dx.at(i) - dy.at(i);
    }
    return std::max(std::max(length(dx), length(dy)), diagonal * std::max(length(sum), length(difference)));
}

double wanted_level(const Image& image, const Sampler& sampler, const Fetch& fetch) {
    switch (fetch.level_mode) {
        case LevelMode::Given: return fetch.level;
        case LevelMode::Gradients:
            return std::log2(longest_change(in_elements(image, sampler, fetch, fetch.dx),
                                            in_elements(image, sampler, fetch, fetch.dy)));
        case LevelMode::Finest: break;
    }
    return 0;
}

Fixed level_of(const Image& image, const Sampler& sampler, const Fetch& fetch) {
    if (image.levels.size() == 1) return {};
    double level = wanted_level(image, sampler, fetch) + sampler.mipmap_bias;
    if (std::isnan(level)) level = 0;
    const double last = static_cast<double>(image.levels.size() - 1);
    // The limits come from outside: std::clamp must not see them in the wrong order.
    level = std::min<double>(std::max<double>(level, sampler.min_level), sampler.max_level);
    level = std::min(std::max(level, 0.0), last);
    const auto fixed = static_cast<std::int64_t>(std::floor(level * weight_one));
    if (sampler.mipmap_filter == Filter::Point) return {half_up(fixed), 0};
    return {fixed / weight_one, static_cast<std::uint32_t>(fixed % weight_one)};
}

Channels filter_level(const Image& image, const Sampler& sampler, const Fetch& fetch, const Target& target,
                      std::int64_t number, std::int64_t total) {
    const ImageLevel& level = image.levels[static_cast<std::size_t>(number)];
    const Footprint footprint = footprint_of(level, sampler, fetch, target, sampler.filter == Filter::Linear);
    return LevelFetch(image, sampler, level, target, footprint).filtered(total);
}

}  // namespace

Texel sample(const Image& image, const Sampler& sampler, const Fetch& fetch) {
    const TexelReader reader(image, sampler);
    const Target target = target_of(image, sampler, fetch);
    const Fixed level = level_of(image, sampler, fetch);
    const auto number = static_cast<std::size_t>(level.whole);
    // An element as it is keeps all its bits, be it a NaN.
    const bool exact = sampler.filter == Filter::Point && level.fraction == 0;
    if (!reader.gives_floats() || (exact && !sampler.normalized_read)) {
        const Footprint footprint = footprint_of(image.levels[number], sampler, fetch, target, false);
        return LevelFetch(image, sampler, image.levels[number], target, footprint).integers(0, 0, 0);
    }
    Channels sum = filter_level(image, sampler, fetch, target, level.whole, weight_one - level.fraction);
    if (level.fraction != 0) {
        const Channels next = filter_level(image, sampler, fetch, target, level.whole + 1, level.fraction);
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum.at(i) += next.at(i);
    }
    return reader.finish(sum);
}

Texel gather(const Image& image, const Sampler& sampler, const Fetch& fetch, std::uint32_t component) {
    constexpr std::array<std::array<std::size_t, 2>, 4> order = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    const TexelReader reader(image, sampler);
    const Target target = target_of(image, sampler, fetch);
    const ImageLevel& level = image.levels[static_cast<std::size_t>(level_of(image, sampler, fetch).whole)];
    const Footprint footprint = footprint_of(level, sampler, fetch, target, true);
    const LevelFetch four(image, sampler, level, target, footprint);
    Texel texel{};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto [x, y] = order.at(i);
        const Texel element = reader.gives_floats() && (sampler.normalized_read || target.over_edges)
                                  ? reader.finish(four.channels(x, y, 0))
                                  : four.integers(x, y, 0);
        texel.at(i) = element.at(component & 3);
    }
    return texel;
}

Texel fetch_element(const Image& image, const Sampler& sampler, const ElementFetch& fetch) {
    const auto last = static_cast<std::int32_t>(image.levels.size()) - 1;
    const ImageLevel& level = image.levels[static_cast<std::size_t>(std::clamp(fetch.level, 0, last))];
    if (fetch.layer >= image.layers) return {};
    std::array<std::uint32_t, 3> at{};
    for (std::size_t i = 0; i < fetch.dimensions; ++i) {
        const std::int64_t index = std::int64_t{fetch.at.at(i)} + fetch.offset.at(i);
        if (index < 0 || index >= size_along(level, i)) return {};
        at.at(i) = static_cast<std::uint32_t>(index);
    }
    const TexelReader reader(image, sampler);
    const Place place{at[0], at[1], at[2], slice_of(image, fetch.layer, 0)};
    if (!reader.gives_floats() || !sampler.normalized_read) return reader.integers(level, place);
    return reader.finish(reader.channels(level, place));
}

}  // namespace ringfence::softgpu::math
