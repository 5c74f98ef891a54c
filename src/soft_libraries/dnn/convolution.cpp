#include "soft_libraries/dnn/convolution.h"

#include <algorithm>

namespace ringfence::soft_libraries::dnn {
namespace {

Spatial spatial_of(const Tensor& tensor) {
    Spatial sizes = {1, 1, 1};
    const std::size_t rank = tensor.rank - 2;
    for (std::size_t i = 0; i < rank; ++i)
        sizes[most_spatial - rank + i] = tensor.dims[2 + i];
    return sizes;
}

std::int64_t product(const Spatial& sizes) {
    return sizes[0] * sizes[1] * sizes[2];
}

// Positions of the output of which this position of the window falls on the input.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t first = 0;  // where the first of them falls
};

Range range_of(const ConvolutionShape& shape, std::size_t d, std::int64_t at) {
    const Convolution& its = shape.convolution;
    const std::int64_t offset = at * its.dilation[d] - its.before[d];  // input = output * stride + offset
    const std::int64_t step = its.stride[d];
    Range range;
    range.begin = offset >= 0 ? 0 : (-offset + step - 1) / step;
    const std::int64_t last = shape.in[d] - 1 - offset;
    range.end = last < 0 ? 0 : std::min(shape.out[d], last / step + 1);
    range.first = range.begin * step + offset;
    return range;
}

constexpr std::int64_t ask_every = 64;  // positions of a window, each of at most a plane of the output

// visit(x, w, y): the places of the factors and of the sum, for each product.
template <class Visit>
void for_each_product(const ConvolutionShape& shape, Visit visit) {
    const std::int64_t in_plane = product(shape.in);
    const std::int64_t out_plane = product(shape.out);
    const std::int64_t window = product(shape.window);
    const Spatial& step = shape.convolution.stride;
    for (std::int64_t plane = 0; plane < shape.images * shape.groups * shape.outputs; ++plane) {
        const std::int64_t image = plane / (shape.groups * shape.outputs);
        const std::int64_t k = plane % (shape.groups * shape.outputs);
        const std::int64_t group = k / shape.outputs;
        for (std::int64_t c = 0; c < shape.inputs; ++c) {
            const std::int64_t x_plane = ((image * shape.groups + group) * shape.inputs + c) * in_plane;
            for (std::int64_t at = 0; at < window; ++at) {
                if (at % ask_every == 0 && host()->is_unwanted()) return;
                const Range depth = range_of(shape, 0, at / (shape.window[1] * shape.window[2]));
                const Range rows = range_of(shape, 1, at / shape.window[2] % shape.window[1]);
                const Range columns = range_of(shape, 2, at % shape.window[2]);
                const std::int64_t flipped = shape.convolution.is_cross_correlation ? at : window - 1 - at;
                const std::int64_t w = (k * shape.inputs + c) * window + flipped;
                for (std::int64_t d = depth.begin; d < depth.end; ++d) {
                    const std::int64_t x_depth = depth.first + (d - depth.begin) * step[0];
                    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
                        const std::int64_t x_row = rows.first + (r - rows.begin) * step[1];
                        std::int64_t x = x_plane + (x_depth * shape.in[1] + x_row) * shape.in[2] + columns.first;
                        const std::int64_t y = plane * out_plane + (d * shape.out[1] + r) * shape.out[2];
                        for (std::int64_t column = columns.begin; column < columns.end; ++column, x += step[2])
                            visit(static_cast<std::size_t>(x), static_cast<std::size_t>(w),
                                  static_cast<std::size_t>(y + column));
                    }
                }
            }
        }
    }
}

int check_sizes(const Tensor& x, const Tensor& w, const Tensor& y, const Convolution& its) {
    if (x.rank != its.rank + 2 || w.rank != x.rank || y.rank != x.rank) {
        return refuse(bad_shape, "a convolution's tensors have as many dimensions as its window, and two");
    }
    if (x.dims[0] != y.dims[0] || w.dims[0] != y.dims[1]) {
        return refuse(bad_shape, "a convolution's output has the images of its input and the channels of its filter");
    }
    if (w.dims[1] * its.groups != x.dims[1] || w.dims[0] % its.groups != 0) {
        return refuse(bad_shape, "a convolution's channels are not those of its filter and groups");
    }
    return success;
}

}  // namespace

int shape_of(const Tensor* x, const Tensor* w, const Tensor* y, const Convolution* convolution,
             ConvolutionShape& shape) {
    if (convolution == nullptr) return refuse(null_pointer, "a convolution is missing");
    for (const auto& [tensor, name] : {std::pair{x, "the input"}, {w, "the filter"}, {y, "the output"}}) {
        if (const int status = check_tensor(tensor, name); status != success) return status;
    }
    const Convolution& its = *convolution;
    if (const int status = check_sizes(*x, *w, *y, its); status != success) return status;
    shape.images = x->dims[0];
    shape.groups = its.groups;
    shape.inputs = w->dims[1];
    shape.outputs = w->dims[0] / its.groups;
    shape.in = spatial_of(*x);
    shape.window = spatial_of(*w);
    shape.out = spatial_of(*y);
    shape.convolution = its;
    for (std::size_t d = 0; d < most_spatial; ++d) {
        const std::int64_t covered = (shape.window[d] - 1) * its.dilation[d] + 1;
        const std::int64_t room = shape.in[d] + its.before[d] + its.after[d] - covered;
        if (room < 0 || room / its.stride[d] + 1 != shape.out[d]) {
            return refuse(bad_shape, "a convolution's output has another size");
        }
    }
    return success;
}

Values forward(const ConvolutionShape& shape, const Values& x, const Values& w) {
    Values y(static_cast<std::size_t>(shape.images * shape.groups * shape.outputs * product(shape.out)));
    for_each_product(shape, [&](std::size_t xi, std::size_t wi, std::size_t yi) { y[yi] += x[xi] * w[wi]; });
    return y;
}

Values backward_data(const ConvolutionShape& shape, const Values& w, const Values& dy) {
    Values dx(static_cast<std::size_t>(shape.images * shape.groups * shape.inputs * product(shape.in)));
    for_each_product(shape, [&](std::size_t xi, std::size_t wi, std::size_t yi) { dx[xi] += dy[yi] * w[wi]; });
    return dx;
}

Values backward_filter(const ConvolutionShape& shape, const Values& x, const Values& dy) {
    Values dw(static_cast<std::size_t>(shape.groups * shape.outputs * shape.inputs * product(shape.window)));
    for_each_product(shape, [&](std::size_t xi, std::size_t wi, std::size_t yi) { dw[wi] += x[xi] * dy[yi]; });
    return dw;
}

Values channel_sums(const Tensor& tensor, const Values& values) {
    const auto channels = static_cast<std::size_t>(tensor.dims[1]);
    const auto plane = static_cast<std::size_t>(tensor.elements_from(2));
    Values sums(channels);
    for (std::size_t i = 0; i < values.size(); ++i)
        sums[i / plane % channels] += values[i];
    return sums;
}

}  // namespace ringfence::soft_libraries::dnn
