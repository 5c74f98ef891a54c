// cuDNN's adapter in front of the software GPU's library: calls in memory that ends where their tensors do, and
// refusals one byte short of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "adapters/libraries.h"
#include "channel/cudnn_wire.h"
#include "channel/library_functions.h"
#include "libraries/cudnn_numbers.h"
#include "library_caller.h"

namespace ringfence::adapters::cudnn_soft_tests {

namespace wire = channel::cudnn;
using channel::LibraryFrame;
using cudnn::Number;
using cudnn::Setter;

constexpr std::uint64_t session = 0x61;
constexpr std::uint64_t handle = 0x62;
constexpr std::array<int, 4> types = {0, 1, 2, 9};  // float, double, half, bfloat16

using Integers = std::vector<std::int32_t>;

inline std::vector<std::byte> step(Setter setter, const std::function<void(LibraryFrame&)>& fill) {
    LibraryFrame frame;
    fill(frame);
    const auto arguments = frame.bytes();
    std::vector<std::byte> steps;
    append(steps, wire::Step{static_cast<std::uint32_t>(setter), arguments});
    return steps;
}

// A descriptor, and what it reaches over.
struct Tensor {
    std::vector<std::byte> steps;
    std::uint64_t bytes = 0;
};

inline Tensor tensor_of(int type, const Integers& sizes, const Integers& strides) {
    Tensor made;
    made.steps = step(Setter::cudnnSetTensorNdDescriptor, [&](LibraryFrame& frame) {
        frame.add(type);
        frame.add(static_cast<int>(sizes.size()));
        frame.add_copy(sizes.data(), sizes.size() * 4);
        frame.add_copy(strides.data(), strides.size() * 4);
    });
    std::int64_t last = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        last += std::int64_t{sizes[i] - 1} * strides[i];
    made.bytes = static_cast<std::uint64_t>(last + 1) * wire::data_bytes(type);
    return made;
}

// One argument: a word, a copy, or memory that belongs to a tensor.
struct Argument {
    enum class Kind { Word, Copy, Memory } kind;
    std::uint64_t word = 0;
    std::vector<std::byte> copy;
};

struct CudnnOnTheProcessor : testing::Test {
    void SetUp() override {
        auto found = libraries.find(channel::Library::Cudnn);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        caller.alone = true;
        ASSERT_TRUE(send(static_cast<std::uint32_t>(wire::Function::Begin), session).ok());
        ASSERT_TRUE(send(static_cast<std::uint32_t>(wire::Function::Create), handle).ok());
    }
    Result<Answer> send(std::uint32_t function, std::uint64_t object) {
        LibraryFrame frame;
        frame.add(object);
        return adapter->call(caller, function, frame.bytes());
    }
    int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

    static Argument word(std::uint64_t value) { return {Argument::Kind::Word, value, {}}; }
    static Argument copy(std::vector<std::byte> bytes) { return {Argument::Kind::Copy, 0, std::move(bytes)}; }
    static Argument memory(const Tensor& tensor) { return {Argument::Kind::Memory, tensor.bytes, {}}; }
    static Argument scalar(int type, double value) {
        const auto narrow = static_cast<float>(value);
        std::vector<std::byte> bytes(type == 1 ? 8 : 4);
        std::memcpy(bytes.data(), type == 1 ? static_cast<const void*>(&value) : &narrow, bytes.size());
        return copy(std::move(bytes));
    }

    Integers random_sizes(std::size_t rank) {
        Integers sizes;
        for (std::size_t i = 0; i < rank; ++i)
            sizes.push_back(roll(1, 5));
        return sizes;
    }
    // Row after row, with gaps, in another order, or all in one place.
    Integers random_strides(const Integers& sizes) {
        Integers strides(sizes.size(), 1);
        for (std::size_t i = sizes.size(); i-- > 1;)
            strides[i - 1] = strides[i] * sizes[i] + roll(0, 2);
        if (roll(0, 3) == 0) std::shuffle(strides.begin(), strides.end(), random);
        if (roll(0, 5) == 0) strides[static_cast<std::size_t>(roll(0, static_cast<int>(sizes.size()) - 1))] = 0;
        return strides;
    }

    Result<Answer> call(Number number, const std::vector<Argument>& arguments,
                        const std::vector<std::unique_ptr<EdgeMemory>>& places) {
        LibraryFrame inner;
        std::size_t next = 0;
        for (const Argument& argument : arguments) {
            switch (argument.kind) {
                case Argument::Kind::Word: inner.add(argument.word); break;
                case Argument::Kind::Copy: inner.add_copy(argument.copy.data(), argument.copy.size()); break;
                case Argument::Kind::Memory: inner.add(places[next++]->address()); break;
            }
        }
        const auto list = inner.bytes();
        LibraryFrame frame;
        frame.add(handle);
        frame.add_copy(list.data(), list.size());
        return adapter->call(caller, channel::first_declared_function + static_cast<std::uint32_t>(number),
                             frame.bytes());
    }

    // Runs in exactly its memory, and in no less. Gives whether the library took it.
    bool check(Number number, const std::vector<Argument>& arguments) {
        std::vector<std::unique_ptr<EdgeMemory>> places;
        caller.memory = own_memory;
        for (const Argument& argument : arguments) {
            if (argument.kind != Argument::Kind::Memory) continue;
            places.push_back(std::make_unique<EdgeMemory>(argument.word));
            caller.memory[places.back()->address()] = argument.word;
        }
        const auto done = call(number, arguments, places);
        EXPECT_TRUE(done.ok()) << done.error().text();
        const bool is_taken = done.ok() && done.value().status == 0;
        for (const auto& place : places) {
            std::uint64_t& bytes = caller.memory[place->address()];
            bytes -= 1;
            EXPECT_FALSE(call(number, arguments, places).ok());
            bytes += 1;
        }
        return is_taken;
    }

    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
    std::map<backend::Address, std::uint64_t> own_memory;  // besides that of the arguments
    std::mt19937 random{62};
};

}  // namespace ringfence::adapters::cudnn_soft_tests
