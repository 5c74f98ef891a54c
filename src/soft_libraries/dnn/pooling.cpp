#include "soft_libraries/dnn/pooling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ringfence::soft_libraries::dnn {
namespace {

constexpr int mean_with_padding = 1;
constexpr int mean_without_padding = 2;

bool takes_largest(const Pooling& pooling) {
    return pooling.mode != mean_with_padding && pooling.mode != mean_without_padding;
}

// One window: the places of the input that it covers, by dimension, and how many it would be with the padding.
struct Covered {
    Spatial begin = {};
    Spatial end = {};
    std::int64_t with_padding = 1;

    std::int64_t count() const {
        std::int64_t all = 1;
        for (std::size_t d = 0; d < most_spatial; ++d)
            all *= std::max<std::int64_t>(end[d] - begin[d], 0);
        return all;
    }
};

Covered covered_by(const PoolingShape& shape, const Spatial& at) {
    Covered covered;
    const Pooling& its = shape.pooling;
    for (std::size_t d = 0; d < most_spatial; ++d) {
        const std::int64_t begin = at[d] * its.stride[d] - its.padding[d];
        const std::int64_t end = begin + its.window[d];
        covered.begin[d] = std::max<std::int64_t>(begin, 0);
        covered.end[d] = std::min(end, shape.in[d]);
        covered.with_padding *= its.window[d];
    }
    return covered;
}

// visit(output, window, the plane's first input)
template <class Visit>
void for_each_window(const PoolingShape& shape, Visit visit) {
    const std::int64_t in_plane = shape.in[0] * shape.in[1] * shape.in[2];
    std::size_t y = 0;
    for (std::int64_t plane = 0; plane < shape.planes; ++plane) {
        Spatial at = {};
        for (at[0] = 0; at[0] < shape.out[0]; ++at[0])
            for (at[1] = 0; at[1] < shape.out[1]; ++at[1])
                for (at[2] = 0; at[2] < shape.out[2]; ++at[2], ++y) {
                    if (host()->is_unwanted()) return;
                    visit(y, covered_by(shape, at), plane * in_plane);
                }
    }
}

template <class Visit>
void for_each_covered(const PoolingShape& shape, const Covered& covered, std::int64_t first, Visit visit) {
    for (std::int64_t d = covered.begin[0]; d < covered.end[0]; ++d)
        for (std::int64_t r = covered.begin[1]; r < covered.end[1]; ++r)
            for (std::int64_t c = covered.begin[2]; c < covered.end[2]; ++c)
                visit(static_cast<std::size_t>(first + (d * shape.in[1] + r) * shape.in[2] + c));
}

double parts_of(const PoolingShape& shape, const Covered& covered) {
    return static_cast<double>(shape.pooling.mode == mean_with_padding ? covered.with_padding : covered.count());
}

}  // namespace

int shape_of(const Tensor* x, const Tensor* y, const Pooling* pooling, PoolingShape& shape) {
    if (pooling == nullptr) return refuse(null_pointer, "a pooling is missing");
    for (const Tensor* tensor : {x, y}) {
        if (const int status = check_tensor(tensor, "a pooled tensor"); status != success) return status;
    }
    if (x->rank != pooling->rank + 2 || y->rank != x->rank || x->dims[0] != y->dims[0] || x->dims[1] != y->dims[1]) {
        return refuse(bad_shape, "pooling keeps images and channels");
    }
    shape.planes = x->dims[0] * x->dims[1];
    shape.pooling = *pooling;
    std::int64_t window = 1;
    for (std::size_t d = 0; d < most_spatial; ++d) {
        const std::size_t missing = most_spatial - pooling->rank;
        if (d >= missing) {
            shape.in[d] = x->dims[2 + d - missing];
            shape.out[d] = y->dims[2 + d - missing];
        }
        // Because of padding a window may be larger than the input, but not larger than most_elements.
        if (pooling->window[d] > most_elements) return refuse(unsupported_shape, "a window is too large");
        window *= pooling->window[d];
        const std::int64_t room = shape.in[d] + 2 * pooling->padding[d] - pooling->window[d];
        if (window > most_elements) return refuse(unsupported_shape, "a window is too large");
        if (room < 0 || room / pooling->stride[d] + 1 != shape.out[d]) {
            return refuse(bad_shape, "a pooling's output has another size");
        }
    }
    return success;
}

Values forward(const PoolingShape& shape, const Values& x) {
    Values y(static_cast<std::size_t>(shape.planes * shape.out[0] * shape.out[1] * shape.out[2]));
    for_each_window(shape, [&](std::size_t to, const Covered& covered, std::int64_t first) {
        double value = takes_largest(shape.pooling) ? -std::numeric_limits<double>::infinity() : 0;
        for_each_covered(shape, covered, first, [&](std::size_t i) {
            if (!takes_largest(shape.pooling)) {
                value += x[i];
            } else if (x[i] > value || std::isnan(x[i])) {
                value = x[i];
            }
        });
        y[to] = takes_largest(shape.pooling) ? value : value / parts_of(shape, covered);
    });
    return y;
}

Values backward(const PoolingShape& shape, const Values& x, const Values& dy) {
    Values dx(x.size());
    for_each_window(shape, [&](std::size_t from, const Covered& covered, std::int64_t first) {
        if (takes_largest(shape.pooling)) {
            std::size_t largest = x.size();
            for_each_covered(shape, covered, first, [&](std::size_t i) {
                if (largest == x.size() || x[i] > x[largest]) largest = i;
            });
            if (largest != x.size()) dx[largest] += dy[from];
            return;
        }
        const double part = dy[from] / parts_of(shape, covered);
        for_each_covered(shape, covered, first, [&](std::size_t i) { dx[i] += part; });
    });
    return dx;
}

}  // namespace ringfence::soft_libraries::dnn
