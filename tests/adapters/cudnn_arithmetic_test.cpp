// The same of operations of tensors, reductions, response normalization and dropout.
#include <bit>

#include "cudnn_on_processor.h"

namespace ringfence::adapters::cudnn_soft_tests {
namespace {

struct CudnnArithmetic : CudnnOnTheProcessor {
    std::uint64_t any(int low, int high) { return static_cast<std::uint64_t>(roll(low, high)); }
    Integers part_of(Integers sizes) {
        for (std::int32_t& size : sizes)
            if (roll(0, 1) == 0) size = 1;
        return sizes;
    }
    Tensor random_tensor(int type, const Integers& sizes) { return tensor_of(type, sizes, random_strides(sizes)); }
    // A bit for each element.
    static std::uint64_t mask_of(const Integers& sizes) {
        std::uint64_t elements = 1;
        for (const std::int32_t size : sizes)
            elements *= static_cast<std::uint64_t>(size);
        return (elements + 7) / 8;
    }
    static Argument bytes(std::uint64_t count) { return {Argument::Kind::Memory, count, {}}; }
};

TEST_F(CudnnArithmetic, OperationsReachNoFurtherThanTheirTensors) {
    int taken = 0;
    for (int i = 0; i < 3000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const Integers sizes = random_sizes(static_cast<std::size_t>(roll(1, 5)));
        const Tensor a = random_tensor(type, sizes);
        const Tensor b = random_tensor(type, part_of(sizes));
        const Tensor c = random_tensor(type, sizes);
        const auto operation = step(Setter::cudnnSetOpTensorDescriptor, [&](LibraryFrame& frame) {
            frame.add(roll(0, 5));
            frame.add(0);
            frame.add(roll(0, 1));
        });
        const Argument alpha = scalar(type, 2);
        taken += check(Number::cudnnOpTensor, {copy(operation), alpha, copy(a.steps), memory(a), alpha, copy(b.steps),
                                               memory(b), scalar(type, roll(0, 1)), copy(c.steps), memory(c)})
                     ? 1
                     : 0;
        if (HasFailure()) return;
    }
    EXPECT_EQ(taken, 3000);
}

TEST_F(CudnnArithmetic, ReductionsReachNoFurtherThanTheirTensorsAndIndices) {
    int taken = 0;
    for (int i = 0; i < 3000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const Integers sizes = random_sizes(static_cast<std::size_t>(roll(1, 5)));
        const Integers left = part_of(sizes);
        const Tensor a = random_tensor(type, sizes);
        const Tensor c = random_tensor(type, left);
        const auto reduction = step(Setter::cudnnSetReduceTensorDescriptor, [&](LibraryFrame& frame) {
            frame.add(roll(0, 8));
            frame.add(0);
            frame.add(roll(0, 1));
            frame.add(roll(0, 1));
            frame.add(0);
        });
        std::uint64_t index_bytes = 4;
        for (const std::int32_t size : left)
            index_bytes *= static_cast<std::uint64_t>(size);
        if (roll(0, 9) == 0) index_bytes -= 1;  // the library refuses that where it gives indices
        taken += check(Number::cudnnReduceTensor,
                       {copy(reduction), bytes(index_bytes), word(index_bytes), word(0), word(0), scalar(type, 2),
                        copy(a.steps), memory(a), scalar(type, roll(0, 1)), copy(c.steps), memory(c)})
                     ? 1
                     : 0;
        if (HasFailure()) return;
    }
    EXPECT_GT(taken, 2900);
    EXPECT_LT(taken, 3000);
}

TEST_F(CudnnArithmetic, ResponseNormalizationAndValuesReachNoFurtherThanTheirTensors) {
    int taken = 0;
    for (int i = 0; i < 2000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const Integers sizes = random_sizes(static_cast<std::size_t>(roll(3, 5)));
        const Tensor x = random_tensor(type, sizes);
        const Tensor y = random_tensor(type, sizes);
        const Tensor z = random_tensor(type, sizes);
        const auto lrn = step(Setter::cudnnSetLRNDescriptor, [&](LibraryFrame& frame) {
            frame.add(roll(1, 16));
            frame.add(1e-4);
            frame.add(0.75);
            frame.add(2.0);
        });
        const Argument alpha = scalar(type, 2);
        const Argument beta = scalar(type, roll(0, 1));
        bool is_taken = false;
        switch (roll(0, 2)) {
            case 0:
                is_taken = check(Number::cudnnLRNCrossChannelForward,
                                 {copy(lrn), word(0), alpha, copy(x.steps), memory(x), beta, copy(y.steps), memory(y)});
                break;
            case 1:
                is_taken = check(Number::cudnnLRNCrossChannelBackward,
                                 {copy(lrn), word(0), alpha, copy(x.steps), memory(x), copy(y.steps), memory(y),
                                  copy(x.steps), memory(x), beta, copy(z.steps), memory(z)});
                break;
            default: {
                const std::vector<std::byte> value(wire::data_bytes(type));
                is_taken = check(Number::cudnnSetTensor, {copy(y.steps), memory(y), copy(value)});
            }
        }
        taken += is_taken ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_EQ(taken, 2000);
}

// With ReLU or a sum and ReLU behind it, whose mask lies in the reserve space.
TEST_F(CudnnArithmetic, FusedNormalizationReachesNoFurtherThanItsTensorsAndMask) {
    for (int i = 0; i < 1000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const Integers sizes = random_sizes(static_cast<std::size_t>(roll(3, 5)));
        const Tensor x = random_tensor(type, sizes);
        const Tensor y = random_tensor(type, sizes);
        const Tensor z = random_tensor(type, sizes);
        Integers channels(sizes.size(), 1);
        channels[1] = sizes[1];
        const Tensor own = random_tensor(0, channels);
        const std::uint64_t mask = mask_of(sizes);
        const std::uint64_t operations = any(1, 2);
        const auto relu = step(Setter::cudnnSetActivationDescriptor, [&](LibraryFrame& frame) {
            frame.add(1);
            frame.add(0);
            frame.add(0.0);
        });
        const Argument alpha = scalar(type, 2);
        const Argument beta = scalar(type, roll(0, 1));
        EXPECT_TRUE(check(Number::cudnnBatchNormalizationForwardTrainingEx, {word(1),
                                                                             word(operations),
                                                                             alpha,
                                                                             beta,
                                                                             copy(x.steps),
                                                                             memory(x),
                                                                             copy(z.steps),
                                                                             memory(z),
                                                                             copy(y.steps),
                                                                             memory(y),
                                                                             copy(own.steps),
                                                                             memory(own),
                                                                             memory(own),
                                                                             word(std::bit_cast<std::uint64_t>(1.0)),
                                                                             memory(own),
                                                                             memory(own),
                                                                             word(std::bit_cast<std::uint64_t>(1e-3)),
                                                                             memory(own),
                                                                             memory(own),
                                                                             copy(relu),
                                                                             word(0),
                                                                             word(0),
                                                                             bytes(mask),
                                                                             word(mask)}));
        if (HasFailure()) return;
    }
}

struct CudnnDropout : CudnnArithmetic {
    std::vector<std::byte> dropout(Setter setter, std::uint64_t states, std::uint64_t size) {
        return step(setter, [&](LibraryFrame& frame) {
            frame.add(0.5);
            frame.add(states);
            frame.add(size);
            frame.add(7);
        });
    }
};

TEST_F(CudnnDropout, ReachesNoFurtherThanItsTensorsMaskAndStates) {
    constexpr std::uint64_t state_bytes = 16;
    for (int i = 0; i < 1000; ++i) {
        const int type = types[static_cast<std::size_t>(roll(0, 3))];
        const Integers sizes = random_sizes(static_cast<std::size_t>(roll(1, 5)));
        const Tensor x = random_tensor(type, sizes);
        const Tensor y = random_tensor(type, sizes);
        const std::uint64_t mask = mask_of(sizes);
        // Its place is named by the descriptor: check() knows nothing of it.
        const EdgeMemory states(state_bytes);
        own_memory = {{states.address(), state_bytes}};
        const auto restored = dropout(Setter::cudnnRestoreDropoutDescriptor, states.address(), state_bytes);
        const Number number = roll(0, 1) == 0 ? Number::cudnnDropoutForward : Number::cudnnDropoutBackward;
        const std::vector<Argument> arguments = {copy(restored), copy(x.steps), memory(x), copy(y.steps),
                                                 memory(y),      bytes(mask),   word(mask)};
        EXPECT_TRUE(check(number, arguments));
        if (HasFailure()) return;
    }
}

TEST_F(CudnnDropout, StatesThatAreNotTheSessionsAreRefused) {
    const Tensor x = tensor_of(0, {4}, {1});
    const EdgeMemory states(15), data(16), mask(1);
    caller.memory = {{states.address(), 15}, {data.address(), 16}, {mask.address(), 1}};
    const auto run = [&](const std::vector<std::byte>& descriptor) {
        LibraryFrame inner;
        inner.add_copy(descriptor.data(), descriptor.size());
        for (int i = 0; i < 2; ++i) {
            inner.add_copy(x.steps.data(), x.steps.size());
            inner.add(data.address());
        }
        inner.add(mask.address());
        inner.add(1);
        const auto list = inner.bytes();
        LibraryFrame frame;
        frame.add(handle);
        frame.add_copy(list.data(), list.size());
        constexpr auto number = static_cast<std::uint32_t>(Number::cudnnDropoutForward);
        return adapter->call(caller, channel::first_declared_function + number, frame.bytes());
    };
    EXPECT_FALSE(run(dropout(Setter::cudnnRestoreDropoutDescriptor, states.address(), 16)).ok());
    // The library needs more than the session has.
    EXPECT_FALSE(run(dropout(Setter::cudnnRestoreDropoutDescriptor, states.address(), 15)).ok());
    const auto without = run(dropout(Setter::cudnnRestoreDropoutDescriptor, 0, 0));
    ASSERT_TRUE(without.ok());
    EXPECT_NE(without.value().status, 0);
}

// New states are work on a stream, which no call has made ready when its descriptors are made.
TEST_F(CudnnDropout, ACallsDescriptorMakesNoStates) {
    const EdgeMemory states(64);
    caller.memory = {{states.address(), 64}};
    const Tensor x = tensor_of(0, {4}, {1});
    const auto fresh = dropout(Setter::cudnnSetDropoutDescriptor, states.address(), 64);
    LibraryFrame inner;
    inner.add_copy(fresh.data(), fresh.size());
    for (int i = 0; i < 2; ++i) {
        inner.add_copy(x.steps.data(), x.steps.size());
        inner.add(states.address());
    }
    inner.add(states.address());
    inner.add(8);
    const auto list = inner.bytes();
    LibraryFrame frame;
    frame.add(handle);
    frame.add_copy(list.data(), list.size());
    constexpr auto number = static_cast<std::uint32_t>(Number::cudnnDropoutForward);
    const auto done = adapter->call(caller, channel::first_declared_function + number, frame.bytes());
    ASSERT_FALSE(done.ok());
    EXPECT_NE(done.error().text().find("makes no states"), std::string::npos) << done.error().text();
}

}  // namespace
}  // namespace ringfence::adapters::cudnn_soft_tests
