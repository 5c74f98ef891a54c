// Random layers and convolutions of the software GPU's cuDNN in exactly their memory, and in no less.
#include "cudnn_on_processor.h"

namespace ringfence::adapters::cudnn_soft_tests {
namespace {

TEST_F(CudnnOnTheProcessor, LayersReachNoFurtherThanTheirTensors) {
    int taken = 0;
    for (int i = 0; i < 5000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const Integers sizes = random_sizes(static_cast<std::size_t>(roll(2, 5)));
        const Tensor x = tensor_of(type, sizes, random_strides(sizes));
        const Tensor y = tensor_of(type, sizes, random_strides(sizes));
        const Argument alpha = scalar(type, 2);
        const Argument beta = scalar(type, roll(0, 1));
        bool is_taken = false;
        switch (roll(0, 3)) {
            case 0:
                is_taken = check(Number::cudnnTransformTensor,
                                 {alpha, copy(x.steps), memory(x), beta, copy(y.steps), memory(y)});
                break;
            case 1:
                is_taken =
                    check(Number::cudnnSoftmaxForward,
                          {word(static_cast<std::uint64_t>(roll(0, 2))), word(static_cast<std::uint64_t>(roll(0, 1))),
                           alpha, copy(x.steps), memory(x), beta, copy(y.steps), memory(y)});
                break;
            case 2: {
                Integers small = sizes;
                for (std::int32_t& size : small)
                    if (roll(0, 1) == 0) size = 1;
                const Tensor a = tensor_of(type, small, random_strides(small));
                is_taken =
                    check(Number::cudnnAddTensor, {alpha, copy(a.steps), memory(a), beta, copy(y.steps), memory(y)});
                break;
            }
            default: is_taken = check(Number::cudnnScaleTensor, {copy(y.steps), memory(y), alpha}); break;
        }
        taken += is_taken ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_GT(taken, 4000);
}

TEST_F(CudnnOnTheProcessor, ConvolutionsReachNoFurtherThanTheirTensors) {
    int taken = 0;
    for (int i = 0; i < 3000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const int groups = roll(1, 2);
        const Integers w_sizes = {groups * roll(1, 2), roll(1, 2), roll(1, 3), roll(1, 3)};
        const Integers x_sizes = {roll(1, 2), groups * w_sizes[1], roll(1, 6), roll(1, 6)};
        Integers y_sizes = {x_sizes[0], w_sizes[0], 1, 1};
        const Integers padding = {roll(0, 2), roll(0, 2)};
        const Integers stride = {roll(1, 2), roll(1, 2)};
        const Integers dilation = {roll(1, 2), roll(1, 2)};
        for (std::size_t d = 0; d < 2; ++d) {
            const int room = x_sizes[2 + d] + 2 * padding[d] - ((w_sizes[2 + d] - 1) * dilation[d] + 1);
            // Now and then a wrong size: the library refuses it, and nothing is touched either.
            y_sizes[2 + d] = room < 0 ? 1 : room / stride[d] + 1 + (roll(0, 20) == 0 ? 1 : 0);
        }
        const Tensor x = tensor_of(type, x_sizes, random_strides(x_sizes));
        const Tensor y = tensor_of(type, y_sizes, random_strides(y_sizes));
        Tensor w;
        w.steps = step(Setter::cudnnSetFilterNdDescriptor, [&](LibraryFrame& frame) {
            frame.add(type);
            frame.add(roll(0, 1));
            frame.add(4);
            frame.add_copy(w_sizes.data(), 16);
        });
        w.bytes = wire::data_bytes(type);
        for (const std::int32_t size : w_sizes)
            w.bytes *= static_cast<std::uint64_t>(size);
        std::vector<std::byte> convolution = step(Setter::cudnnSetConvolutionNdDescriptor, [&](LibraryFrame& frame) {
            frame.add(2);
            frame.add_copy(padding.data(), 8);
            frame.add_copy(stride.data(), 8);
            frame.add_copy(dilation.data(), 8);
            frame.add(roll(0, 1));
            frame.add(0);
        });
        const auto count = step(Setter::cudnnSetConvolutionGroupCount, [&](LibraryFrame& frame) { frame.add(groups); });
        convolution.insert(convolution.end(), count.begin(), count.end());
        const Argument alpha = scalar(type, 1);
        const Argument beta = scalar(type, roll(0, 1));
        const std::vector<Argument> middle = {copy(convolution), word(0), word(0), word(0), beta};
        std::vector<Argument> arguments = {alpha};
        const auto add = [&](const Tensor& tensor) {
            arguments.push_back(copy(tensor.steps));
            arguments.push_back(memory(tensor));
        };
        const std::array<Number, 3> numbers = {Number::cudnnConvolutionForward, Number::cudnnConvolutionBackwardData,
                                               Number::cudnnConvolutionBackwardFilter};
        const std::array<std::array<const Tensor*, 3>, 3> orders = {{{&x, &w, &y}, {&w, &y, &x}, {&x, &y, &w}}};
        const auto which = static_cast<std::size_t>(roll(0, 2));
        add(*orders[which][0]);
        add(*orders[which][1]);
        arguments.insert(arguments.end(), middle.begin(), middle.end());
        add(*orders[which][2]);
        taken += check(numbers[which], arguments) ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_GT(taken, 1500);
}

}  // namespace
}  // namespace ringfence::adapters::cudnn_soft_tests
