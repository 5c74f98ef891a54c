// Batch normalization: by channel ("spatial") or by place in an image ("per activation").
#include <cmath>
#include <cstring>
#include <vector>

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

namespace {

constexpr int per_activation = 0;
constexpr int spatial_persistent = 2;

// Which parameter an element has, and how many elements share one.
struct Batches {
    std::size_t parameters = 0;
    std::size_t shared_by = 0;
    std::size_t plane = 1;  // elements beside each other that have the same one

    std::size_t parameter_of(std::size_t element) const { return element / plane % parameters; }
};

int batches_of(const Tensor* x, const Tensor* parameters, int mode, double epsilon, Batches& batches) {
    for (const Tensor* tensor : {x, parameters}) {
        if (const int status = check_tensor(tensor, "a normalized tensor"); status != success) return status;
    }
    if (mode < per_activation || mode > spatial_persistent) return refuse(bad_param, "no such mode of normalization");
    if (!(epsilon >= 0)) return refuse(bad_param, "epsilon is negative");
    if (x->rank < 3) return refuse(bad_shape, "normalization takes images, channels and places");
    const std::int64_t plane = x->elements_from(2);
    const std::int64_t count = mode == per_activation ? x->dims[1] * plane : x->dims[1];
    if (parameters->elements() != count) return refuse(bad_shape, "the parameters are not as many as they must be");
    batches.parameters = static_cast<std::size_t>(count);
    batches.plane = static_cast<std::size_t>(mode == per_activation ? 1 : plane);
    batches.shared_by = static_cast<std::size_t>(x->elements()) / batches.parameters;
    return success;
}

Values means_of(const Batches& batches, const Values& x) {
    Values means(batches.parameters);
    for (std::size_t i = 0; i < x.size(); ++i)
        means[batches.parameter_of(i)] += x[i];
    for (double& mean : means)
        mean /= static_cast<double>(batches.shared_by);
    return means;
}

Values variances_of(const Batches& batches, const Values& x, const Values& means) {
    Values variances(batches.parameters);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double away = x[i] - means[batches.parameter_of(i)];
        variances[batches.parameter_of(i)] += away * away;
    }
    for (double& variance : variances)
        variance /= static_cast<double>(batches.shared_by);
    return variances;
}

Values inverses_of(Values variances, double epsilon) {
    for (double& variance : variances)
        variance = 1 / std::sqrt(variance + epsilon);
    return variances;
}

Values normalized(const Batches& batches, Values x, const Values& means, const Values& inverses, const Values& scale,
                  const Values& bias) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t p = batches.parameter_of(i);
        x[i] = scale[p] * (x[i] - means[p]) * inverses[p] + bias[p];
    }
    return x;
}

// The results of a training step besides y; each may be missing.
struct Statistics {
    double factor = 0;
    void* running_mean = nullptr;
    void* running_variance = nullptr;
    void* mean = nullptr;
    void* inverse = nullptr;
};

void keep(const Statistics& statistics, const Tensor& tensor, const Batches& batches, const Values& means,
          const Values& variances, const Values& inverses) {
    if (statistics.mean != nullptr) store(tensor, statistics.mean, means);
    if (statistics.inverse != nullptr) store(tensor, statistics.inverse, inverses);
    const auto count = static_cast<double>(batches.shared_by);
    const double unbiased = count > 1 ? count / (count - 1) : 1;
    const double kept = 1 - statistics.factor;
    // With a factor of 1 what was there is not read: it may be anything.
    if (statistics.running_mean != nullptr) {
        store(tensor, statistics.running_mean, means, statistics.factor, kept);
    }
    if (statistics.running_variance != nullptr) {
        store(tensor, statistics.running_variance, variances, statistics.factor * unbiased, kept);
    }
}

// cudnnBatchNormOps_t.
enum Operations : int { alone = 0, with_relu = 1, with_sum_and_relu = 2 };

// What is done behind a normalization. The mask has a bit for each element that ReLU let through.
struct Fusion {
    int operations = alone;
    Tensor z;
    void* z_data = nullptr;  // added forwards; its gradient backwards
    void* mask = nullptr;
};

std::size_t mask_bytes_of(const Tensor& x) {
    return (static_cast<std::size_t>(x.elements()) + 7) / 8;
}

int check_operations(int operations, const Activation* activation) {
    if (operations < alone || operations > with_sum_and_relu) return refuse(bad_param, "no such fused normalization");
    if (operations == alone) return success;
    if (activation == nullptr) return refuse(null_pointer, "an activation is missing");
    return activation->mode == 1 ? success
                                 : refuse(not_supported, "behind a normalization there is ReLU");  // as in cuDNN
}

int fusion_of(int operations, const Activation* activation, const Tensor* x, const Tensor* z, void* z_data, void* mask,
              std::size_t bytes, Fusion& fusion) {
    if (const int status = check_operations(operations, activation); status != success) return status;
    if (operations == alone) return success;
    if (const int status = check_tensor(x, "x"); status != success) return status;
    if (const int status = check_memory({mask}); status != success) return status;
    if (bytes < mask_bytes_of(*x)) return refuse(bad_param, "the reserve space is too small");
    fusion = {operations, *x, z_data, mask};
    if (operations == with_relu) return success;
    if (const int status = check_alike({x, z}); status != success) return status;
    fusion.z = *z;
    return check_memory({z_data});
}

void finish(const Fusion& fusion, Values& values) {
    if (fusion.operations == alone) return;
    const Values added = fusion.operations == with_sum_and_relu ? load(fusion.z, fusion.z_data) : Values(values.size());
    std::vector<std::uint8_t> bits((values.size() + 7) / 8);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] += added[i];
        if (values[i] > 0) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1U << i % 8);
        if (values[i] < 0) values[i] = 0;
    }
    std::memcpy(fusion.mask, bits.data(), bits.size());
}

// The gradient before what was done behind the normalization.
void undo(const Fusion& fusion, Values& gradient) {
    if (fusion.operations == alone) return;
    std::vector<std::uint8_t> bits((gradient.size() + 7) / 8);
    std::memcpy(bits.data(), fusion.mask, bits.size());
    for (std::size_t i = 0; i < gradient.size(); ++i)
        if ((bits[i / 8] >> i % 8 & 1) == 0) gradient[i] = 0;
    if (fusion.operations == with_sum_and_relu) store(fusion.z, fusion.z_data, gradient);
}

int give_no_bytes(int operations, const Activation* activation, std::size_t* bytes) {
    if (const int status = check_operations(operations, activation); status != success) return status;
    if (bytes == nullptr) return refuse(null_pointer, "nowhere to put the size");
    *bytes = 0;
    return success;
}

int train(Handle* handle, const Fusion& fusion, int mode, const void* alpha, const void* beta, const Tensor* x_tensor,
          const void* x, const Tensor* y_tensor, void* y, const Tensor* parameters, const void* scale, const void* bias,
          double factor, void* running_mean, void* running_variance, double epsilon, void* saved_mean,
          void* saved_inverse) {
    Batches batches;
    if (const int status = batches_of(x_tensor, parameters, mode, epsilon, batches); status != success) return status;
    if (const int status = check_tensor(y_tensor, "y"); status != success) return status;
    if (!y_tensor->has_shape_of(*x_tensor)) return refuse(bad_shape, "x and y have different shapes");
    if (const int status = check_memory({x, y, scale, bias}); status != success) return status;
    const Scale scaled = scale_of(alpha, beta, x_tensor->type);
    const Statistics statistics{factor, running_mean, running_variance, saved_mean, saved_inverse};
    return enqueue(handle, [=, from = *x_tensor, to = *y_tensor, its = *parameters] {
        const Values values = load(from, x);
        const Values means = means_of(batches, values);
        const Values variances = variances_of(batches, values, means);
        const Values inverses = inverses_of(variances, epsilon);
        Values made = normalized(batches, values, means, inverses, load(its, scale), load(its, bias));
        finish(fusion, made);
        store(to, y, made, scaled.alpha, scaled.beta);
        keep(statistics, its, batches, means, variances, inverses);
    });
}
int train_backward(Handle* handle, const Fusion& fusion, int mode, const void* alpha, const void* beta,
                   const void* parameter_alpha, const void* parameter_beta, const Tensor* x_tensor, const void* x,
                   const Tensor* dy_tensor, const void* dy, const Tensor* dx_tensor, void* dx, const Tensor* parameters,
                   const void* scale, void* d_scale, void* d_bias, double epsilon, const void* saved_mean,
                   const void* saved_inverse) {
    Batches batches;
    if (const int status = batches_of(x_tensor, parameters, mode, epsilon, batches); status != success) return status;
    for (const Tensor* tensor : {dy_tensor, dx_tensor}) {
        if (const int status = check_tensor(tensor, "a gradient"); status != success) return status;
        if (!tensor->has_shape_of(*x_tensor)) return refuse(bad_shape, "x and its gradients have different shapes");
    }
    if (const int status = check_memory({x, dy, dx, scale, d_scale, d_bias}); status != success) return status;
    if ((saved_mean == nullptr) != (saved_inverse == nullptr)) return refuse(bad_param, "one of the saved is missing");
    const Scale data = scale_of(alpha, beta, x_tensor->type);
    const Scale parameter = scale_of(parameter_alpha, parameter_beta, x_tensor->type);
    return enqueue(handle, [=, from = *x_tensor, gradient = *dy_tensor, to = *dx_tensor, its = *parameters] {
        const Values xs = load(from, x);
        Values values = load(gradient, dy);
        undo(fusion, values);
        const Values means = saved_mean != nullptr ? load(its, saved_mean) : means_of(batches, xs);
        const Values inverses = saved_inverse != nullptr ? load(its, saved_inverse)
                                                         : inverses_of(variances_of(batches, xs, means), epsilon);
        const Values scales = load(its, scale);
        Values sums(batches.parameters);
        Values products(batches.parameters);
        const auto standard = [&](std::size_t i, std::size_t p) { return (xs[i] - means[p]) * inverses[p]; };
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t p = batches.parameter_of(i);
            sums[p] += values[i];
            products[p] += values[i] * standard(i, p);
        }
        const auto count = static_cast<double>(batches.shared_by);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t p = batches.parameter_of(i);
            const double own = values[i] - (sums[p] + standard(i, p) * products[p]) / count;
            values[i] = scales[p] * inverses[p] * own;
        }
        store(to, dx, values, data.alpha, data.beta);
        store(its, d_scale, products, parameter.alpha, parameter.beta);
        store(its, d_bias, sums, parameter.alpha, parameter.beta);
    });
}

}  // namespace

RF_CUDNN_FUNCTION(cudnnBatchNormalizationForwardTraining)
(Handle* handle, int mode, const void* alpha, const void* beta, const Tensor* x_tensor, const void* x,
 const Tensor* y_tensor, void* y, const Tensor* parameters, const void* scale, const void* bias, double factor,
 void* running_mean, void* running_variance, double epsilon, void* saved_mean, void* saved_inverse) {
    return train(handle, {}, mode, alpha, beta, x_tensor, x, y_tensor, y, parameters, scale, bias, factor, running_mean,
                 running_variance, epsilon, saved_mean, saved_inverse);
}
RF_CUDNN_FUNCTION(cudnnBatchNormalizationForwardTrainingEx)
(Handle* handle, int mode, int operations, const void* alpha, const void* beta, const Tensor* x_tensor, const void* x,
 const Tensor* z_tensor, void* z, const Tensor* y_tensor, void* y, const Tensor* parameters, const void* scale,
 const void* bias, double factor, void* running_mean, void* running_variance, double epsilon, void* saved_mean,
 void* saved_inverse, const Activation* activation, void*, std::size_t, void* reserve, std::size_t reserve_bytes) {
    Fusion fusion;
    const int status = fusion_of(operations, activation, x_tensor, z_tensor, z, reserve, reserve_bytes, fusion);
    if (status != success) return status;
    return train(handle, fusion, mode, alpha, beta, x_tensor, x, y_tensor, y, parameters, scale, bias, factor,
                 running_mean, running_variance, epsilon, saved_mean, saved_inverse);
}
RF_CUDNN_FUNCTION(cudnnBatchNormalizationForwardInference)
(Handle* handle, int mode, const void* alpha, const void* beta, const Tensor* x_tensor, const void* x,
 const Tensor* y_tensor, void* y, const Tensor* parameters, const void* scale, const void* bias, const void* mean,
 const void* variance, double epsilon) {
    Batches batches;
    if (const int status = batches_of(x_tensor, parameters, mode, epsilon, batches); status != success) return status;
    if (const int status = check_tensor(y_tensor, "y"); status != success) return status;
    if (!y_tensor->has_shape_of(*x_tensor)) return refuse(bad_shape, "x and y have different shapes");
    if (const int status = check_memory({x, y, scale, bias, mean, variance}); status != success) return status;
    const Scale scaled = scale_of(alpha, beta, x_tensor->type);
    return enqueue(handle, [=, from = *x_tensor, to = *y_tensor, its = *parameters] {
        const Values inverses = inverses_of(load(its, variance), epsilon);
        store(to, y, normalized(batches, load(from, x), load(its, mean), inverses, load(its, scale), load(its, bias)),
              scaled.alpha, scaled.beta);
    });
}
RF_CUDNN_FUNCTION(cudnnBatchNormalizationBackward)
(Handle* handle, int mode, const void* alpha, const void* beta, const void* parameter_alpha, const void* parameter_beta,
 const Tensor* x_tensor, const void* x, const Tensor* dy_tensor, const void* dy, const Tensor* dx_tensor, void* dx,
 const Tensor* parameters, const void* scale, void* d_scale, void* d_bias, double epsilon, const void* saved_mean,
 const void* saved_inverse) {
    return train_backward(handle, {}, mode, alpha, beta, parameter_alpha, parameter_beta, x_tensor, x, dy_tensor, dy,
                          dx_tensor, dx, parameters, scale, d_scale, d_bias, epsilon, saved_mean, saved_inverse);
}
// y itself is not needed: the reserve space tells where it is above zero.
RF_CUDNN_FUNCTION(cudnnBatchNormalizationBackwardEx)
(Handle* handle, int mode, int operations, const void* alpha, const void* beta, const void* parameter_alpha,
 const void* parameter_beta, const Tensor* x_tensor, const void* x, const Tensor*, const void*, const Tensor* dy_tensor,
 const void* dy, const Tensor* dz_tensor, void* dz, const Tensor* dx_tensor, void* dx, const Tensor* parameters,
 const void* scale, const void*, void* d_scale, void* d_bias, double epsilon, const void* saved_mean,
 const void* saved_inverse, const Activation* activation, void*, std::size_t, void* reserve,
 std::size_t reserve_bytes) {
    Fusion fusion;
    const int status = fusion_of(operations, activation, x_tensor, dz_tensor, dz, reserve, reserve_bytes, fusion);
    if (status != success) return status;
    return train_backward(handle, fusion, mode, alpha, beta, parameter_alpha, parameter_beta, x_tensor, x, dy_tensor,
                          dy, dx_tensor, dx, parameters, scale, d_scale, d_bias, epsilon, saved_mean, saved_inverse);
}
RF_CUDNN_FUNCTION(cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize)
(Handle*, int, int operations, const Tensor*, const Tensor*, const Tensor*, const Tensor*, const Activation* activation,
 std::size_t* bytes) {
    return give_no_bytes(operations, activation, bytes);
}
RF_CUDNN_FUNCTION(cudnnGetBatchNormalizationBackwardExWorkspaceSize)
(Handle*, int, int operations, const Tensor*, const Tensor*, const Tensor*, const Tensor*, const Tensor*, const Tensor*,
 const Activation* activation, std::size_t* bytes) {
    return give_no_bytes(operations, activation, bytes);
}
RF_CUDNN_FUNCTION(cudnnGetBatchNormalizationTrainingExReserveSpaceSize)
(Handle*, int, int operations, const Activation* activation, const Tensor* x, std::size_t* bytes) {
    if (const int status = give_no_bytes(operations, activation, bytes); status != success) return status;
    if (operations == alone) return success;
    if (const int status = check_tensor(x, "x"); status != success) return status;
    *bytes = mask_bytes_of(*x);
    return success;
}

}  // namespace ringfence::soft_libraries::dnn
