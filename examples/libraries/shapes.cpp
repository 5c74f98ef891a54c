// A small convolutional network learns to tell discs, rings, squares and crosses apart, on pictures with noise: cuDNN's
// classic functions, as in textbooks. It must recognise nine in ten that it has never seen. The picture shows some of
// those, each in a frame: bright where the network is right and sure of it.
//
//     shapes PICTURE.png
#include <cmath>
#include <random>
#include <string>

#include "libraries/colours.h"
#include "libraries/cuda.h"
#include "libraries/cudnn.h"

namespace {

using namespace ringfence::example;

constexpr int batch = 32, size = 16, kinds = 4;
constexpr int steps = 120, batches_of_test = 8;
constexpr float first_rate = 0.1F;  // of learning; it falls to 0
constexpr std::size_t pixels = std::size_t{size} * size;

std::mt19937 generator(2026);

// The same numbers on every machine, which the standard's distributions do not promise.
float uniform(float low, float high) {
    return low + (high - low) * static_cast<float>(generator()) / static_cast<float>(std::mt19937::max());
}

struct Batch {
    std::vector<float> images = std::vector<float>(batch * pixels);
    std::vector<float> truth = std::vector<float>(std::size_t{batch} * kinds);
    std::vector<int> kind = std::vector<int>(batch);
};

bool is_inside(int kind, float x, float y, float radius) {
    const float far = std::sqrt(x * x + y * y);
    const float away = std::max(std::abs(x), std::abs(y));
    switch (kind) {
        case 0: return far < radius;
        case 1: return far < radius && far > radius - 1.6F;
        case 2: return away < radius * 0.85F;
        default: return away < radius && std::min(std::abs(x), std::abs(y)) < 1;
    }
}

Batch make_batch() {
    Batch made;
    for (std::size_t i = 0; i < batch; ++i) {
        const int kind = static_cast<int>(generator() % kinds);
        const float radius = uniform(3.5F, 6), x = uniform(6.5F, 8.5F), y = uniform(6.5F, 8.5F);
        made.kind[i] = kind;
        made.truth[i * kinds + static_cast<std::size_t>(kind)] = 1;
        for (std::size_t p = 0; p < pixels; ++p) {
            const std::size_t column = p % size, row = p / size;
            const float across = static_cast<float>(column) - x, down = static_cast<float>(row) - y;
            const float light = is_inside(kind, across, down, radius) ? 0.8F : 0.1F;
            made.images[i * pixels + p] = light + uniform(-0.2F, 0.2F);
        }
    }
    return made;
}

std::vector<float> random_weights(const Shape& shape) {
    const auto inputs = static_cast<float>(shape[1] * shape[2] * shape[3]);
    std::vector<float> weights(count_of(shape));
    for (float& weight : weights)
        weight = uniform(-1, 1) * std::sqrt(6 / inputs);
    return weights;
}

// A convolution with a bias, its weights, and their gradients.
class Convolution {
public:
    Convolution(void* handle, const Tensor& in, const Shape& window, int padding)
        : handle_(handle),
          in_(in),
          window_(window),
          move_(padding),
          out({in.shape[0], window[0], in.shape[2] + 2 * padding - window[2] + 1,
               in.shape[3] + 2 * padding - window[3] + 1}),
          bias_({1, window[0], 1, 1}),
          weights_({window[0], window[1], window[2], window[3]}, random_weights(window)),
          gradient_(weights_.shape),
          bias_gradient_(bias_.shape) {
        // cuDNN's own opinion of the result's size.
        Shape given = {};
        check(cudnnGetConvolution2dForwardOutputDim(move_.its, in.its, window_.its, &given[0], &given[1], &given[2],
                                                    &given[3]),
              "cudnnGetConvolution2dForwardOutputDim");
        expect(given == out.shape, "the result has the size that follows from its layer");
    }

    void forward() {
        check(cudnnConvolutionForward(handle_, &one, in_.its, in_.data(), window_.its, weights_.data(), move_.its, 0,
                                      nullptr, 0, &zero, out.its, out.data()),
              "cudnnConvolutionForward");
        check(cudnnAddTensor(handle_, &one, bias_.its, bias_.data(), &one, out.its, out.data()), "cudnnAddTensor");
    }
    // `to_input`: null where nothing comes before.
    void backward(const Tensor& from_output, Tensor* to_input) {
        check(cudnnConvolutionBackwardFilter(handle_, &one, in_.its, in_.data(), from_output.its, from_output.data(),
                                             move_.its, 0, nullptr, 0, &zero, window_.its, gradient_.data()),
              "cudnnConvolutionBackwardFilter");
        check(cudnnConvolutionBackwardBias(handle_, &one, from_output.its, from_output.data(), &zero,
                                           bias_gradient_.its, bias_gradient_.data()),
              "cudnnConvolutionBackwardBias");
        if (to_input == nullptr) return;
        check(cudnnConvolutionBackwardData(handle_, &one, window_.its, weights_.data(), from_output.its,
                                           from_output.data(), move_.its, 0, nullptr, 0, &zero, to_input->its,
                                           to_input->data()),
              "cudnnConvolutionBackwardData");
    }
    void learn(float rate) {
        const float down = -rate;
        check(cudnnAddTensor(handle_, &down, gradient_.its, gradient_.data(), &one, weights_.its, weights_.data()),
              "cudnnAddTensor");
        check(cudnnAddTensor(handle_, &down, bias_gradient_.its, bias_gradient_.data(), &one, bias_.its, bias_.data()),
              "cudnnAddTensor");
    }

private:
    void* handle_;
    const Tensor& in_;
    Filter window_;
    Movement move_;

public:
    Tensor out;

private:
    Tensor bias_, weights_, gradient_, bias_gradient_;
};

// ReLU, and the largest of each four.
class Reduced {
public:
    Reduced(void* handle, const Tensor& in)
        : handle_(handle),
          in_(in),
          lit_(in.shape),
          out({in.shape[0], in.shape[1], in.shape[2] / 2, in.shape[3] / 2}),
          gradient(out.shape),
          lit_gradient_(in.shape),
          to_input(in.shape) {}

    void forward() {
        check(cudnnActivationForward(handle_, relu_.its, &one, in_.its, in_.data(), &zero, lit_.its, lit_.data()),
              "cudnnActivationForward");
        check(cudnnPoolingForward(handle_, pooling_.its, &one, lit_.its, lit_.data(), &zero, out.its, out.data()),
              "cudnnPoolingForward");
    }
    void backward() {
        check(cudnnPoolingBackward(handle_, pooling_.its, &one, out.its, out.data(), gradient.its, gradient.data(),
                                   lit_.its, lit_.data(), &zero, lit_gradient_.its, lit_gradient_.data()),
              "cudnnPoolingBackward");
        check(cudnnActivationBackward(handle_, relu_.its, &one, lit_.its, lit_.data(), lit_gradient_.its,
                                      lit_gradient_.data(), in_.its, in_.data(), &zero, to_input.its, to_input.data()),
              "cudnnActivationBackward");
    }

private:
    void* handle_;
    const Tensor& in_;
    Rectifier relu_;
    Halving pooling_;
    Tensor lit_;

public:
    Tensor out;
    Tensor gradient;  // of what it makes

private:
    Tensor lit_gradient_;

public:
    Tensor to_input;
};

class Network {
public:
    // How sure it is of each kind, for each picture.
    std::vector<float> recognise(const Batch& some) {
        images_.put(some.images);
        first_.forward();
        first_reduced_.forward();
        second_.forward();
        second_reduced_.forward();
        last_.forward();
        check(cudnnSoftmaxForward(handle_.its, 1, 0, &one, last_.out.its, last_.out.data(), &zero, sure_.its,
                                  sure_.data()),
              "cudnnSoftmaxForward");
        return sure_.get();
    }
    // Gives the loss before this step.
    float learn(const Batch& some, float rate) {
        const std::vector<float> sure = recognise(some);
        float loss = 0;
        for (std::size_t i = 0; i < sure.size(); ++i)
            if (some.truth[i] == 1) loss -= std::log(std::max(sure[i], 1e-30F)) / batch;
        truth_.put(some.truth);
        const float part = 1.0F / batch, minus = -part;
        check(cudnnOpTensor(handle_.its, sum_.its, &part, sure_.its, sure_.data(), &minus, truth_.its, truth_.data(),
                            &zero, scores_.its, scores_.data()),
              "cudnnOpTensor");
        last_.backward(scores_, &second_reduced_.gradient);
        second_reduced_.backward();
        second_.backward(second_reduced_.to_input, &first_reduced_.gradient);
        first_reduced_.backward();
        first_.backward(first_reduced_.to_input, nullptr);
        for (Convolution* layer : {&first_, &second_, &last_})
            layer->learn(rate);
        return loss;
    }

private:
    Handle handle_;
    Addition sum_;
    Tensor images_{{batch, 1, size, size}};
    Convolution first_{handle_.its, images_, {6, 1, 3, 3}, 1};
    Reduced first_reduced_{handle_.its, first_.out};
    Convolution second_{handle_.its, first_reduced_.out, {8, 6, 3, 3}, 1};
    Reduced second_reduced_{handle_.its, second_.out};
    Convolution last_{handle_.its, second_reduced_.out, {kinds, 8, size / 4, size / 4}, 0};
    Tensor sure_{last_.out.shape}, truth_{last_.out.shape}, scores_{last_.out.shape};
};

// A row of pictures, each in its frame.
void draw(Picture& picture, std::uint32_t row, const Batch& some, const std::vector<float>& sure) {
    constexpr std::uint32_t enlarged = 3, frame = 3, cell = size * enlarged + 4 * frame;
    for (std::uint32_t i = 0; i < batch / 2; ++i) {
        const float right = sure[std::size_t{i} * kinds + static_cast<std::size_t>(some.kind[i])];
        for (std::uint32_t y = 0; y < cell - frame; ++y)
            for (std::uint32_t x = 0; x < cell - frame; ++x) {
                const std::uint32_t left = frame + enlarged * size;
                const bool is_image = x >= frame && y >= frame && x < left && y < left;
                const std::size_t pixel = (y - frame) / enlarged * size + (x - frame) / enlarged;
                const float light = is_image ? some.images[std::size_t{i} * pixels + pixel] : right;
                const bool is_outside = x >= left + frame || y >= left + frame;
                picture.at(i * cell + x + frame, row * cell + y + frame) = colour(is_outside ? 0 : light);
            }
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: shapes PICTURE.png\n", stderr);
        return 2;
    }
    Network network;
    float first = 0, loss = 0;
    for (int step = 0; step < steps; ++step) {
        const float part = 1 - static_cast<float>(step) / steps;
        loss = network.learn(make_batch(), first_rate * part);
        if (step == 0) first = loss;
    }
    // Further digits depend on how the library rounds, here and on a card.
    std::printf("%d steps of %d pictures: the loss falls from %.2f", steps, batch, first);
    expect(loss < 0.4F, "the loss falls");
    std::printf(" to less than 0.4\n");

    constexpr std::uint32_t cell = size * 3 + 12;
    Picture picture{batch / 2 * cell + 3, batches_of_test * cell + 3};
    std::fill(picture.pixels.begin(), picture.pixels.end(), colour(0));
    int right = 0;
    for (std::uint32_t row = 0; row < batches_of_test; ++row) {
        const Batch some = make_batch();
        const std::vector<float> sure = network.recognise(some);
        for (std::size_t i = 0; i < batch; ++i) {
            const auto* of_this = sure.data() + i * std::size_t{kinds};
            right += std::max_element(of_this, of_this + kinds) - of_this == some.kind[i] ? 1 : 0;
        }
        draw(picture, row, some, sure);
    }
    constexpr int all = batches_of_test * batch;
    expect(right * 10 >= all * 9, "nine in ten are recognised");
    std::printf("at least %d of %d pictures that it has never seen are recognised\n", right / 10 * 10, all);
    picture.write(arguments[1]);
}
