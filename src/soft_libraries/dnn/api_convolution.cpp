// cuDNN's functions of convolution. There is one algorithm, which needs no workspace.
#include <algorithm>
#include <cstring>

#include "soft_libraries/dnn/convolution.h"
#include "soft_libraries/dnn/pointwise.h"

namespace ringfence::soft_libraries::dnn {

namespace {

struct AlgorithmPerformance {
    int algorithm;
    int status;
    float milliseconds;
    std::size_t memory;
    int is_deterministic;
    int math_type;
    int reserved[3];
};
static_assert(sizeof(AlgorithmPerformance) == 48);

// `algorithm`: the first of each direction's that gives the same bits every time.
int give_algorithm(int status, int algorithm, int wanted, int* given, AlgorithmPerformance* results) {
    if (status != success) return status;
    if (wanted < 1 || given == nullptr || results == nullptr) return refuse(bad_param, "room for one algorithm");
    *given = 1;
    *results = {algorithm, success, 1, 0, 1, 0, {}};
    return success;
}

int give_count(int* count) {
    if (count == nullptr) return refuse(null_pointer, "nowhere to put the count");
    *count = 1;
    return success;
}

int give_no_workspace(int status, std::size_t* bytes) {
    if (status != success) return status;
    if (bytes == nullptr) return refuse(null_pointer, "nowhere to put the size");
    *bytes = 0;
    return success;
}

int check(const Tensor* x, const Tensor* w, const Tensor* y, const Convolution* convolution) {
    ConvolutionShape shape;
    return shape_of(x, w, y, convolution, shape);
}

}  // namespace

RF_CUDNN_FUNCTION(cudnnConvolutionForward)
(Handle* handle, const void* alpha, const Tensor* x_tensor, const void* x, const Tensor* w_tensor, const void* w,
 const Convolution* convolution, int, void*, std::size_t, const void* beta, const Tensor* y_tensor, void* y) {
    ConvolutionShape shape;
    if (const int status = shape_of(x_tensor, w_tensor, y_tensor, convolution, shape); status != success) return status;
    if (const int status = check_memory({x, w, y}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, from = *x_tensor, filter = *w_tensor, to = *y_tensor] {
        store(to, y, forward(shape, load(from, x), load(filter, w)), scale.alpha, scale.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnConvolutionBackwardData)
(Handle* handle, const void* alpha, const Tensor* w_tensor, const void* w, const Tensor* dy_tensor, const void* dy,
 const Convolution* convolution, int, void*, std::size_t, const void* beta, const Tensor* dx_tensor, void* dx) {
    ConvolutionShape shape;
    if (const int status = shape_of(dx_tensor, w_tensor, dy_tensor, convolution, shape); status != success)
        return status;
    if (const int status = check_memory({w, dy, dx}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, dy_tensor->type);
    return enqueue(handle, [=, filter = *w_tensor, from = *dy_tensor, to = *dx_tensor] {
        store(to, dx, backward_data(shape, load(filter, w), load(from, dy)), scale.alpha, scale.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnConvolutionBackwardFilter)
(Handle* handle, const void* alpha, const Tensor* x_tensor, const void* x, const Tensor* dy_tensor, const void* dy,
 const Convolution* convolution, int, void*, std::size_t, const void* beta, const Tensor* dw_tensor, void* dw) {
    ConvolutionShape shape;
    if (const int status = shape_of(x_tensor, dw_tensor, dy_tensor, convolution, shape); status != success)
        return status;
    if (const int status = check_memory({x, dy, dw}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, from = *x_tensor, gradient = *dy_tensor, to = *dw_tensor] {
        store(to, dw, backward_filter(shape, load(from, x), load(gradient, dy)), scale.alpha, scale.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnConvolutionBackwardBias)
(Handle* handle, const void* alpha, const Tensor* dy_tensor, const void* dy, const void* beta, const Tensor* db_tensor,
 void* db) {
    for (const Tensor* tensor : {dy_tensor, db_tensor}) {
        if (const int status = check_tensor(tensor, "a gradient"); status != success) return status;
    }
    if (dy_tensor->rank < 3 || db_tensor->rank < 2 || db_tensor->dims[1] != dy_tensor->dims[1] ||
        db_tensor->elements() != dy_tensor->dims[1]) {
        return refuse(bad_shape, "a bias has one number for each channel");
    }
    if (const int status = check_memory({dy, db}); status != success) return status;
    const Scale scale = scale_of(alpha, beta, dy_tensor->type);
    return enqueue(handle, [=, from = *dy_tensor, to = *db_tensor] {
        store(to, db, channel_sums(from, load(from, dy)), scale.alpha, scale.beta);
    });
}
// y = activation(alpha1 * convolution(x, w) + alpha2 * z + bias)
RF_CUDNN_FUNCTION(cudnnConvolutionBiasActivationForward)
(Handle* handle, const void* alpha1, const Tensor* x_tensor, const void* x, const Tensor* w_tensor, const void* w,
 const Convolution* convolution, int, void*, std::size_t, const void* alpha2, const Tensor* z_tensor, const void* z,
 const Tensor* bias_tensor, const void* bias, const Activation* activation, const Tensor* y_tensor, void* y) {
    ConvolutionShape shape;
    if (const int status = shape_of(x_tensor, w_tensor, y_tensor, convolution, shape); status != success) return status;
    for (const Tensor* tensor : {z_tensor, bias_tensor}) {
        if (const int status = check_tensor(tensor, "z or bias"); status != success) return status;
    }
    if (!z_tensor->has_shape_of(*y_tensor) || !bias_tensor->spreads_over(*y_tensor) ||
        bias_tensor->elements() != y_tensor->dims[1]) {
        return refuse(bad_shape, "z is as large as y, and the bias has one number for each channel");
    }
    if (activation == nullptr || (activation->mode != 1 && activation->mode != 5)) {
        return refuse(not_supported, "after a convolution there is ReLU or nothing");  // as in cuDNN
    }
    const double factor = scalar_of(alpha1, x_tensor->type);
    const double z_factor = scalar_of(alpha2, x_tensor->type);
    // z is not read if its factor is zero.
    if (const int status = check_memory({x, w, bias, y}); status != success) return status;
    if (z_factor != 0 && z == nullptr) return refuse(null_pointer, "z is missing");
    return enqueue(handle, [=, from = *x_tensor, filter = *w_tensor, added = *z_tensor, biases = *bias_tensor,
                            to = *y_tensor, act = *activation] {
        Values sums = forward(shape, load(from, x), load(filter, w));
        const Values shifts = spread(load(biases, bias), biases, to);
        const Values others = z_factor != 0 ? load(added, z) : Values(sums.size());
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] = activated(act, factor * sums[i] + z_factor * others[i] + shifts[i]);
        store(to, y, sums);
    });
}

RF_CUDNN_FUNCTION(cudnnGetConvolutionForwardWorkspaceSize)
(Handle*, const Tensor* x, const Tensor* w, const Convolution* convolution, const Tensor* y, int, std::size_t* bytes) {
    return give_no_workspace(check(x, w, y, convolution), bytes);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionBackwardDataWorkspaceSize)
(Handle*, const Tensor* w, const Tensor* dy, const Convolution* convolution, const Tensor* dx, int,
 std::size_t* bytes) {
    return give_no_workspace(check(dx, w, dy, convolution), bytes);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionBackwardFilterWorkspaceSize)
(Handle*, const Tensor* x, const Tensor* dy, const Convolution* convolution, const Tensor* dw, int,
 std::size_t* bytes) {
    return give_no_workspace(check(x, dw, dy, convolution), bytes);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionForwardAlgorithm_v7)
(Handle*, const Tensor* x, const Tensor* w, const Convolution* convolution, const Tensor* y, int wanted, int* given,
 AlgorithmPerformance* results) {
    return give_algorithm(check(x, w, y, convolution), 0, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionBackwardDataAlgorithm_v7)
(Handle*, const Tensor* w, const Tensor* dy, const Convolution* convolution, const Tensor* dx, int wanted, int* given,
 AlgorithmPerformance* results) {
    return give_algorithm(check(dx, w, dy, convolution), 1, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionBackwardFilterAlgorithm_v7)
(Handle*, const Tensor* x, const Tensor* dy, const Convolution* convolution, const Tensor* dw, int wanted, int* given,
 AlgorithmPerformance* results) {
    return give_algorithm(check(x, dw, dy, convolution), 1, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionForwardAlgorithmMaxCount)(Handle*, int* count) {
    return give_count(count);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionBackwardDataAlgorithmMaxCount)(Handle*, int* count) {
    return give_count(count);
}
RF_CUDNN_FUNCTION(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount)(Handle*, int* count) {
    return give_count(count);
}
// There is nothing to measure: results are left as they are.
RF_CUDNN_FUNCTION(cudnnFindConvolutionForwardAlgorithm)
(Handle*, const Tensor* x, const Tensor* w, const Convolution* convolution, const Tensor* y, int wanted, int* given,
 AlgorithmPerformance* results) {
    return give_algorithm(check(x, w, y, convolution), 0, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnFindConvolutionBackwardDataAlgorithm)
(Handle*, const Tensor* w, const Tensor* dy, const Convolution* convolution, const Tensor* dx, int wanted, int* given,
 AlgorithmPerformance* results) {
    return give_algorithm(check(dx, w, dy, convolution), 1, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnFindConvolutionBackwardFilterAlgorithm)
(Handle*, const Tensor* x, const Tensor* dy, const Convolution* convolution, const Tensor* dw, int wanted, int* given,
 AlgorithmPerformance* results) {
    return give_algorithm(check(x, dw, dy, convolution), 1, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnFindConvolutionForwardAlgorithmEx)
(Handle*, const Tensor* x, const void*, const Tensor* w, const void*, const Convolution* convolution, const Tensor* y,
 void*, int wanted, int* given, AlgorithmPerformance* results, void*, std::size_t) {
    return give_algorithm(check(x, w, y, convolution), 0, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnFindConvolutionBackwardDataAlgorithmEx)
(Handle*, const Tensor* w, const void*, const Tensor* dy, const void*, const Convolution* convolution, const Tensor* dx,
 void*, int wanted, int* given, AlgorithmPerformance* results, void*, std::size_t) {
    return give_algorithm(check(dx, w, dy, convolution), 1, wanted, given, results);
}
RF_CUDNN_FUNCTION(cudnnFindConvolutionBackwardFilterAlgorithmEx)
(Handle*, const Tensor* x, const void*, const Tensor* dy, const void*, const Convolution* convolution, const Tensor* dw,
 void*, int wanted, int* given, AlgorithmPerformance* results, void*, std::size_t) {
    return give_algorithm(check(x, dw, dy, convolution), 1, wanted, given, results);
}

}  // namespace ringfence::soft_libraries::dnn
