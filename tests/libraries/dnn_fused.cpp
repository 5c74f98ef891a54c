// Batch normalization with what cuDNN does behind it in one call, ReLU or a sum and ReLU, against the same in steps.
#include "dnn_layouts.h"

extern "C" {
int cudnnBatchNormalizationForwardTraining(void* handle, int mode, const void* alpha, const void* beta, void* x_tensor,
                                           const void* x, void* y_tensor, void* y, void* parameters, const void* scale,
                                           const void* bias, double factor, void* running_mean, void* running_variance,
                                           double epsilon, void* saved_mean, void* saved_inverse);
int cudnnBatchNormalizationForwardTrainingEx(void* handle, int mode, int operations, const void* alpha,
                                             const void* beta, void* x_tensor, const void* x, void* z_tensor,
                                             const void* z, void* y_tensor, void* y, void* parameters,
                                             const void* scale, const void* bias, double factor, void* running_mean,
                                             void* running_variance, double epsilon, void* saved_mean,
                                             void* saved_inverse, void* activation, void* workspace, std::size_t bytes,
                                             void* reserve, std::size_t reserve_bytes);
int cudnnBatchNormalizationBackward(void* handle, int mode, const void* alpha, const void* beta,
                                    const void* parameter_alpha, const void* parameter_beta, void* x_tensor,
                                    const void* x, void* dy_tensor, const void* dy, void* dx_tensor, void* dx,
                                    void* parameters, const void* scale, void* d_scale, void* d_bias, double epsilon,
                                    const void* saved_mean, const void* saved_inverse);
int cudnnBatchNormalizationBackwardEx(void* handle, int mode, int operations, const void* alpha, const void* beta,
                                      const void* parameter_alpha, const void* parameter_beta, void* x_tensor,
                                      const void* x, void* y_tensor, const void* y, void* dy_tensor, const void* dy,
                                      void* dz_tensor, void* dz, void* dx_tensor, void* dx, void* parameters,
                                      const void* scale, const void* bias, void* d_scale, void* d_bias, double epsilon,
                                      const void* saved_mean, const void* saved_inverse, void* activation,
                                      void* workspace, std::size_t bytes, void* reserve, std::size_t reserve_bytes);
int cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(void* handle, int mode, int operations, void* x, void* z,
                                                             void* y, void* parameters, void* activation,
                                                             std::size_t* bytes);
int cudnnGetBatchNormalizationTrainingExReserveSpaceSize(void* handle, int mode, int operations, void* activation,
                                                         void* x, std::size_t* bytes);
}

namespace {

constexpr double epsilon = 1e-3;
constexpr int spatial = 1;

// Everything that a step needs and makes.
struct Step {
    Step(const Shape& its_shape, LaidOut::Layout layout, const Numbers& x_numbers, const Numbers& z_numbers,
         const Numbers& dy_numbers, const Numbers& weights)
        : shape(its_shape),
          x(layout, shape, x_numbers),
          z(layout, shape, z_numbers),
          y(layout, shape, z_numbers),
          dy(layout, shape, dy_numbers),
          dx(layout, shape, z_numbers),
          dz(layout, shape, z_numbers),
          scale(weights),
          bias(weights),
          mean(weights),
          inverse(weights),
          d_scale(weights),
          d_bias(weights) {
        check_status(cudnnDeriveBNTensorDescriptor(parameters.its, x.tensor.its, spatial), dnn_success, "derive");
        check_status(cudnnSetActivationDescriptor(relu.its, 1, 0, 0), dnn_success, "ReLU");
    }
    const Shape shape;
    LaidOut x, z, y, dy, dx, dz;
    DeviceVector<double> scale, bias, mean, inverse, d_scale, d_bias;
    TensorDescriptor parameters;
    ActivationDescriptor relu;
};

void run_in_steps(Step& its, bool has_sum) {
    check_status(cudnnBatchNormalizationForwardTraining(handle, spatial, &one, &zero, its.x.tensor.its, its.x.data(),
                                                        its.y.tensor.its, its.y.data(), its.parameters.its,
                                                        its.scale.data(), its.bias.data(), 1, nullptr, nullptr, epsilon,
                                                        its.mean.data(), its.inverse.data()),
                 dnn_success, "forward");
    if (has_sum) {
        check_status(cudnnAddTensor(handle, &one, its.z.tensor.its, its.z.data(), &one, its.y.tensor.its, its.y.data()),
                     dnn_success, "add");
    }
    check_status(cudnnActivationForward(handle, its.relu.its, &one, its.y.tensor.its, its.y.data(), &zero,
                                        its.y.tensor.its, its.y.data()),
                 dnn_success, "ReLU");
    check_status(
        cudnnActivationBackward(handle, its.relu.its, &one, its.y.tensor.its, its.y.data(), its.dy.tensor.its,
                                its.dy.data(), its.y.tensor.its, its.y.data(), &zero, its.dz.tensor.its, its.dz.data()),
        dnn_success, "ReLU backwards");
    check_status(cudnnBatchNormalizationBackward(
                     handle, spatial, &one, &zero, &one, &zero, its.x.tensor.its, its.x.data(), its.dz.tensor.its,
                     its.dz.data(), its.dx.tensor.its, its.dx.data(), its.parameters.its, its.scale.data(),
                     its.d_scale.data(), its.d_bias.data(), epsilon, its.mean.data(), its.inverse.data()),
                 dnn_success, "backward");
}

void run_fused(Step& its, int operations) {
    const bool has_sum = operations == 2;
    void* z_tensor = has_sum ? its.z.tensor.its : nullptr;
    std::size_t bytes = 1, reserve_bytes = 0;
    check_status(cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(handle, spatial, operations, its.x.tensor.its,
                                                                          z_tensor, its.y.tensor.its,
                                                                          its.parameters.its, its.relu.its, &bytes),
                 dnn_success, "workspace");
    check_status(cudnnGetBatchNormalizationTrainingExReserveSpaceSize(handle, spatial, operations, its.relu.its,
                                                                      its.x.tensor.its, &reserve_bytes),
                 dnn_success, "reserve");
    const DeviceVector<std::byte> workspace(std::vector<std::byte>(bytes + 1));
    const DeviceVector<std::byte> reserve((std::vector<std::byte>(reserve_bytes)));
    check_status(cudnnBatchNormalizationForwardTrainingEx(
                     handle, spatial, operations, &one, &zero, its.x.tensor.its, its.x.data(), z_tensor,
                     has_sum ? its.z.data() : nullptr, its.y.tensor.its, its.y.data(), its.parameters.its,
                     its.scale.data(), its.bias.data(), 1, nullptr, nullptr, epsilon, its.mean.data(),
                     its.inverse.data(), its.relu.its, workspace.data(), bytes, reserve.data(), reserve_bytes),
                 dnn_success, "forward");
    check_status(
        cudnnBatchNormalizationBackwardEx(
            handle, spatial, operations, &one, &zero, &one, &zero, its.x.tensor.its, its.x.data(), its.y.tensor.its,
            its.y.data(), its.dy.tensor.its, its.dy.data(), has_sum ? its.dz.tensor.its : nullptr,
            has_sum ? its.dz.data() : nullptr, its.dx.tensor.its, its.dx.data(), its.parameters.its, its.scale.data(),
            its.bias.data(), its.d_scale.data(), its.d_bias.data(), epsilon, its.mean.data(), its.inverse.data(),
            its.relu.its, workspace.data(), bytes, reserve.data(), reserve_bytes),
        dnn_success, "backward");
}

}  // namespace

void check_fused_normalization() {
    const Shape shape = {3, 4, 3, 5};
    for (const int operations : {1, 2}) {
        const Numbers x = random_numbers(count_of(shape)), z = random_numbers(x.size()), dy = random_numbers(x.size());
        const Numbers weights = random_numbers(4);
        Step plain(shape, LaidOut::rows, x, z, dy, weights), fused(shape, random_layout(), x, z, dy, weights);
        run_in_steps(plain, operations == 2);
        run_fused(fused, operations);
        const std::string name = "normalization with operations " + std::to_string(operations);
        check_close(fused.y.read(), plain.y.read(), name);
        check_close(fused.dx.read(), plain.dx.read(), name + ", to the data");
        check_close(fused.d_scale.read(), plain.d_scale.read(), name + ", to the scale");
        check_close(fused.d_bias.read(), plain.d_bias.read(), name + ", to the bias");
        if (operations == 2) check_close(fused.dz.read(), plain.dz.read(), name + ", to what is added");
    }
}
