// Pooling, activations, softmax, and sums of tensors.
#include <algorithm>
#include <cmath>
#include <limits>

#include "soft_libraries/dnn/pointwise.h"
#include "soft_libraries/dnn/pooling.h"

namespace ringfence::soft_libraries::dnn {

namespace {

// Where the numbers lie that softmax makes a distribution of: `count` of them, `step` apart.
struct Groups {
    std::int64_t outer = 0;
    std::int64_t count = 0;
    std::int64_t step = 0;
};

enum SoftmaxAlgorithm : int { fast = 0, accurate = 1, logarithmic = 2 };

int groups_of(const Tensor& tensor, int algorithm, int mode, Groups& groups) {
    if (algorithm < fast || algorithm > logarithmic) return refuse(bad_param, "no such algorithm of softmax");
    if (mode != 0 && mode != 1) return refuse(bad_param, "no such mode of softmax");
    if (tensor.rank < 2) return refuse(bad_shape, "softmax takes images and channels");
    const std::int64_t rest = tensor.elements_from(2);
    groups.outer = tensor.dims[0];
    groups.count = mode == 0 ? tensor.dims[1] * rest : tensor.dims[1];
    groups.step = mode == 0 ? 1 : rest;
    return success;
}

template <class Visit>
void for_each_group(const Groups& groups, Visit visit) {
    for (std::int64_t o = 0; o < groups.outer; ++o) {
        if (host()->is_unwanted()) return;
        for (std::int64_t i = 0; i < groups.step; ++i) {
            const std::int64_t first = o * groups.count * groups.step + i;
            visit([first, &groups](std::int64_t k) { return static_cast<std::size_t>(first + k * groups.step); });
        }
    }
}

Values softmax(const Groups& groups, int algorithm, Values x) {
    for_each_group(groups, [&](auto place) {
        double largest = -std::numeric_limits<double>::infinity();
        double sum = 0;
        for (std::int64_t k = 0; k < groups.count; ++k)
            largest = std::max(largest, x[place(k)]);
        for (std::int64_t k = 0; k < groups.count; ++k)
            sum += std::exp(x[place(k)] - largest);
        for (std::int64_t k = 0; k < groups.count; ++k) {
            double& one = x[place(k)];
            one = algorithm == logarithmic ? one - largest - std::log(sum) : std::exp(one - largest) / sum;
        }
    });
    return x;
}

Values softmax_backward(const Groups& groups, int algorithm, const Values& y, Values dy) {
    for_each_group(groups, [&](auto place) {
        double sum = 0;
        for (std::int64_t k = 0; k < groups.count; ++k)
            sum += algorithm == logarithmic ? dy[place(k)] : dy[place(k)] * y[place(k)];
        for (std::int64_t k = 0; k < groups.count; ++k) {
            double& one = dy[place(k)];
            one = algorithm == logarithmic ? one - std::exp(y[place(k)]) * sum : y[place(k)] * (one - sum);
        }
    });
    return dy;
}

}  // namespace

RF_CUDNN_FUNCTION(cudnnPoolingForward)
(Handle* handle, const Pooling* pooling, const void* alpha, const Tensor* x_tensor, const void* x, const void* beta,
 const Tensor* y_tensor, void* y) {
    PoolingShape shape;
    if (const int status = shape_of(x_tensor, y_tensor, pooling, shape); status != success) return status;
    if (const int status = check_memory({x, y}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, from = *x_tensor, to = *y_tensor] {
        store(to, y, forward(shape, load(from, x)), scale.alpha, scale.beta);
    });
}
// y itself is not needed: it follows from x.
RF_CUDNN_FUNCTION(cudnnPoolingBackward)
(Handle* handle, const Pooling* pooling, const void* alpha, const Tensor* y_tensor, const void*,
 const Tensor* dy_tensor, const void* dy, const Tensor* x_tensor, const void* x, const void* beta,
 const Tensor* dx_tensor, void* dx) {
    PoolingShape shape;
    if (const int status = shape_of(x_tensor, y_tensor, pooling, shape); status != success) return status;
    if (const int status = check_alike({y_tensor, dy_tensor}); status != success) return status;
    if (const int status = check_alike({x_tensor, dx_tensor}); status != success) return status;
    if (const int status = check_memory({dy, x, dx}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, y_tensor->type);
    return enqueue(handle, [=, gradient = *dy_tensor, from = *x_tensor, to = *dx_tensor] {
        store(to, dx, backward(shape, load(from, x), load(gradient, dy)), scale.alpha, scale.beta);
    });
}

RF_CUDNN_FUNCTION(cudnnActivationForward)
(Handle* handle, const Activation* activation, const void* alpha, const Tensor* x_tensor, const void* x,
 const void* beta, const Tensor* y_tensor, void* y) {
    if (activation == nullptr) return refuse(null_pointer, "an activation is missing");
    if (const int status = check_alike({x_tensor, y_tensor}); status != success) return status;
    if (const int status = check_memory({x, y}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, act = *activation, from = *x_tensor, to = *y_tensor] {
        Values values = load(from, x);
        for (double& value : values)
            value = activated(act, value);
        store(to, y, values, scale.alpha, scale.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnActivationBackward)
(Handle* handle, const Activation* activation, const void* alpha, const Tensor* y_tensor, const void* y,
 const Tensor* dy_tensor, const void* dy, const Tensor* x_tensor, const void* x, const void* beta,
 const Tensor* dx_tensor, void* dx) {
    if (activation == nullptr) return refuse(null_pointer, "an activation is missing");
    if (const int status = check_alike({y_tensor, dy_tensor, x_tensor, dx_tensor}); status != success) return status;
    if (const int status = check_memory({y, dy, x, dx}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, y_tensor->type);
    return enqueue(
        handle, [=, act = *activation, result = *y_tensor, gradient = *dy_tensor, from = *x_tensor, to = *dx_tensor] {
            const Values ys = load(result, y);
            const Values xs = load(from, x);
            Values values = load(gradient, dy);
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] *= slope(act, xs[i], ys[i]);
            store(to, dx, values, scale.alpha, scale.beta);
        });
}

RF_CUDNN_FUNCTION(cudnnSoftmaxForward)
(Handle* handle, int algorithm, int mode, const void* alpha, const Tensor* x_tensor, const void* x, const void* beta,
 const Tensor* y_tensor, void* y) {
    Groups groups;
    if (const int status = check_alike({x_tensor, y_tensor}); status != success) return status;
    if (const int status = groups_of(*x_tensor, algorithm, mode, groups); status != success) return status;
    if (const int status = check_memory({x, y}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, from = *x_tensor, to = *y_tensor] {
        store(to, y, softmax(groups, algorithm, load(from, x)), scale.alpha, scale.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnSoftmaxBackward)
(Handle* handle, int algorithm, int mode, const void* alpha, const Tensor* y_tensor, const void* y,
 const Tensor* dy_tensor, const void* dy, const void* beta, const Tensor* dx_tensor, void* dx) {
    Groups groups;
    if (const int status = check_alike({y_tensor, dy_tensor, dx_tensor}); status != success) return status;
    if (const int status = groups_of(*y_tensor, algorithm, mode, groups); status != success) return status;
    if (const int status = check_memory({y, dy, dx}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, y_tensor->type);
    return enqueue(handle, [=, result = *y_tensor, gradient = *dy_tensor, to = *dx_tensor] {
        const Values made = softmax_backward(groups, algorithm, load(result, y), load(gradient, dy));
        store(to, dx, made, scale.alpha, scale.beta);
    });
}

// c = alpha * a + beta * c, where a has 1 in some dimensions.
RF_CUDNN_FUNCTION(cudnnAddTensor)
(Handle* handle, const void* alpha, const Tensor* a_tensor, const void* a, const void* beta, const Tensor* c_tensor,
 void* c) {
    for (const Tensor* tensor : {a_tensor, c_tensor}) {
        if (const int status = check_tensor(tensor, "a tensor"); status != success) return status;
    }
    if (!a_tensor->spreads_over(*c_tensor)) return refuse(bad_shape, "what is added has other dimensions");
    if (const int status = check_memory({a, c}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, a_tensor->type);
    return enqueue(handle, [=, from = *a_tensor, to = *c_tensor] {
        store(to, c, spread(load(from, a), from, to), scale.alpha, scale.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnScaleTensor)(Handle* handle, const Tensor* y_tensor, void* y, const void* alpha) {
    if (const int status = check_tensor(y_tensor, "a tensor"); status != success) return status;
    if (const int status = check_memory({y}); status != success) return status;
    const double factor = scalar_of(alpha, y_tensor->type);
    return enqueue(handle, [=, to = *y_tensor] { store(to, y, load(to, y), factor); });
}
// Into another layout.
RF_CUDNN_FUNCTION(cudnnTransformTensor)
(Handle* handle, const void* alpha, const Tensor* x_tensor, const void* x, const void* beta, const Tensor* y_tensor,
 void* y) {
    if (const int status = check_alike({x_tensor, y_tensor}); status != success) return status;
    if (const int status = check_memory({x, y}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle,
                   [=, from = *x_tensor, to = *y_tensor] { store(to, y, load(from, x), scale.alpha, scale.beta); });
}

}  // namespace ringfence::soft_libraries::dnn
