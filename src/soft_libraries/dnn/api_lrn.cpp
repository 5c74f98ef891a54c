// Response normalization across channels: each element is divided by a power of its neighbours' mean square.
#include <algorithm>
#include <cmath>

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

namespace {

constexpr std::size_t ask_every_elements = 4096;

struct Channels {
    std::int64_t count = 0;
    std::int64_t plane = 0;  // elements from one channel to the next
};

int channels_of(const Lrn* its, int mode, const Tensor& tensor, Channels& channels) {
    if (its == nullptr) return refuse(null_pointer, "a normalization is missing");
    if (mode != 0) return refuse(bad_param, "no such mode of response normalization");
    if (tensor.rank < 3) return refuse(bad_shape, "response normalization takes images, channels and places");
    channels = {tensor.dims[1], tensor.elements_from(2)};
    return success;
}

// The sum over so many channels before each element's, its own, and so many after it.
Values window_sums(const Channels& channels, const Values& values, std::int64_t before, std::int64_t after) {
    Values sums(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % ask_every_elements == 0 && host()->is_unwanted()) return sums;
        const auto channel = static_cast<std::int64_t>(i) / channels.plane % channels.count;
        const std::int64_t first = std::max<std::int64_t>(channel - before, 0);
        const std::int64_t last = std::min(channel + after, channels.count - 1);
        for (std::int64_t c = first; c <= last; ++c)
            sums[i] += values[static_cast<std::size_t>(static_cast<std::int64_t>(i) + (c - channel) * channels.plane)];
    }
    return sums;
}

// Of an even number of channels there is one more after the element's than before it.
std::int64_t channels_before(const Lrn& its) {
    return (its.width - 1) / 2;
}
std::int64_t channels_after(const Lrn& its) {
    return its.width - channels_before(its) - 1;
}

Values bases(const Lrn& its, const Channels& channels, const Values& x) {
    Values squares(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        squares[i] = x[i] * x[i];
    Values all = window_sums(channels, squares, channels_before(its), channels_after(its));
    for (double& one : all)
        one = its.offset + its.alpha / static_cast<double>(its.width) * one;
    return all;
}

Values backward(const Lrn& its, const Channels& channels, const Values& x, Values dy) {
    const Values base = bases(its, channels, x);
    Values parts(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        parts[i] = dy[i] * x[i] * std::pow(base[i], -its.beta - 1);
    // An element lies in the windows of those that it has in its own, seen from the other side.
    const Values sums = window_sums(channels, parts, channels_after(its), channels_before(its));
    const double factor = 2 * its.alpha * its.beta / static_cast<double>(its.width);
    for (std::size_t i = 0; i < x.size(); ++i)
        dy[i] = dy[i] * std::pow(base[i], -its.beta) - factor * x[i] * sums[i];
    return dy;
}

}  // namespace

RF_CUDNN_FUNCTION(cudnnLRNCrossChannelForward)
(Handle* handle, const Lrn* normalization, int mode, const void* alpha, const Tensor* x_tensor, const void* x,
 const void* beta, const Tensor* y_tensor, void* y) {
    Channels channels;
    if (const int status = check_alike({x_tensor, y_tensor}); status != success) return status;
    if (const int status = channels_of(normalization, mode, *x_tensor, channels); status != success) return status;
    if (const int status = check_memory({x, y}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, its = *normalization, from = *x_tensor, to = *y_tensor] {
        Values values = load(from, x);
        const Values base = bases(its, channels, values);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] *= std::pow(base[i], -its.beta);
        store(to, y, values, scale.alpha, scale.beta);
    });
}
// y itself is not needed: it follows from x.
RF_CUDNN_FUNCTION(cudnnLRNCrossChannelBackward)
(Handle* handle, const Lrn* normalization, int mode, const void* alpha, const Tensor* y_tensor, const void* y,
 const Tensor* dy_tensor, const void* dy, const Tensor* x_tensor, const void* x, const void* beta,
 const Tensor* dx_tensor, void* dx) {
    Channels channels;
    if (const int status = check_alike({y_tensor, dy_tensor, x_tensor, dx_tensor}); status != success) return status;
    if (const int status = channels_of(normalization, mode, *x_tensor, channels); status != success) return status;
    if (const int status = check_memory({y, dy, x, dx}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, y_tensor->type);
    return enqueue(handle, [=, its = *normalization, from = *x_tensor, gradient = *dy_tensor, to = *dx_tensor] {
        store(to, dx, backward(its, channels, load(from, x), load(gradient, dy)), scale.alpha, scale.beta);
    });
}

}  // namespace ringfence::soft_libraries::dnn
