// Layers on tensors that lie in several ways give the same numbers: those of NCHW, which tests/libraries/dnn.cpp
// compares with definitions. Response normalization, which that does not know, is compared with its own.
#include <functional>

#include "dnn_layouts.h"

namespace {

constexpr double half = 0.5;
constexpr double third = 0.375;

using Layer = std::function<void(LaidOut& x, LaidOut& y)>;

// What it makes of the same numbers, in any layout, with what was in y before.
void check_layer(const std::string& name, const Shape& in, const Shape& out, const Layer& layer) {
    const Numbers x = random_numbers(count_of(in));
    const Numbers y = random_numbers(count_of(out));
    LaidOut from(LaidOut::rows, in, x);
    LaidOut to(LaidOut::rows, out, y);
    layer(from, to);
    const Numbers wanted = to.read();
    for (int i = 0; i < 4; ++i) {
        LaidOut laid_from(random_layout(), in, x);
        LaidOut laid_to(random_layout(), out, y);
        layer(laid_from, laid_to);
        check_close(laid_to.read(), wanted, name);
    }
}

void check_pooling_layer(int mode) {
    const PoolingDescriptor pooling;
    check_status(cudnnSetPooling2dDescriptor(pooling.its, mode, 0, 3, 2, 1, 0, 2, 1), dnn_success, "pooling");
    const Shape in = {2, 3, 6, 5};
    Shape out = {};
    const TensorDescriptor x;
    check_status(cudnnSetTensor4dDescriptor(x.its, nchw, double_type, in[0], in[1], in[2], in[3]), dnn_success, "x");
    check_status(cudnnGetPooling2dForwardOutputDim(pooling.its, x.its, &out[0], &out[1], &out[2], &out[3]), dnn_success,
                 "sizes");
    check_layer("pooling " + std::to_string(mode), in, out, [&](LaidOut& from, LaidOut& to) {
        check_status(cudnnPoolingForward(handle, pooling.its, &half, from.tensor.its, from.data(), &third,
                                         to.tensor.its, to.data()),
                     dnn_success, "pooling");
    });
}

void check_activation_layer() {
    const ActivationDescriptor activation;
    check_status(cudnnSetActivationDescriptor(activation.its, 2, 0, 0), dnn_success, "activation");
    const Shape shape = {2, 3, 4, 5};
    const Numbers x = random_numbers(count_of(shape));
    const LaidOut before(LaidOut::gaps, shape, x);
    check_layer("an activation", shape, shape, [&](LaidOut& from, LaidOut& to) {
        check_status(cudnnActivationForward(handle, activation.its, &half, from.tensor.its, from.data(), &third,
                                            to.tensor.its, to.data()),
                     dnn_success, "forward");
    });
    check_layer("an activation backwards", shape, shape, [&](LaidOut& from, LaidOut& to) {
        check_status(
            cudnnActivationBackward(handle, activation.its, &half, before.tensor.its, before.data(), from.tensor.its,
                                    from.data(), before.tensor.its, before.data(), &third, to.tensor.its, to.data()),
            dnn_success, "backward");
    });
}

void check_other_layers() {
    const Shape shape = {2, 3, 4, 5};
    check_layer("softmax of channels", shape, shape, [&](LaidOut& from, LaidOut& to) {
        check_status(
            cudnnSoftmaxForward(handle, 1, 1, &half, from.tensor.its, from.data(), &third, to.tensor.its, to.data()),
            dnn_success, "softmax");
    });
    const Numbers parameters = random_numbers(3);
    const Numbers variance(3, 0.5);
    const DeviceVector<double> scale(parameters), bias(parameters), mean(parameters), spread(variance);
    check_layer("normalization at rest", shape, shape, [&](LaidOut& from, LaidOut& to) {
        const TensorDescriptor derived;
        check_status(cudnnDeriveBNTensorDescriptor(derived.its, from.tensor.its, 1), dnn_success, "derive");
        check_status(cudnnBatchNormalizationForwardInference(handle, 1, &half, &third, from.tensor.its, from.data(),
                                                             to.tensor.its, to.data(), derived.its, scale.data(),
                                                             bias.data(), mean.data(), spread.data(), 1e-3),
                     dnn_success, "normalization");
    });
    check_layer("a bias", {1, 3, 1, 1}, shape, [&](LaidOut& from, LaidOut& to) {
        check_status(cudnnAddTensor(handle, &half, from.tensor.its, from.data(), &third, to.tensor.its, to.data()),
                     dnn_success, "add");
    });
    check_layer("a bias backwards", shape, {1, 3, 1, 1}, [&](LaidOut& from, LaidOut& to) {
        check_status(
            cudnnConvolutionBackwardBias(handle, &half, from.tensor.its, from.data(), &third, to.tensor.its, to.data()),
            dnn_success, "backward");
    });
    check_layer("scaling", shape, shape, [&](LaidOut&, LaidOut& to) {
        check_status(cudnnScaleTensor(handle, to.tensor.its, to.data(), &third), dnn_success, "scale");
    });
}

// A filter in either format: the same numbers, turned.
void check_convolution_layer() {
    const Shape sizes = {4, 3, 3, 2};
    const Numbers w = random_numbers(count_of(sizes));
    Numbers turned(w.size());
    for (int k = 0; k < 4; ++k)
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r)
                for (int s = 0; s < 2; ++s)
                    turned[static_cast<std::size_t>(((k * 3 + r) * 2 + s) * 3 + c)] = w[place(sizes, k, c, r, s)];
    const ConvolutionDescriptor convolution;
    const FilterDescriptor rows, channels;
    check_status(cudnnSetConvolution2dDescriptor(convolution.its, 1, 1, 2, 1, 1, 1, 1, double_type), dnn_success,
                 "set");
    check_status(cudnnSetFilter4dDescriptor(rows.its, double_type, nchw, 4, 3, 3, 2), dnn_success, "filter");
    check_status(cudnnSetFilter4dDescriptor(channels.its, double_type, nhwc, 4, 3, 3, 2), dnn_success, "filter");
    const DeviceVector<double> row_memory(w), channel_memory(turned);
    check_layer("a convolution", {2, 3, 6, 5}, {2, 4, 3, 6}, [&](LaidOut& from, LaidOut& to) {
        const bool has_rows = roll(0, 1) == 0;
        check_status(
            cudnnConvolutionForward(handle, &half, from.tensor.its, from.data(), has_rows ? rows.its : channels.its,
                                    has_rows ? row_memory.data() : channel_memory.data(), convolution.its, 0, nullptr,
                                    0, &third, to.tensor.its, to.data()),
            dnn_success, "forward");
    });
}

double lrn_base(const Shape& s, const Numbers& x, std::size_t at, int width, double alpha, double k) {
    const int plane = s[2] * s[3];
    const int channel = static_cast<int>(at) / plane % s[1];
    double sum = 0;
    for (int c = channel - (width - 1) / 2; c <= channel + width / 2; ++c)
        if (c >= 0 && c < s[1]) {
            const double value = x[at + static_cast<std::size_t>((c - channel) * plane)];
            sum += value * value;
        }
    return k + alpha / width * sum;
}

void check_lrn(int width) {
    const Shape shape = {2, 6, 2, 3};
    constexpr double alpha = 0.7, beta = 0.75, k = 1.5;
    const Descriptor its(cudnnCreateLRNDescriptor, cudnnDestroyLRNDescriptor);
    check_status(cudnnSetLRNDescriptor(its.its, static_cast<unsigned>(width), alpha, beta, k), dnn_success, "lrn");
    const Numbers x = random_numbers(count_of(shape));
    const Numbers dy = random_numbers(x.size());
    const Numbers before = random_numbers(x.size());
    const auto forward = [&](const Numbers& of) {
        Numbers y(of.size());
        for (std::size_t i = 0; i < of.size(); ++i)
            y[i] = of[i] * std::pow(lrn_base(shape, of, i, width, alpha, k), -beta);
        return y;
    };
    const Numbers plain = forward(x);
    Numbers wanted(x.size()), slopes(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        constexpr double step = 1e-6;
        wanted[i] = half * plain[i] + third * before[i];
        Numbers more = x, less = x;
        more[i] += step;
        less[i] -= step;
        const Numbers up = forward(more), down = forward(less);
        for (std::size_t j = 0; j < x.size(); ++j)
            slopes[i] += dy[j] * (up[j] - down[j]) / (2 * step);
    }
    const std::string name = "response normalization over " + std::to_string(width);
    LaidOut from(random_layout(), shape, x), to(random_layout(), shape, before), y(random_layout(), shape, plain),
        gradient(random_layout(), shape, dy), made(random_layout(), shape, before);
    check_status(cudnnLRNCrossChannelForward(handle, its.its, 0, &half, from.tensor.its, from.data(), &third,
                                             to.tensor.its, to.data()),
                 dnn_success, name);
    check_close(to.read(), wanted, name);
    check_status(cudnnLRNCrossChannelBackward(handle, its.its, 0, &one, y.tensor.its, y.data(), gradient.tensor.its,
                                              gradient.data(), from.tensor.its, from.data(), &zero, made.tensor.its,
                                              made.data()),
                 dnn_success, name);
    const Numbers got = made.read();
    double worst = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
        worst = std::max(worst, std::abs(got[i] - slopes[i]));
    check(worst < 1e-7, name + ", backwards: off by " + std::to_string(worst));
    ++cases;
}

}  // namespace

void check_layers() {
    for (int mode = 0; mode < 4; ++mode)
        check_pooling_layer(mode);
    check_activation_layer();
    check_other_layers();
    check_convolution_layer();
    for (const int width : {1, 2, 3, 4, 5, 9, 16})
        check_lrn(width);
}
