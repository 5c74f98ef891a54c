// Graphs of cuDNN by somebody who wants the library to touch memory that the adapter has not checked.
#include <malloc.h>

#include <algorithm>

#include "cudnn_on_processor.h"

namespace ringfence::adapters::cudnn_soft_tests {
namespace {

constexpr int pointwise = 0;
constexpr int engine_config = 3;
constexpr int heuristic = 4;
constexpr int operation_pointwise = 13;
constexpr int graph = 15;
constexpr int a_type = 1;  // of attributes: four bytes

using List = std::vector<std::byte>;

template <typename T>
void add(List& list, int name, int type, const std::vector<T>& elements) {
    append(list,
           wire::Attribute{name, type, static_cast<std::int64_t>(elements.size()), std::as_bytes(std::span(elements))});
}
void add_descriptor(List& list, int name, std::uint64_t descriptor) {
    add(list, name, wire::type_descriptor, std::vector<std::uint64_t>{descriptor});
}
List pack_of(std::int64_t x, std::int64_t y, std::uint64_t x_at, std::uint64_t y_at, int type = wire::type_void_ptr) {
    List list;
    add(list, wire::pack_unique_ids, wire::type_int64, std::vector<std::int64_t>{x, y});
    add(list, wire::pack_data_pointers, type, std::vector<std::uint64_t>{x_at, y_at});
    return list;
}

struct CudnnGraphAttack : CudnnOnTheProcessor {
    Result<Answer> ask(wire::Function function, const std::function<void(LibraryFrame&)>& fill) {
        LibraryFrame frame;
        fill(frame);
        return adapter->call(caller, static_cast<std::uint32_t>(function), frame.bytes());
    }
    static bool is_taken(const Result<Answer>& answer) { return answer.ok() && answer.value().status == 0; }

    bool finalize(std::uint64_t number, int type, const List& list) {
        return is_taken(ask(wire::Function::Finalize, [&](LibraryFrame& frame) {
            frame.add(session);
            frame.add(number);
            frame.add(type);
            frame.add_copy(list.data(), list.size());
        }));
    }
    // The configuration that a heuristic gives, as this descriptor.
    bool fill(std::uint64_t from, std::uint64_t config) {
        return is_taken(ask(wire::Function::GetAttribute, [&](LibraryFrame& frame) {
            constexpr int results = 202;
            const wire::Target target{config, engine_config};
            frame.add(session);
            frame.add(from);
            frame.add(results);
            frame.add(wire::type_descriptor);
            frame.add(std::int64_t{1});
            frame.add_copy(&target, sizeof target);
            frame.add(0);
        }));
    }
    bool execute(std::uint64_t plan, const List& pack, const List& values = {}) {
        return is_taken(ask(wire::Function::Execute, [&](LibraryFrame& frame) {
            frame.add(handle);
            frame.add(session);
            frame.add(plan);
            frame.add_copy(pack.data(), pack.size());
            frame.add_copy(values.data(), values.size());
        }));
    }

    // Of floats. All strides are multiples of `stride`.
    bool make_tensor(std::uint64_t number, std::int64_t unique_id, const std::vector<std::int64_t>& sizes) {
        std::vector<std::int64_t> strides(sizes.size(), stride);
        for (std::size_t i = sizes.size(); i-- > 1;)
            strides[i - 1] = strides[i] * sizes[i];
        List list;
        add(list, 901, a_type, std::vector<std::int32_t>{0});
        add(list, 902, wire::type_int64, sizes);
        add(list, 903, wire::type_int64, strides);
        add(list, 906, wire::type_int64, std::vector<std::int64_t>{unique_id});
        if (std::exchange(is_by_value, false)) add(list, 908, 2, std::vector<std::uint8_t>{1});
        return finalize(number, wire::tensor, list);
    }
    // y = x, in so many floats: the descriptors from `first` on, of which the last is the heuristic, which names
    // `besides` too.
    std::uint64_t make_copy(std::uint64_t first, std::int64_t x, std::int64_t y, std::int64_t elements,
                            std::uint64_t besides = 0) {
        EXPECT_TRUE(make_tensor(first, x, {elements}));
        EXPECT_TRUE(make_tensor(first + 1, y, {elements}));
        List mode;
        constexpr std::int32_t identity = 21;
        add(mode, 0, a_type, std::vector<std::int32_t>{identity});
        EXPECT_TRUE(finalize(first + 2, pointwise, mode));
        List operation;
        add_descriptor(operation, 750, first + 2);
        add_descriptor(operation, 751, first);
        add_descriptor(operation, 753, first + 1);
        EXPECT_TRUE(finalize(first + 3, operation_pointwise, operation));
        List operations;
        add_descriptor(operations, 801, first + 3);
        EXPECT_TRUE(finalize(first + 4, graph, operations));
        List asked;
        add_descriptor(asked, 201, first + 4);
        if (besides != 0) add_descriptor(asked, unknown_name, besides);
        EXPECT_TRUE(finalize(first + 5, heuristic, asked));
        return first + 5;
    }
    bool make_plan(std::uint64_t number, std::uint64_t config) {
        List list;
        add_descriptor(list, 401, config);
        return finalize(number, wire::execution_plan, list);
    }

    std::int64_t stride = 1;   // of tensors
    bool is_by_value = false;  // the next one

    static constexpr int unknown_name = 9999;
    static constexpr std::int64_t few = 4;
    static constexpr std::uint64_t few_bytes = 16;
};

bool is_all(std::span<const std::byte> bytes, std::byte value) {
    return std::all_of(bytes.begin(), bytes.end(), [value](std::byte byte) { return byte == value; });
}

TEST_F(CudnnGraphAttack, AddressesThatPassForNumbersAreRefused) {
    const EdgeMemory own(few_bytes);
    const EdgeMemory others(few_bytes);
    std::fill(others.bytes().begin(), others.bytes().end(), std::byte{0x5a});
    caller.memory[own.address()] = few_bytes;
    const std::uint64_t config = 20;
    const std::uint64_t plan = 21;
    ASSERT_TRUE(fill(make_copy(1, 7, 8, few), config));
    ASSERT_TRUE(make_plan(plan, config));
    for (const auto& [x, y] : {std::pair{own.address(), others.address()}, {others.address(), own.address()}}) {
        EXPECT_FALSE(execute(plan, pack_of(7, 8, x, y)));
        EXPECT_FALSE(execute(plan, pack_of(7, 8, x, y, wire::type_int64)));
        EXPECT_FALSE(execute(plan, pack_of(7, 8, x, y, 5)));  // as floating-point numbers
    }
    EXPECT_TRUE(is_all(others.bytes(), std::byte{0x5a}));
    EXPECT_TRUE(is_all(own.bytes(), std::byte{0}));
    EXPECT_TRUE(execute(plan, pack_of(7, 8, own.address(), own.address())));
}

// The library fills a descriptor with another program, and then the adapter finds that it must not.
TEST_F(CudnnGraphAttack, ADescriptorThatWasFilledInVainIsNotUsedWithOtherTensors) {
    constexpr std::int64_t many = 4096;
    const EdgeMemory own(few_bytes);
    caller.memory[own.address()] = few_bytes;
    constexpr std::uint64_t deepest = 63;
    constexpr std::uint64_t first_link = 100;
    ASSERT_TRUE(finalize(first_link, pointwise, {}));
    for (std::uint64_t link = first_link + 1; link <= first_link + deepest; ++link) {
        List list;
        add_descriptor(list, unknown_name, link - 1);
        ASSERT_TRUE(finalize(link, pointwise, list));
    }
    const std::uint64_t config = 20;
    const std::uint64_t plan = 21;
    ASSERT_TRUE(fill(make_copy(1, 7, 8, few), config));
    const std::uint64_t deep = make_copy(30, 17, 18, many, first_link + deepest);
    EXPECT_FALSE(fill(deep, config));
    // What is left of it may be of no use, but reaches no further than was checked.
    EXPECT_FALSE(make_plan(plan, config) && execute(plan, pack_of(17, 18, own.address(), own.address())));
}

// Each of them stands upon all of these tensors, and counts as a few KiB.
TEST_F(CudnnGraphAttack, DescriptorsDoNotEachKeepWhatAllStandUpon) {
    constexpr std::uint64_t tensors = 2000;
    constexpr std::uint64_t descriptors = 1000;
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 1; i <= tensors; ++i) {
        List by_value;
        add(by_value, 908, 2, std::vector<std::uint8_t>{1});
        add(by_value, 901, a_type, std::vector<std::int32_t>{0});
        add(by_value, 902, wire::type_int64, std::vector<std::int64_t>{1});
        add(by_value, 903, wire::type_int64, std::vector<std::int64_t>{1});
        add(by_value, 906, wire::type_int64, std::vector<std::int64_t>{static_cast<std::int64_t>(i)});
        ASSERT_TRUE(finalize(i, wire::tensor, by_value));
        numbers.push_back(i);
    }
    List all;
    add(all, unknown_name, wire::type_descriptor, numbers);
    ASSERT_TRUE(finalize(tensors + 1, pointwise, all));
    const std::size_t before = ::mallinfo2().uordblks;
    for (std::uint64_t i = 2; i < descriptors; ++i) {
        List list;
        add_descriptor(list, unknown_name, tensors + 1);
        ASSERT_TRUE(finalize(tensors + i, pointwise, list));
    }
    EXPECT_LT(::mallinfo2().uordblks - before, descriptors * 4096);
}

// With steps of 0 a tensor has millions of elements in the memory of one. The library computes with all of them.
TEST_F(CudnnGraphAttack, ElementsWithoutMemoryCount) {
    constexpr std::int64_t many = 1 << 20;
    const EdgeMemory own(sizeof(float));
    caller.memory[own.address()] = sizeof(float);
    const std::uint64_t config = 20;
    const std::uint64_t plan = 21;
    stride = 0;
    ASSERT_TRUE(fill(make_copy(1, 7, 8, many), config));
    ASSERT_TRUE(make_plan(plan, config));
    const Tensor x = tensor_of(0, {1 << 10, 1 << 10}, {0, 0});
    ASSERT_EQ(x.bytes, sizeof(float));
    const std::vector<Argument> arguments = {scalar(0, 1), copy(x.steps), memory(x),
                                             scalar(0, 0), copy(x.steps), memory(x)};
    std::vector<std::unique_ptr<EdgeMemory>> places;
    for (int i = 0; i < 2; ++i) {
        places.push_back(std::make_unique<EdgeMemory>(x.bytes));
        caller.memory[places.back()->address()] = x.bytes;
    }
    for (const std::uint64_t most : {std::uint64_t{many} * sizeof(double), std::uint64_t{many} * 10 * sizeof(double)}) {
        const bool is_enough = most > many * sizeof(double);
        caller.most_charged = most;
        EXPECT_EQ(execute(plan, pack_of(7, 8, own.address(), own.address())), is_enough) << most;
        EXPECT_EQ(is_taken(call(Number::cudnnTransformTensor, arguments, places)), is_enough) << most;
    }
}

// They are kept for each execution that waits for its turn, however many do.
TEST_F(CudnnGraphAttack, HostValuesOfEachExecutionCount) {
    constexpr std::int64_t elements = 1024;
    const EdgeMemory own(elements * sizeof(float));
    caller.memory[own.address()] = own.bytes().size();
    const std::uint64_t config = 20;
    const std::uint64_t plan = 21;
    is_by_value = true;
    const std::uint64_t asked = make_copy(1, 7, 8, elements);
    ASSERT_TRUE(fill(asked, config));
    ASSERT_TRUE(make_plan(plan, config));
    const std::vector<float> ones(elements, 1);
    List values;
    append(values, wire::HostValue{7, std::as_bytes(std::span(ones))});
    for (int i = 0; i < 2; ++i) {
        constexpr std::uint64_t at_work = 6 * elements * sizeof(double);
        const std::uint64_t before = caller.charged;
        ASSERT_TRUE(execute(plan, pack_of(7, 8, 0, own.address()), values));
        EXPECT_EQ(caller.charged - before, at_work + own.bytes().size() * sizeof(double));
    }
    EXPECT_TRUE(std::equal(own.bytes().begin(), own.bytes().end(), std::as_bytes(std::span(ones)).begin()));
}

// Factors that belong to many matrices of the result are not copied for each.
TEST_F(CudnnGraphAttack, ProductsTakeNoMoreMemoryThanTheirTensors) {
    constexpr int operation_matmul = 19;
    std::uint64_t next = 1;
    for (const auto& [results, depth] : {std::pair<std::size_t, std::size_t>{3, 5}, {257, 65536}}) {
        const EdgeMemory factor(depth * sizeof(float));
        const EdgeMemory product(results * sizeof(float));
        caller.memory[factor.address()] = factor.bytes().size();
        caller.memory[product.address()] = product.bytes().size();
        const std::vector<float> halves(depth, 0.5F);
        std::memcpy(factor.bytes().data(), halves.data(), factor.bytes().size());
        const auto long_side = static_cast<std::int64_t>(depth);
        ASSERT_TRUE(make_tensor(next, 11, {1, 1, long_side}));
        ASSERT_TRUE(make_tensor(next + 1, 12, {1, long_side, 1}));
        ASSERT_TRUE(make_tensor(next + 2, 13, {static_cast<std::int64_t>(results), 1, 1}));
        List operation;
        for (int i = 0; i < 3; ++i)
            add_descriptor(operation, 1520 + i, next + static_cast<std::uint64_t>(i));
        ASSERT_TRUE(finalize(next + 3, operation_matmul, operation));
        List operations;
        add_descriptor(operations, 801, next + 3);
        ASSERT_TRUE(finalize(next + 4, graph, operations));
        List asked;
        add_descriptor(asked, 201, next + 4);
        ASSERT_TRUE(finalize(next + 5, heuristic, asked));
        ASSERT_TRUE(fill(next + 5, next + 6));
        ASSERT_TRUE(make_plan(next + 7, next + 6));
        List pack;
        add(pack, wire::pack_unique_ids, wire::type_int64, std::vector<std::int64_t>{11, 12, 13});
        add(pack, wire::pack_data_pointers, wire::type_void_ptr,
            std::vector<std::uint64_t>{factor.address(), factor.address(), product.address()});
        const std::uint64_t before = std::exchange(caller.most_charged, (7 * depth + results) * sizeof(double));
        ASSERT_TRUE(execute(next + 7, pack));
        caller.most_charged = before;
        next += 8;
        if (results > 3) continue;  // it may have been given up: ImmediateStream::is_abandoned
        std::vector<float> given(results);
        std::memcpy(given.data(), product.bytes().data(), product.bytes().size());
        EXPECT_EQ(given, std::vector<float>(results, 1.25F));
    }
}

}  // namespace
}  // namespace ringfence::adapters::cudnn_soft_tests
