// cuDNN under Ringfence against the definitions of what it computes: convolutions in all directions, pooling,
// activations, softmax, normalization, graphs; then what must be refused.
#include "dnn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

extern "C" {
int cudnnCreate(void** handle);
int cudnnDestroy(void* handle);
int cudnnCreateTensorDescriptor(void** made);
int cudnnDestroyTensorDescriptor(void* tensor);
int cudnnSetTensorNdDescriptor(void* tensor, int type, int rank, const int* dims, const int* strides);
int cudnnCreateFilterDescriptor(void** made);
int cudnnDestroyFilterDescriptor(void* filter);
int cudnnSetFilterNdDescriptor(void* filter, int type, int format, int rank, const int* dims);
int cudnnCreateConvolutionDescriptor(void** made);
int cudnnDestroyConvolutionDescriptor(void* convolution);
int cudnnSetConvolutionNdDescriptor(void* convolution, int rank, const int* padding, const int* stride,
                                    const int* dilation, int mode, int type);
int cudnnSetConvolutionGroupCount(void* convolution, int groups);
int cudnnConvolutionForward(void* handle, const void* alpha, void* x_tensor, const void* x, void* w_tensor,
                            const void* w, void* convolution, int algorithm, void* workspace, std::size_t bytes,
                            const void* beta, void* y_tensor, void* y);
int cudnnConvolutionBackwardData(void* handle, const void* alpha, void* w_tensor, const void* w, void* dy_tensor,
                                 const void* dy, void* convolution, int algorithm, void* workspace, std::size_t bytes,
                                 const void* beta, void* dx_tensor, void* dx);
int cudnnConvolutionBackwardFilter(void* handle, const void* alpha, void* x_tensor, const void* x, void* dy_tensor,
                                   const void* dy, void* convolution, int algorithm, void* workspace, std::size_t bytes,
                                   const void* beta, void* dw_tensor, void* dw);
int cudnnConvolutionBackwardBias(void* handle, const void* alpha, void* dy_tensor, const void* dy, const void* beta,
                                 void* db_tensor, void* db);
int cudnnGetConvolutionForwardWorkspaceSize(void* handle, void* x, void* w, void* convolution, void* y, int algorithm,
                                            std::size_t* bytes);
int cudnnCreatePoolingDescriptor(void** made);
int cudnnDestroyPoolingDescriptor(void* pooling);
int cudnnSetPoolingNdDescriptor(void* pooling, int mode, int nans, int rank, const int* window, const int* padding,
                                const int* stride);
int cudnnPoolingForward(void* handle, void* pooling, const void* alpha, void* x_tensor, const void* x, const void* beta,
                        void* y_tensor, void* y);
int cudnnPoolingBackward(void* handle, void* pooling, const void* alpha, void* y_tensor, const void* y, void* dy_tensor,
                         const void* dy, void* x_tensor, const void* x, const void* beta, void* dx_tensor, void* dx);
int cudnnCreateActivationDescriptor(void** made);
int cudnnDestroyActivationDescriptor(void* activation);
int cudnnSetActivationDescriptor(void* activation, int mode, int nans, double coefficient);
int cudnnActivationForward(void* handle, void* activation, const void* alpha, void* x_tensor, const void* x,
                           const void* beta, void* y_tensor, void* y);
int cudnnActivationBackward(void* handle, void* activation, const void* alpha, void* y_tensor, const void* y,
                            void* dy_tensor, const void* dy, void* x_tensor, const void* x, const void* beta,
                            void* dx_tensor, void* dx);
int cudnnSoftmaxForward(void* handle, int algorithm, int mode, const void* alpha, void* x_tensor, const void* x,
                        const void* beta, void* y_tensor, void* y);
int cudnnSoftmaxBackward(void* handle, int algorithm, int mode, const void* alpha, void* y_tensor, const void* y,
                         void* dy_tensor, const void* dy, const void* beta, void* dx_tensor, void* dx);
int cudnnAddTensor(void* handle, const void* alpha, void* a_tensor, const void* a, const void* beta, void* c_tensor,
                   void* c);
int cudnnTransformTensor(void* handle, const void* alpha, void* x_tensor, const void* x, const void* beta,
                         void* y_tensor, void* y);
int cudnnBatchNormalizationForwardTraining(void* handle, int mode, const void* alpha, const void* beta, void* x_tensor,
                                           const void* x, void* y_tensor, void* y, void* parameters, const void* scale,
                                           const void* bias, double factor, void* running_mean, void* running_variance,
                                           double epsilon, void* saved_mean, void* saved_inverse);
int cudnnBatchNormalizationForwardInference(void* handle, int mode, const void* alpha, const void* beta, void* x_tensor,
                                            const void* x, void* y_tensor, void* y, void* parameters, const void* scale,
                                            const void* bias, const void* mean, const void* variance, double epsilon);
int cudnnBatchNormalizationBackward(void* handle, int mode, const void* alpha, const void* beta,
                                    const void* parameter_alpha, const void* parameter_beta, void* x_tensor,
                                    const void* x, void* dy_tensor, const void* dy, void* dx_tensor, void* dx,
                                    void* parameters, const void* scale, void* d_scale, void* d_bias, double epsilon,
                                    const void* saved_mean, const void* saved_inverse);
int cudnnCreateRNNDescriptor(void** made);
int cudnnDestroyRNNDescriptor(void* network);
int cudnnGetRNNWeightSpaceSize(void* handle, void* network, std::size_t* bytes);
int cudnnBackendCreateDescriptor(int type, void** made);
int cudnnBackendDestroyDescriptor(void* descriptor);
int cudnnBackendSetAttribute(void* descriptor, int name, int type, std::int64_t count, const void* elements);
int cudnnBackendFinalize(void* descriptor);
int cudnnBackendGetAttribute(void* descriptor, int name, int type, std::int64_t wanted, std::int64_t* given, void* to);
int cudnnBackendExecute(void* handle, void* plan, void* pack);
}

namespace {

struct TensorDescriptor : Descriptor {
    TensorDescriptor(int type, const Shape& shape)
        : Descriptor(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor) {
        const int strides[] = {shape[1] * shape[2] * shape[3], shape[2] * shape[3], shape[3], 1};
        check_status(cudnnSetTensorNdDescriptor(its, type, 4, shape.data(), strides), dnn_success, "set a tensor");
    }
    TensorDescriptor(int type, const Shape& shape, const Shape& strides)
        : Descriptor(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor) {
        check_status(cudnnSetTensorNdDescriptor(its, type, 4, shape.data(), strides.data()), dnn_success,
                     "set a tensor");
    }
};

struct ConvolutionCase {
    Shape x = {};
    Shape w = {};
    Shape y = {};
    std::array<int, 2> padding = {};
    std::array<int, 2> stride = {};
    std::array<int, 2> dilation = {};
    int groups = 1;
    bool is_flipped = false;

    std::string text() const {
        std::string all = "convolution";
        for (const Shape* shape : {&x, &w, &y})
            for (const int size : *shape)
                all += " " + std::to_string(size);
        return all + ", groups " + std::to_string(groups) + (is_flipped ? ", flipped" : "");
    }
};

ConvolutionCase random_convolution() {
    ConvolutionCase one;
    for (;;) {
        one.groups = roll(1, 3);
        one.w = {one.groups * roll(1, 3), roll(1, 3), roll(1, 4), roll(1, 4)};
        one.x = {roll(1, 3), one.groups * one.w[1], roll(1, 9), roll(1, 9)};
        one.y = {one.x[0], one.w[0], 0, 0};
        bool fits = true;
        for (std::size_t d = 0; d < 2; ++d) {
            one.padding[d] = roll(0, 2);
            one.stride[d] = roll(1, 3);
            one.dilation[d] = roll(1, 2);
            const int room = one.x[2 + d] + 2 * one.padding[d] - ((one.w[2 + d] - 1) * one.dilation[d] + 1);
            fits = fits && room >= 0;
            one.y[2 + d] = room / one.stride[d] + 1;
        }
        one.is_flipped = roll(0, 3) == 0;
        if (fits) return one;
    }
}

// All products: of an element of x, one of w, for one of y.
void for_each_product(const ConvolutionCase& one,
                      const std::function<void(std::size_t, std::size_t, std::size_t)>& visit) {
    const int outputs = one.w[0] / one.groups;
    for (int n = 0; n < one.y[0]; ++n)
        for (int k = 0; k < one.y[1]; ++k)
            for (int h = 0; h < one.y[2]; ++h)
                for (int v = 0; v < one.y[3]; ++v)
                    for (int c = 0; c < one.w[1]; ++c)
                        for (int r = 0; r < one.w[2]; ++r)
                            for (int s = 0; s < one.w[3]; ++s) {
                                const int row = h * one.stride[0] - one.padding[0] + r * one.dilation[0];
                                const int column = v * one.stride[1] - one.padding[1] + s * one.dilation[1];
                                if (row < 0 || row >= one.x[2] || column < 0 || column >= one.x[3]) continue;
                                const int channel = k / outputs * one.w[1] + c;
                                const int fr = one.is_flipped ? one.w[2] - 1 - r : r;
                                const int fs = one.is_flipped ? one.w[3] - 1 - s : s;
                                visit(place(one.x, n, channel, row, column), place(one.w, k, c, fr, fs),
                                      place(one.y, n, k, h, v));
                            }
}

template <class T>
void run_convolution(const ConvolutionCase& one) {
    const TensorDescriptor x_tensor(type_of<T>, one.x);
    const TensorDescriptor y_tensor(type_of<T>, one.y);
    const Descriptor w_tensor(cudnnCreateFilterDescriptor, cudnnDestroyFilterDescriptor);
    const Descriptor convolution(cudnnCreateConvolutionDescriptor, cudnnDestroyConvolutionDescriptor);
    check_status(cudnnSetFilterNdDescriptor(w_tensor.its, type_of<T>, 0, 4, one.w.data()), dnn_success, "filter");
    check_status(cudnnSetConvolutionNdDescriptor(convolution.its, 2, one.padding.data(), one.stride.data(),
                                                 one.dilation.data(), one.is_flipped ? 0 : 1, type_of<T>),
                 dnn_success, "convolution");
    check_status(cudnnSetConvolutionGroupCount(convolution.its, one.groups), dnn_success, "groups");
    const Numbers x = random_numbers(count_of(one.x));
    const Numbers w = random_numbers(count_of(one.w));
    const Numbers y = random_numbers(count_of(one.y));
    const T alpha = 2;
    const T beta = 3;
    Numbers made_x = x;
    Numbers made_w = w;
    Numbers made_y = y;
    for (Numbers* made : {&made_x, &made_w, &made_y})
        for (double& number : *made)
            number *= 3;
    for_each_product(one, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
        made_y[yi] += 2 * x[xi] * w[wi];
        made_x[xi] += 2 * y[yi] * w[wi];
        made_w[wi] += 2 * x[xi] * y[yi];
    });
    const auto xs = rounded<T>(x);
    const auto ws = rounded<T>(w);
    const auto ys = rounded<T>(y);
    const DeviceVector<T> dx(xs), dw(ws), dy(ys), x_now(xs), w_now(ws), y_now(ys);
    std::size_t bytes = 0;
    check_status(cudnnGetConvolutionForwardWorkspaceSize(handle, x_tensor.its, w_tensor.its, convolution.its,
                                                         y_tensor.its, 0, &bytes),
                 dnn_success, "workspace");
    const DeviceVector<std::byte> workspace(std::vector<std::byte>(std::max<std::size_t>(bytes, 1) + (1 << 22)));
    const std::size_t room = bytes + (1 << 22);
    check_status(cudnnConvolutionForward(handle, &alpha, x_tensor.its, x_now.data(), w_tensor.its, w_now.data(),
                                         convolution.its, 0, workspace.data(), room, &beta, y_tensor.its, dy.data()),
                 dnn_success, one.text());
    check_status(
        cudnnConvolutionBackwardData(handle, &alpha, w_tensor.its, w_now.data(), y_tensor.its, y_now.data(),
                                     convolution.its, 1, workspace.data(), room, &beta, x_tensor.its, dx.data()),
        dnn_success, one.text());
    check_status(
        cudnnConvolutionBackwardFilter(handle, &alpha, x_tensor.its, x_now.data(), y_tensor.its, y_now.data(),
                                       convolution.its, 1, workspace.data(), room, &beta, w_tensor.its, dw.data()),
        dnn_success, one.text());
    check_close(dy.read(), made_y, one.text() + ", forward");
    check_close(dx.read(), made_x, one.text() + ", to the data");
    check_close(dw.read(), made_w, one.text() + ", to the filter");
}

void check_bias() {
    const Shape shape = {2, 3, 4, 5};
    const TensorDescriptor gradient(0, shape);
    const TensorDescriptor bias(0, {1, 3, 1, 1});
    const Numbers dy = random_numbers(count_of(shape));
    Numbers sums(3);
    for (std::size_t i = 0; i < dy.size(); ++i)
        sums[i / 20 % 3] += dy[i];
    const float one = 1;
    const float zero = 0;
    const DeviceVector<float> from(rounded<float>(dy));
    const DeviceVector<float> to(std::vector<float>(3, 77));
    check_status(cudnnConvolutionBackwardBias(handle, &one, gradient.its, from.data(), &zero, bias.its, to.data()),
                 dnn_success, "bias");
    check_close(to.read(), sums, "the gradient of a bias");
    // And added to each channel.
    Numbers added = dy;
    for (std::size_t i = 0; i < dy.size(); ++i)
        added[i] += sums[i / 20 % 3];
    check_status(cudnnAddTensor(handle, &one, bias.its, to.data(), &one, gradient.its, from.data()), dnn_success,
                 "add");
    check_close(from.read(), added, "a bias that is added");
}

void check_layouts() {
    const Shape shape = {2, 3, 4, 5};
    const TensorDescriptor rows(0, shape);
    const TensorDescriptor channels(0, shape, {60, 1, 15, 3});  // NHWC
    const Numbers x = random_numbers(count_of(shape));
    Numbers wanted(x.size());
    for (int n = 0; n < 2; ++n)
        for (int c = 0; c < 3; ++c)
            for (int h = 0; h < 4; ++h)
                for (int w = 0; w < 5; ++w)
                    wanted[static_cast<std::size_t>(n * 60 + c + h * 15 + w * 3)] = x[place(shape, n, c, h, w)];
    const float one = 1;
    const float zero = 0;
    const DeviceVector<float> from(rounded<float>(x));
    const DeviceVector<float> to(std::vector<float>(x.size()));
    check_status(cudnnTransformTensor(handle, &one, rows.its, from.data(), &zero, channels.its, to.data()), dnn_success,
                 "transform");
    check_close(to.read(), wanted, "another layout");
}

void run_pooling(int mode) {
    const Shape in = {2, 2, 7, 6};
    const int window[] = {3, 2};
    const int padding[] = {1, 0};
    const int stride[] = {2, 3};
    const Shape out = {2, 2, 4, 2};
    const Descriptor pooling(cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor);
    check_status(cudnnSetPoolingNdDescriptor(pooling.its, mode, 1, 2, window, padding, stride), dnn_success, "pooling");
    const Numbers x = random_numbers(count_of(in));
    const Numbers dy = random_numbers(count_of(out));
    Numbers y(dy.size());
    Numbers dx(x.size());
    for (int plane = 0; plane < 4; ++plane)
        for (int h = 0; h < out[2]; ++h)
            for (int w = 0; w < out[3]; ++w) {
                std::vector<std::size_t> covered;
                for (int r = h * stride[0] - padding[0]; r < h * stride[0] - padding[0] + window[0]; ++r)
                    for (int c = w * stride[1]; c < w * stride[1] + window[1]; ++c)
                        if (r >= 0 && r < in[2] && c < in[3]) covered.push_back(place(in, plane / 2, plane % 2, r, c));
                const std::size_t to = place(out, plane / 2, plane % 2, h, w);
                if (mode == 0 || mode == 3) {
                    std::size_t most = covered[0];
                    for (const std::size_t i : covered)
                        if (x[i] > x[most]) most = i;
                    y[to] = x[most];
                    dx[most] += dy[to];
                    continue;
                }
                const double parts = mode == 1 ? 6 : static_cast<double>(covered.size());
                for (const std::size_t i : covered) {
                    y[to] += x[i] / parts;
                    dx[i] += dy[to] / parts;
                }
            }
    const TensorDescriptor in_tensor(0, in);
    const TensorDescriptor out_tensor(0, out);
    const float one = 1;
    const float zero = 0;
    const DeviceVector<float> xs(rounded<float>(x)), gradient(rounded<float>(dy));
    const DeviceVector<float> ys(std::vector<float>(y.size())), made(std::vector<float>(x.size()));
    const std::string name = "pooling, mode " + std::to_string(mode);
    check_status(
        cudnnPoolingForward(handle, pooling.its, &one, in_tensor.its, xs.data(), &zero, out_tensor.its, ys.data()),
        dnn_success, name);
    check_status(cudnnPoolingBackward(handle, pooling.its, &one, out_tensor.its, ys.data(), out_tensor.its,
                                      gradient.data(), in_tensor.its, xs.data(), &zero, in_tensor.its, made.data()),
                 dnn_success, name);
    check_close(ys.read(), y, name);
    check_close(made.read(), dx, name + ", backwards");
}

double activated(int mode, double x) {
    switch (mode) {
        case 0: return 1 / (1 + std::exp(-x));
        case 1: return std::max(x, 0.0);
        case 2: return std::tanh(x);
        case 3: return std::min(std::max(x, 0.0), 0.5);
        case 4: return x > 0 ? x : 0.5 * (std::exp(x) - 1);
        default: return x / (1 + std::exp(-x));
    }
}

void run_activation(int mode) {
    const Shape shape = {2, 3, 4, 5};
    const Numbers x = random_numbers(count_of(shape));
    const Numbers dy = random_numbers(x.size());
    Numbers y(x.size());
    Numbers dx(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        constexpr double step = 1e-6;
        y[i] = activated(mode, x[i]);
        dx[i] = dy[i] * (activated(mode, x[i] + step) - activated(mode, x[i] - step)) / (2 * step);
    }
    const Descriptor activation(cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor);
    check_status(cudnnSetActivationDescriptor(activation.its, mode, 1, 0.5), dnn_success, "activation");
    const TensorDescriptor tensor(1, shape);
    const double one = 1;
    const double zero = 0;
    const DeviceVector<double> xs(x), gradient(dy), ys(Numbers(x.size())), made(Numbers(x.size()));
    const std::string name = "activation, mode " + std::to_string(mode);
    check_status(
        cudnnActivationForward(handle, activation.its, &one, tensor.its, xs.data(), &zero, tensor.its, ys.data()),
        dnn_success, name);
    check_status(cudnnActivationBackward(handle, activation.its, &one, tensor.its, ys.data(), tensor.its,
                                         gradient.data(), tensor.its, xs.data(), &zero, tensor.its, made.data()),
                 dnn_success, name);
    check_close(ys.read(), y, name);
    // The reference is a difference: half its digits.
    const Numbers got = made.read();
    double worst = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
        worst = std::max(worst, std::abs(got[i] - dx[i]));
    check(worst < 1e-6, name + ", backwards: off by " + std::to_string(worst));
    ++cases;
}

void run_softmax(int algorithm, int mode) {
    const Shape shape = {2, 3, 4, 5};
    const int group = mode == 0 ? 60 : 3;
    const int step = mode == 0 ? 1 : 20;
    const Numbers x = random_numbers(count_of(shape));
    const Numbers dy = random_numbers(x.size());
    Numbers y(x.size());
    Numbers dx(x.size());
    for (int first = 0; first < static_cast<int>(x.size()); ++first) {
        if (first / step % group != 0) continue;
        const auto at = [&](int k) { return static_cast<std::size_t>(first + k * step); };
        double sum = 0;
        for (int k = 0; k < group; ++k)
            sum += std::exp(x[at(k)]);
        double dot = 0;
        for (int k = 0; k < group; ++k) {
            y[at(k)] = algorithm == 2 ? x[at(k)] - std::log(sum) : std::exp(x[at(k)]) / sum;
            dot += algorithm == 2 ? dy[at(k)] : dy[at(k)] * y[at(k)];
        }
        for (int k = 0; k < group; ++k)
            dx[at(k)] = algorithm == 2 ? dy[at(k)] - std::exp(y[at(k)]) * dot : y[at(k)] * (dy[at(k)] - dot);
    }
    const TensorDescriptor tensor(0, shape);
    const float one = 1;
    const float zero = 0;
    const DeviceVector<float> xs(rounded<float>(x)), gradient(rounded<float>(dy));
    const DeviceVector<float> ys(std::vector<float>(x.size())), made(std::vector<float>(x.size()));
    const std::string name = "softmax " + std::to_string(algorithm) + " " + std::to_string(mode);
    check_status(
        cudnnSoftmaxForward(handle, algorithm, mode, &one, tensor.its, xs.data(), &zero, tensor.its, ys.data()),
        dnn_success, name);
    check_status(cudnnSoftmaxBackward(handle, algorithm, mode, &one, tensor.its, ys.data(), tensor.its, gradient.data(),
                                      &zero, tensor.its, made.data()),
                 dnn_success, name);
    check_close(ys.read(), y, name);
    check_close(made.read(), dx, name + ", backwards");
}

void run_normalization(int mode) {
    const Shape shape = {4, 3, 2, 5};
    const Shape parameter_shape = mode == 0 ? Shape{1, 3, 2, 5} : Shape{1, 3, 1, 1};
    const std::size_t parameters = count_of(parameter_shape);
    const std::size_t plane = mode == 0 ? 1 : 10;
    constexpr double epsilon = 1e-3;
    const Numbers x = random_numbers(count_of(shape));
    const Numbers dy = random_numbers(x.size());
    const Numbers scale = random_numbers(parameters);
    const Numbers bias = random_numbers(parameters);
    const auto count = static_cast<double>(x.size() / parameters);
    Numbers mean(parameters), variance(parameters), inverse(parameters), y(x.size()), dx(x.size()), d_scale(parameters),
        d_bias(parameters), running_mean(parameters, 1), running_variance(parameters, 1), at_rest(x.size());
    const auto p = [&](std::size_t i) { return i / plane % parameters; };
    for (std::size_t i = 0; i < x.size(); ++i)
        mean[p(i)] += x[i] / count;
    for (std::size_t i = 0; i < x.size(); ++i)
        variance[p(i)] += (x[i] - mean[p(i)]) * (x[i] - mean[p(i)]) / count;
    for (std::size_t k = 0; k < parameters; ++k) {
        inverse[k] = 1 / std::sqrt(variance[k] + epsilon);
        running_mean[k] = 0.75 + 0.25 * mean[k];
        running_variance[k] = 0.75 + 0.25 * variance[k] * count / (count - 1);
    }
    const auto standard = [&](std::size_t i) { return (x[i] - mean[p(i)]) * inverse[p(i)]; };
    for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = scale[p(i)] * standard(i) + bias[p(i)];
        d_scale[p(i)] += dy[i] * standard(i);
        d_bias[p(i)] += dy[i];
        at_rest[i] =
            scale[p(i)] * (x[i] - running_mean[p(i)]) / std::sqrt(running_variance[p(i)] + epsilon) + bias[p(i)];
    }
    for (std::size_t i = 0; i < x.size(); ++i)
        dx[i] = scale[p(i)] * inverse[p(i)] * (dy[i] - (d_bias[p(i)] + standard(i) * d_scale[p(i)]) / count);

    const TensorDescriptor tensor(0, shape);
    const TensorDescriptor parameter(0, parameter_shape);
    const float one = 1;
    const float zero = 0;
    const std::vector<float> ones(parameters, 1);
    const DeviceVector<float> xs(rounded<float>(x)), gradient(rounded<float>(dy)), scales(rounded<float>(scale)),
        biases(rounded<float>(bias)), ys(std::vector<float>(x.size())), made(std::vector<float>(x.size())), means(ones),
        variances(ones), saved_mean(ones), saved_inverse(ones), made_scale(ones), made_bias(ones);
    const std::string name = "normalization, mode " + std::to_string(mode);
    check_status(
        cudnnBatchNormalizationForwardTraining(handle, mode, &one, &zero, tensor.its, xs.data(), tensor.its, ys.data(),
                                               parameter.its, scales.data(), biases.data(), 0.25, means.data(),
                                               variances.data(), epsilon, saved_mean.data(), saved_inverse.data()),
        dnn_success, name);
    check_close(ys.read(), y, name);
    check_close(means.read(), running_mean, name + ", running mean");
    check_close(variances.read(), running_variance, name + ", running variance");
    check_close(saved_mean.read(), mean, name + ", mean");
    check_close(saved_inverse.read(), inverse, name + ", inverse");
    check_status(cudnnBatchNormalizationBackward(handle, mode, &one, &zero, &one, &zero, tensor.its, xs.data(),
                                                 tensor.its, gradient.data(), tensor.its, made.data(), parameter.its,
                                                 scales.data(), made_scale.data(), made_bias.data(), epsilon,
                                                 saved_mean.data(), saved_inverse.data()),
                 dnn_success, name);
    check_close(made.read(), dx, name + ", backwards");
    check_close(made_scale.read(), d_scale, name + ", scale");
    check_close(made_bias.read(), d_bias, name + ", bias");
    check_status(cudnnBatchNormalizationForwardInference(handle, mode, &one, &zero, tensor.its, xs.data(), tensor.its,
                                                         ys.data(), parameter.its, scales.data(), biases.data(),
                                                         means.data(), variances.data(), epsilon),
                 dnn_success, name);
    check_close(ys.read(), at_rest, name + ", inference");
}

// Descriptors of a graph, destroyed with this.
class Graph {
public:
    Graph() = default;
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    ~Graph() {
        for (void* descriptor : descriptors_)
            check_status(cudnnBackendDestroyDescriptor(descriptor), dnn_success, "destroy");
    }
    void* make(int type) {
        void* made = nullptr;
        check_status(cudnnBackendCreateDescriptor(type, &made), dnn_success, "create " + std::to_string(type));
        descriptors_.push_back(made);
        return made;
    }
    template <class T>
    static void set(void* descriptor, int name, int type, const std::vector<T>& values) {
        check_status(
            cudnnBackendSetAttribute(descriptor, name, type, static_cast<std::int64_t>(values.size()), values.data()),
            dnn_success, "attribute " + std::to_string(name));
    }
    static void set_descriptor(void* descriptor, int name, void* value) { set<void*>(descriptor, name, 15, {value}); }
    static void* finalized(void* descriptor, const std::string& what) {
        check_status(cudnnBackendFinalize(descriptor), dnn_success, "finalize " + what);
        return descriptor;
    }
    void* tensor(std::int64_t number, const std::vector<std::int64_t>& dims, bool is_virtual = false) {
        std::vector<std::int64_t> strides(dims.size(), 1);
        for (std::size_t i = dims.size() - 1; i > 0; --i)
            strides[i - 1] = strides[i] * dims[i];
        void* its = make(17);
        set<std::int64_t>(its, 906, 3, {number});
        set<std::int32_t>(its, 901, 1, {0});
        set<std::int64_t>(its, 902, 3, dims);
        set<std::int64_t>(its, 903, 3, strides);
        set<std::int64_t>(its, 900, 3, {4});
        set<std::uint8_t>(its, 907, 2, {static_cast<std::uint8_t>(is_virtual ? 1 : 0)});
        return finalized(its, "tensor");
    }
    void* pointwise(int mode, void* x, void* b, void* y) {
        void* how = make(0);
        set<std::int32_t>(how, 0, 14, {mode});
        set<std::int32_t>(how, 1, 1, {0});
        finalized(how, "mode");
        void* its = make(13);
        set_descriptor(its, 750, how);
        set_descriptor(its, 751, x);
        if (b != nullptr) set_descriptor(its, 752, b);
        set_descriptor(its, 753, y);
        return finalized(its, "pointwise");
    }
    void* matmul(void* a, void* b, void* c) {
        void* how = make(18);
        set<std::int32_t>(how, 1500, 1, {0});
        finalized(how, "product");
        void* its = make(19);
        set_descriptor(its, 1520, a);
        set_descriptor(its, 1521, b);
        set_descriptor(its, 1522, c);
        set_descriptor(its, 1523, how);
        return finalized(its, "product");
    }
    void* reduction(int how_to, void* x, void* y) {
        void* how = make(21);
        set<std::int32_t>(how, 1600, 18, {how_to});
        set<std::int32_t>(how, 1601, 1, {0});
        finalized(how, "reduction");
        void* its = make(22);
        set_descriptor(its, 1610, x);
        set_descriptor(its, 1611, y);
        set_descriptor(its, 1612, how);
        return finalized(its, "reduction");
    }
    void* convolution(void* x, void* w, void* y) {
        void* how = make(1);
        set<std::int32_t>(how, 100, 1, {0});
        set<std::int32_t>(how, 101, 7, {1});
        set<std::int64_t>(how, 106, 3, {2});
        set<std::int64_t>(how, 105, 3, {1, 1});
        set<std::int64_t>(how, 104, 3, {1, 1});
        set<std::int64_t>(how, 103, 3, {1, 1});
        set<std::int64_t>(how, 102, 3, {1, 1});
        finalized(how, "convolution");
        void* its = make(10);
        set_descriptor(its, 702, how);
        set_descriptor(its, 703, w);
        set_descriptor(its, 704, x);
        set_descriptor(its, 705, y);
        set<float>(its, 700, 4, {1});
        set<float>(its, 701, 4, {0});
        return finalized(its, "convolution");
    }
    // As frontends do: heuristics, the first configuration, a plan.
    void* plan(const std::vector<void*>& operations) {
        void* graph = make(15);
        set<void*>(graph, 800, 0, {handle});
        set<void*>(graph, 801, 15, operations);
        finalized(graph, "graph");
        void* heuristic = make(4);
        set_descriptor(heuristic, 201, graph);
        set<std::int32_t>(heuristic, 200, 8, {0});
        finalized(heuristic, "heuristic");
        void* configuration = make(3);
        std::int64_t given = 0;
        check_status(cudnnBackendGetAttribute(heuristic, 202, 15, 1, &given, &configuration), dnn_success, "results");
        check(given >= 1, "there is a configuration");
        void* its = make(5);
        set<void*>(its, 400, 0, {handle});
        set_descriptor(its, 401, configuration);
        finalized(its, "plan");
        return its;
    }
    int execute(void* plan, const std::vector<std::int64_t>& numbers, const std::vector<void*>& pointers) {
        std::int64_t bytes = 0;
        check_status(cudnnBackendGetAttribute(plan, 402, 3, 1, nullptr, &bytes), dnn_success, "workspace");
        workspace_.emplace_back(
            std::make_unique<DeviceVector<std::byte>>(std::vector<std::byte>(static_cast<std::size_t>(bytes) + 256)));
        void* pack = make(16);
        set(pack, 1000, 3, numbers);
        set(pack, 1001, 6, pointers);
        set<void*>(pack, 1003, 6, {workspace_.back()->data()});
        finalized(pack, "pack");
        return cudnnBackendExecute(handle, plan, pack);
    }

private:
    std::vector<void*> descriptors_;
    std::vector<std::unique_ptr<DeviceVector<std::byte>>> workspace_;
};

// relu(convolution(x, w) + bias), with two tensors that are never stored.
void check_fused_convolution() {
    ConvolutionCase one;
    one.x = {2, 8, 6, 6};
    one.w = {8, 8, 3, 3};
    one.y = {2, 8, 6, 6};
    one.padding = one.stride = one.dilation = {1, 1};
    const Numbers x = random_numbers(count_of(one.x));
    const Numbers w = random_numbers(count_of(one.w));
    const Numbers bias = random_numbers(8);
    Numbers y(count_of(one.y));
    for_each_product(one, [&](std::size_t xi, std::size_t wi, std::size_t yi) { y[yi] += x[xi] * w[wi]; });
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] = std::max(y[i] + bias[i / 36 % 8], 0.0);
    Graph graph;
    void* x_tensor = graph.tensor(1, {2, 8, 6, 6});
    void* w_tensor = graph.tensor(2, {8, 8, 3, 3});
    void* b_tensor = graph.tensor(3, {1, 8, 1, 1});
    void* sums = graph.tensor(4, {2, 8, 6, 6}, true);
    void* shifted = graph.tensor(5, {2, 8, 6, 6}, true);
    void* y_tensor = graph.tensor(6, {2, 8, 6, 6});
    void* plan = graph.plan({graph.convolution(x_tensor, w_tensor, sums), graph.pointwise(0, sums, b_tensor, shifted),
                             graph.pointwise(100, shifted, nullptr, y_tensor)});
    const DeviceVector<float> xs(rounded<float>(x)), ws(rounded<float>(w)), biases(rounded<float>(bias)),
        ys(std::vector<float>(y.size()));
    check_status(graph.execute(plan, {1, 2, 3, 6}, {xs.data(), ws.data(), biases.data(), ys.data()}), dnn_success,
                 "execute");
    check_close(ys.read(), y, "a graph of a convolution, a bias and ReLU");
    if (is_native()) return;

    // A number less than the tensor has.
    const DeviceVector<float> few(std::vector<float>(y.size() - 1, 9));
    const int status = graph.execute(plan, {1, 2, 3, 6}, {xs.data(), ws.data(), biases.data(), few.data()});
    check(status != dnn_success || cudaDeviceSynchronize() != 0, "a tensor that leaves its memory is refused");
    check(few.read() == std::vector<float>(y.size() - 1, 9), "and nothing is written");
    cases += 2;
}

// softmax(Q K^T) V of single operations.
void check_attention() {
    constexpr int rows = 6;
    constexpr int keys = 5;
    constexpr int depth = 4;
    constexpr int heads = 3;
    const Numbers q = random_numbers(heads * rows * depth);
    const Numbers k = random_numbers(heads * keys * depth);
    const Numbers v = random_numbers(heads * keys * depth);
    Numbers out(q.size());
    for (int h = 0; h < heads; ++h)
        for (int i = 0; i < rows; ++i) {
            Numbers weights(keys);
            double all = 0;
            for (int j = 0; j < keys; ++j) {
                double dot = 0;
                for (int d = 0; d < depth; ++d)
                    dot += q[static_cast<std::size_t>((h * rows + i) * depth + d)] *
                           k[static_cast<std::size_t>((h * keys + j) * depth + d)];
                all += weights[static_cast<std::size_t>(j)] = std::exp(dot);
            }
            for (int j = 0; j < keys; ++j)
                for (int d = 0; d < depth; ++d)
                    out[static_cast<std::size_t>((h * rows + i) * depth + d)] +=
                        weights[static_cast<std::size_t>(j)] / all *
                        v[static_cast<std::size_t>((h * keys + j) * depth + d)];
        }
    // K is given transposed.
    Numbers turned(k.size());
    for (int h = 0; h < heads; ++h)
        for (int j = 0; j < keys; ++j)
            for (int d = 0; d < depth; ++d)
                turned[static_cast<std::size_t>((h * depth + d) * keys + j)] =
                    k[static_cast<std::size_t>((h * keys + j) * depth + d)];
    Graph graph;
    void* q_tensor = graph.tensor(1, {1, heads, rows, depth});
    void* k_tensor = graph.tensor(2, {1, heads, depth, keys});
    void* v_tensor = graph.tensor(3, {1, heads, keys, depth});
    void* o_tensor = graph.tensor(4, {1, heads, rows, depth});
    void* scores = graph.tensor(10, {1, heads, rows, keys}, true);
    void* most = graph.tensor(11, {1, heads, rows, 1}, true);
    void* lower = graph.tensor(12, {1, heads, rows, keys}, true);
    void* powers = graph.tensor(13, {1, heads, rows, keys}, true);
    void* sums = graph.tensor(14, {1, heads, rows, 1}, true);
    void* weights = graph.tensor(15, {1, heads, rows, keys}, true);
    void* plan = graph.plan({graph.matmul(q_tensor, k_tensor, scores), graph.reduction(3, scores, most),
                             graph.pointwise(9, scores, most, lower), graph.pointwise(13, lower, nullptr, powers),
                             graph.reduction(0, powers, sums), graph.pointwise(6, powers, sums, weights),
                             graph.matmul(weights, v_tensor, o_tensor)});
    const DeviceVector<float> qs(rounded<float>(q)), ks(rounded<float>(turned)), vs(rounded<float>(v)),
        os(std::vector<float>(out.size()));
    check_status(graph.execute(plan, {1, 2, 3, 4}, {qs.data(), ks.data(), vs.data(), os.data()}), dnn_success,
                 "execute");
    check_close(os.read(), out, "attention of single operations");

    // The same as one operation, whose K has the keys' order.
    Graph whole;
    void* attention = whole.make(41);
    Graph::set_descriptor(attention, 2800, whole.tensor(1, {1, heads, rows, depth}));
    Graph::set_descriptor(attention, 2801, whole.tensor(2, {1, heads, keys, depth}));
    Graph::set_descriptor(attention, 2802, whole.tensor(3, {1, heads, keys, depth}));
    Graph::set_descriptor(attention, 2803, whole.tensor(4, {1, heads, rows, depth}));
    Graph::finalized(attention, "attention");
    void* short_plan = whole.plan({attention});
    const DeviceVector<float> plain(rounded<float>(k)), again(std::vector<float>(out.size()));
    check_status(whole.execute(short_plan, {1, 2, 3, 4}, {qs.data(), plain.data(), vs.data(), again.data()}),
                 dnn_success, "execute");
    check_close(again.read(), out, "attention as one operation");
}

// Told with the next call that waits; the session goes on.
void check_refused(const std::string& what, int status) {
    ++cases;
    const bool is_late = status == dnn_success;
    check(!is_late || cudaDeviceSynchronize() != 0, what + " is refused");
}

void check_refusals() {
    const Shape shape = {2, 3, 4, 5};
    const std::size_t count = count_of(shape);
    const TensorDescriptor tensor(0, shape);
    const float one = 1;
    const float zero = 0;
    const DeviceVector<float> whole(std::vector<float>(count, 1));
    const std::vector<float> before(count - 1, 5);
    const DeviceVector<float> few(before);
    check_refused("an input that is a number too short",
                  cudnnSoftmaxForward(handle, 1, 0, &one, tensor.its, few.data(), &zero, tensor.its, whole.data()));
    check_refused("an output that is a number too short",
                  cudnnSoftmaxForward(handle, 1, 0, &one, tensor.its, whole.data(), &zero, tensor.its, few.data()));
    check(few.read() == before, "nothing is written");
    // One stride more is as far.
    const TensorDescriptor wide(0, shape, {61, 20, 5, 1});
    check_refused("a stride that leads out of the memory",
                  cudnnTransformTensor(handle, &one, wide.its, whole.data(), &zero, tensor.its, whole.data()));
    const TensorDescriptor bytes(3, shape);
    check_refused("a type that is not there",
                  cudnnTransformTensor(handle, &one, bytes.its, whole.data(), &zero, bytes.its, whole.data()));
    std::size_t size = 0;
    const Descriptor network(cudnnCreateRNNDescriptor, cudnnDestroyRNNDescriptor);
    check_refused("a function that is not there", cudnnGetRNNWeightSpaceSize(handle, network.its, &size));
    check_status(cudnnSoftmaxForward(handle, 1, 0, &one, tensor.its, whole.data(), &zero, tensor.its, whole.data()),
                 dnn_success, "the next one works");
    check_status(cudaDeviceSynchronize(), 0, "and is done");

    // An operation that the software GPU does not have.
    Graph graph;
    void* x = graph.tensor(1, {2, 3, 4, 5});
    void* y = graph.tensor(2, {2, 3, 4, 5});
    void* concatenation = graph.make(27);
    Graph::set_descriptor(concatenation, 2200, x);
    Graph::set_descriptor(concatenation, 2203, y);
    Graph::finalized(concatenation, "concatenation");
    void* operations = graph.make(15);
    Graph::set<void*>(operations, 801, 15, {concatenation});
    check_status(cudnnBackendFinalize(operations), 3001, "an operation that is not there");
    ++cases;
}

}  // namespace

int main() {
    generator.seed(14);
    check_status(cudnnCreate(&handle), dnn_success, "create");
    for (int i = 0; i < 60; ++i) {
        const ConvolutionCase one = random_convolution();
        if (i % 2 == 0) {
            run_convolution<float>(one);
        } else {
            run_convolution<double>(one);
        }
    }
    check_bias();
    check_layouts();
    for (int mode = 0; mode < 4; ++mode)
        run_pooling(mode);
    for (const int mode : {0, 1, 2, 3, 4, 6})
        run_activation(mode);
    for (int algorithm = 0; algorithm < 3; ++algorithm)
        for (int mode = 0; mode < 2; ++mode)
            run_softmax(algorithm, mode);
    for (int mode = 0; mode < 2; ++mode)
        run_normalization(mode);
    if (!is_native()) {
        check_fused_convolution();
        check_attention();
        check_refusals();
    }
    check_status(cudnnDestroy(handle), dnn_success, "destroy");
    return finish("cuDNN");
}
