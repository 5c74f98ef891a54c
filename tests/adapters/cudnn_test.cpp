// cuDNN's adapter in front of a library that traps at nonsense.
#include "adapters/cudnn.h"

#include <cstring>
#include <optional>

#include <gtest/gtest.h>

#include "adapters/library_file.h"
#include "channel/cudnn_wire.h"
#include "channel/library_functions.h"
#include "libraries/cudnn_numbers.h"
#include "library_caller.h"

namespace ringfence::adapters::cudnn_tests {
namespace {

namespace wire = channel::cudnn;
using channel::LibraryFrame;
using wire::Function;

constexpr std::uint64_t session = 0x51;
constexpr std::uint64_t handle = 0x52;

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

struct CudnnAdapterTest : testing::Test {
    void SetUp() override {
        auto opened = LibraryFile::open(RINGFENCE_FAKE_CUDNN);
        ASSERT_TRUE(opened.ok()) << opened.error().text();
        file.emplace(opened.take());
        auto made = make_cudnn(*file);
        ASSERT_TRUE(made.ok()) << made.error().text();
        adapter = made.take();
        caller.alone = true;
        ASSERT_EQ(call(Function::Begin, [](LibraryFrame& frame) { frame.add(session); }), 0);
        ASSERT_EQ(call(Function::Create, [](LibraryFrame& frame) { frame.add(handle); }), 0);
    }
    void TearDown() override {
        caller.objects.clear();
        EXPECT_EQ(file->function<int()>("fake_alive")(), 0);
    }
    int calls(const char* name) { return file->function<int(const char*)>("fake_calls")(name); }

    // -1: refused.
    template <typename Fill>
    int call(Function function, Fill&& fill) {
        LibraryFrame frame;
        fill(frame);
        return send(static_cast<std::uint32_t>(function), frame.bytes());
    }
    int send(std::uint32_t function, const std::vector<std::byte>& bytes) {
        auto answer = adapter->call(caller, function, bytes);
        if (!answer.ok()) {
            why = answer.error().text();
            return -1;
        }
        given = answer.value().bytes;
        return answer.value().status;
    }
    int finalize(std::uint64_t number, int type, const std::vector<std::byte>& list) {
        return call(Function::Finalize, [&](LibraryFrame& frame) {
            frame.add(session);
            frame.add(number);
            frame.add(type);
            frame.add_copy(list.data(), list.size());
        });
    }
    int get(std::uint64_t number, int name, int type, std::int64_t count,
            const std::vector<wire::Target>& targets = {}) {
        return call(Function::GetAttribute, [&](LibraryFrame& frame) {
            frame.add(session);
            frame.add(number);
            frame.add(name);
            frame.add(type);
            frame.add(count);
            frame.add_copy(targets.data(), targets.size() * sizeof(wire::Target));
            frame.add(0);
        });
    }
    int drop(std::uint64_t number) {
        return call(Function::Drop, [&](LibraryFrame& frame) {
            frame.add(session);
            frame.add(number);
        });
    }
    int execute(std::uint64_t plan, const std::vector<std::byte>& pack, const std::vector<std::byte>& values = {}) {
        return call(Function::Execute, [&](LibraryFrame& frame) {
            frame.add(handle);
            frame.add(session);
            frame.add(plan);
            frame.add_copy(pack.data(), pack.size());
            frame.add_copy(values.data(), values.size());
        });
    }
    static std::vector<std::byte> pack_of(std::int64_t unique_id, std::uint64_t address) {
        std::vector<std::byte> list;
        const std::vector<std::int64_t> numbers{unique_id};
        const std::vector<std::uint64_t> pointers{address};
        append(list, wire::Attribute{wire::pack_unique_ids, wire::type_int64, 1, bytes_of(numbers)});
        append(list, wire::Attribute{wire::pack_data_pointers, wire::type_void_ptr, 1, bytes_of(pointers)});
        return list;
    }
    static std::vector<std::byte> naming(std::uint64_t number) {
        std::vector<std::byte> list;
        const std::vector<std::uint64_t> numbers{number};
        append(list, wire::Attribute{401, wire::type_descriptor, 1, bytes_of(numbers)});
        return list;
    }

    std::optional<LibraryFile> file;
    LibraryCaller caller;
    std::unique_ptr<Adapter> adapter;
    std::vector<std::byte> given;
    std::string why;
};

// The library may read a handle again when another object is made of the descriptor that names it.
TEST_F(CudnnAdapterTest, AHandleIsKeptForAsLongAsADescriptorKnowsIt) {
    const std::vector<std::uint64_t> handles{handle};
    std::vector<std::byte> list;
    append(list, wire::Attribute{800, wire::type_handle, 1, bytes_of(handles)});
    ASSERT_EQ(finalize(1, 15, list), 0) << why;
    ASSERT_EQ(call(Function::Destroy, [](LibraryFrame& frame) { frame.add(handle); }), 0);
    EXPECT_EQ(finalize(2, 2, naming(1)), 0) << why;
    EXPECT_EQ(drop(1), 0);
    EXPECT_EQ(drop(2), 0);
}

TEST_F(CudnnAdapterTest, EveryTypeOfAttributeComesBackAsItWasSent) {
    for (int type = 0; type < 31; ++type) {
        if (type == wire::type_handle || type == wire::type_void_ptr || type == wire::type_descriptor) continue;
        const std::vector<std::byte> elements(wire::attribute_bytes(type) * 3, std::byte{0x5a});
        std::vector<std::byte> list;
        append(list, wire::Attribute{100, type, 3, elements});
        const auto number = static_cast<std::uint64_t>(type);
        ASSERT_EQ(finalize(number, 3, list), 0) << why;
        ASSERT_EQ(get(number, 100, type, 3), 0) << type;
        ASSERT_EQ(given.size(), 8 + elements.size());
        EXPECT_EQ(std::memcmp(given.data() + 8, elements.data(), elements.size()), 0);
    }
}

TEST_F(CudnnAdapterTest, WhatIsNamedStaysUntilNothingNamesIt) {
    ASSERT_EQ(finalize(1, 17, {}), 0);
    ASSERT_EQ(finalize(2, 15, naming(1)), 0);
    ASSERT_EQ(drop(1), 0);
    ASSERT_EQ(finalize(3, 3, naming(2)), 0);
    ASSERT_EQ(drop(2), 0);
    ASSERT_EQ(get(3, 401, wire::type_descriptor, 1, {{9, 15}}), 0) << why;  // a copy of 2, which names 1
    ASSERT_EQ(drop(3), 0);
    ASSERT_EQ(get(9, 401, wire::type_descriptor, 1, {{10, 17}}), 0) << why;
}

TEST_F(CudnnAdapterTest, StatusesOfTheLibraryComeBackWithItsWords) {
    std::vector<std::byte> list;
    const std::vector<std::int64_t> one{1};
    append(list, wire::Attribute{667, wire::type_int64, 1, bytes_of(one)});
    EXPECT_EQ(finalize(1, 3, list), 3000);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(given.data()), given.size()), "a fake's error");
    EXPECT_EQ(get(1, 100, wire::type_int64, 1), 2004);
    EXPECT_EQ(finalize(1, 3, {}), 0);
}

TEST_F(CudnnAdapterTest, PlansRunOnMemoryOfTheSessionAndOnCopiesOfHostValues) {
    std::vector<std::byte> by_value;
    const std::vector<std::int64_t> number{7};
    const std::vector<std::int32_t> type{0};
    const std::vector<std::byte> yes{std::byte{1}};
    append(by_value, wire::Attribute{906, wire::type_int64, 1, bytes_of(number)});
    append(by_value, wire::Attribute{901, 1, 1, bytes_of(type)});
    append(by_value, wire::Attribute{908, 2, 1, yes});
    ASSERT_EQ(finalize(1, wire::tensor, by_value), 0);
    ASSERT_EQ(finalize(2, wire::execution_plan, naming(1)), 0);
    EXPECT_EQ(execute(2, pack_of(7, 0x1234)), -1);  // an address where a value must be
    const float value = 2.5F;
    std::vector<std::byte> values;
    append(values, wire::HostValue{7, std::as_bytes(std::span(&value, 1))});
    ASSERT_EQ(execute(2, pack_of(7, 0x1234), values), 0) << why;
    EXPECT_EQ(file->function<float()>("fake_last_value")(), value);
    EXPECT_EQ(execute(2, pack_of(8, 0x1234), values), -1);
    EXPECT_NE(why.find("not the session's"), std::string::npos) << why;
    const std::vector<float> own(4);
    const auto address = reinterpret_cast<std::uint64_t>(own.data());
    caller.memory[address] = 16;
    EXPECT_EQ(execute(2, pack_of(8, address)), 0) << why;
    EXPECT_EQ(execute(1, pack_of(8, address)), -1);  // a tensor is no plan
}

// A library on the processor has nothing but this between it and the worker's memory.
TEST_F(CudnnAdapterTest, TensorsOfGraphsLieWhollyInMemoryOfTheSession) {
    std::vector<std::byte> tensor;
    const std::vector<std::int64_t> number{7};
    const std::vector<std::int32_t> type{0};
    const std::vector<std::int64_t> sizes{2, 3};
    const std::vector<std::int64_t> strides{4, 1};
    append(tensor, wire::Attribute{906, wire::type_int64, 1, bytes_of(number)});
    append(tensor, wire::Attribute{901, 1, 1, bytes_of(type)});
    append(tensor, wire::Attribute{902, wire::type_int64, 2, bytes_of(sizes)});
    append(tensor, wire::Attribute{903, wire::type_int64, 2, bytes_of(strides)});
    ASSERT_EQ(finalize(1, wire::tensor, tensor), 0) << why;
    ASSERT_EQ(finalize(2, wire::execution_plan, naming(1)), 0) << why;
    const std::vector<float> own(7);
    const auto address = reinterpret_cast<std::uint64_t>(own.data());
    caller.memory[address] = 28;
    EXPECT_EQ(execute(2, pack_of(7, address)), 0) << why;
    caller.memory[address] = 27;
    EXPECT_EQ(execute(2, pack_of(7, address)), -1);
    EXPECT_NE(why.find("tensor 7"), std::string::npos) << why;

    // One number for a tensor on the device and for a value: which of them the library would take is not known.
    std::vector<std::byte> by_value = tensor;
    const std::vector<std::byte> yes{std::byte{1}};
    append(by_value, wire::Attribute{908, 2, 1, yes});
    ASSERT_EQ(finalize(3, wire::tensor, by_value), 0) << why;
    std::vector<std::byte> both = naming(1);
    const std::vector<std::uint64_t> other{3};
    append(both, wire::Attribute{402, wire::type_descriptor, 1, bytes_of(other)});
    ASSERT_EQ(finalize(4, wire::execution_plan, both), 0) << why;
    std::vector<std::byte> values;
    const std::vector<float> contents(6);
    append(values, wire::HostValue{7, bytes_of(contents)});
    EXPECT_EQ(execute(4, pack_of(7, address), values), -1);
    EXPECT_NE(why.find("two tensors"), std::string::npos) << why;
}

TEST_F(CudnnAdapterTest, FunctionsThatTheLibraryLacksAreNamed) {
    LibraryFrame inner;
    const auto list = inner.bytes();
    LibraryFrame frame;
    frame.add(handle);
    frame.add_copy(list.data(), list.size());
    const auto number = static_cast<std::uint32_t>(cudnn::Number::cudnnDropoutGetStatesSize);
    EXPECT_EQ(send(channel::first_declared_function + number, frame.bytes()), -1);
    EXPECT_NE(why.find("cudnnDropoutGetStatesSize"), std::string::npos) << why;
    EXPECT_NE(why.find("has no such function"), std::string::npos) << why;
}

TEST_F(CudnnAdapterTest, NonsenseIsRefused) {
    ASSERT_EQ(finalize(1, 17, {}), 0);
    EXPECT_EQ(finalize(1, 17, {}), -1);          // again
    EXPECT_EQ(finalize(2, 15, naming(99)), -1);  // nothing there
    EXPECT_EQ(finalize(2, wire::variant_pack, {}), 2000);
    EXPECT_EQ(finalize(2, -1, {}), 2000);
    EXPECT_EQ(get(1, 100, wire::type_int64, std::int64_t{1} << 40), -1);
    EXPECT_EQ(get(1, 100, 31, 1), 3000);
    EXPECT_EQ(get(1, 100, wire::type_handle, 1), 3000);
    EXPECT_EQ(get(1, 100, wire::type_descriptor, 2, {{5, 3}}), -1);
    EXPECT_EQ(get(1, 100, wire::type_descriptor, 2, {{5, 3}, {5, 3}}), -1);
    std::vector<std::byte> list = naming(1);
    const std::int64_t wild = std::int64_t{1} << 40;
    std::memcpy(list.data() + 8, &wild, sizeof wild);
    EXPECT_EQ(finalize(2, 15, list), -1);
    list = naming(session);
    const std::int32_t handles = wire::type_handle;
    std::memcpy(list.data() + 4, &handles, sizeof handles);
    EXPECT_EQ(finalize(2, 15, list), -1);  // the session is no handle
    for (std::uint64_t i = 2; i < 200; ++i) {
        const int status = finalize(i, 15, naming(i - 1));
        EXPECT_EQ(status, i < 66 ? 0 : -1) << i;
    }
    for (std::uint32_t function = 0; function < 200; ++function)
        EXPECT_NE(send(function, {}), 0);
}

TEST_F(CudnnAdapterTest, DescriptorsThatCallsFillAreMadeOnce) {
    const std::vector<std::int32_t> sizes{2, 3, 4, 5};
    const std::vector<float> own(120);
    const auto address = reinterpret_cast<std::uint64_t>(own.data());
    caller.memory[address] = 480;
    const auto softmax = [&](std::uint64_t from, std::size_t dimensions) {
        LibraryFrame setter;
        setter.add(0);
        setter.add(4);
        setter.add_copy(sizes.data(), dimensions * 4);
        setter.add_copy(sizes.data(), dimensions * 4);
        std::vector<std::byte> steps;
        const auto arguments = setter.bytes();
        append(steps, wire::Step{static_cast<std::uint32_t>(cudnn::Setter::cudnnSetTensorNdDescriptor), arguments});
        const float one = 1;
        LibraryFrame inner;
        inner.add(0);
        inner.add(0);
        inner.add_copy(&one, sizeof one);
        inner.add_copy(steps.data(), steps.size());
        inner.add(from);
        inner.add_copy(&one, sizeof one);
        inner.add_copy(steps.data(), steps.size());
        inner.add(address);
        const auto list = inner.bytes();
        LibraryFrame frame;
        frame.add(handle);
        frame.add_copy(list.data(), list.size());
        return send(channel::first_declared_function + static_cast<std::uint32_t>(cudnn::Number::cudnnSoftmaxForward),
                    frame.bytes());
    };
    const int before = calls("tensor");
    ASSERT_EQ(softmax(address, 4), 0) << why;
    ASSERT_EQ(softmax(address, 4), 0) << why;
    EXPECT_EQ(calls("tensor"), before + 1);
    EXPECT_EQ(softmax(address + 1, 4), -1);
    EXPECT_EQ(why.find("argument x") == std::string::npos, false) << why;
    EXPECT_EQ(softmax(address, 3), -1);
    caller.memory[address] = 163;  // the last element ends at 164
    EXPECT_EQ(softmax(address, 4), -1);
    caller.memory[address] = 164;
    EXPECT_EQ(softmax(address, 4), 0) << why;
    caller.alone = false;
    EXPECT_EQ(softmax(address, 4), -1);
    EXPECT_NE(why.find("--isolation private"), std::string::npos) << why;
}

// The library reads as many lengths as the tensor has sequences in the end.
TEST_F(CudnnAdapterTest, ListsAreAsLongAsTheLastShapeOfATensorSays) {
    const auto loss = [&](const std::vector<std::int32_t>& batches, std::int32_t lengths) {
        std::vector<std::byte> tensor;
        for (const std::int32_t batch : batches) {
            const std::vector<std::int32_t> sizes{3, batch, 4};
            LibraryFrame setter;
            setter.add(0);
            setter.add(3);
            setter.add_copy(sizes.data(), 12);
            setter.add_copy(sizes.data(), 12);
            const auto arguments = setter.bytes();
            append(tensor,
                   wire::Step{static_cast<std::uint32_t>(cudnn::Setter::cudnnSetTensorNdDescriptor), arguments});
        }
        const std::vector<std::int32_t> ones(static_cast<std::size_t>(lengths), 1);
        LibraryFrame inner;
        inner.add_copy(tensor.data(), tensor.size());
        inner.add(0);
        for (int list = 0; list < 3; ++list)
            inner.add_copy(ones.data(), ones.size() * 4);
        for (int i = 0; i < 4; ++i)
            inner.add(0);
        inner.add_copy(nullptr, 0);
        inner.add(0);
        inner.add(0);
        const auto list = inner.bytes();
        LibraryFrame frame;
        frame.add(handle);
        frame.add_copy(list.data(), list.size());
        return send(channel::first_declared_function + static_cast<std::uint32_t>(cudnn::Number::cudnnCTCLoss),
                    frame.bytes());
    };
    EXPECT_EQ(loss({5}, 5), 0) << why;
    EXPECT_EQ(loss({5}, 4), -1);
    EXPECT_EQ(loss({2, 5}, 5), 0) << why;
    EXPECT_EQ(loss({2, 5}, 2), -1);
    EXPECT_NE(why.find("has 2 integers, not 5"), std::string::npos) << why;
}

}  // namespace
}  // namespace ringfence::adapters::cudnn_tests
