// A hostile program uses sparse matrices on the software GPU for work that nobody can end, and for memory of the
// worker's that nobody counts.
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../function_number.h"
#include "adapters/call.h"
#include "adapters/cusparse.h"
#include "adapters/libraries.h"
#include "channel/cusparse_state.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::sparse_attack {
namespace {

using namespace channel::sparse;
using channel::LibraryFrame;
using namespace std::chrono_literals;

constexpr std::uint64_t handle = 0x1234;
constexpr std::int32_t float_type = 0;
constexpr std::int32_t half_type = 2;

class SparseAttackTest : public testing::Test {
protected:
    void SetUp() override {
        auto found = libraries.find(channel::Library::Cusparse);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        caller.most_charged = UINT64_MAX;
        LibraryFrame frame;
        frame.add(handle);
        frame.add(0);
        frame.add(0);
        ASSERT_TRUE(
            adapter->call(caller, static_cast<std::uint32_t>(channel::ObjectFunction::Create), frame.bytes()).ok());
    }
    Result<Answer> call(const std::string& name, const LibraryFrame& frame) {
        return adapter->call(caller, function_number(cusparse_functions(), name), frame.bytes());
    }
    std::uint64_t allocate(std::size_t bytes) {
        memory.push_back(std::make_unique<EdgeMemory>(bytes));
        caller.memory[memory.back()->address()] = bytes;
        return memory.back()->address();
    }
    template <typename T>
    std::uint64_t give(const std::vector<T>& contents) {
        const std::uint64_t address = allocate(contents.size() * sizeof(T));
        std::memcpy(reinterpret_cast<void*>(address), contents.data(), contents.size() * sizeof(T));
        return address;
    }
    // The stream is given up after two seconds. What is under way must end then.
    template <typename Go>
    static void expect_to_end(Go go) {
        const auto begin = std::chrono::steady_clock::now();
        go();
        EXPECT_LT(std::chrono::steady_clock::now() - begin, 45s);
    }

    std::vector<std::unique_ptr<EdgeMemory>> memory;
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
};

// Every other row is all that there is, and sorted again.
TEST_F(SparseAttackTest, SortingEndsWhenNobodyWantsItAnyMore) {
    constexpr std::int32_t rows = 100000;
    constexpr std::int32_t nonzeros = 1 << 20;
    std::vector<std::int32_t> offsets(rows + 1);
    for (std::size_t i = 1; i < offsets.size(); i += 2)
        offsets[i] = nonzeros;
    const MatrixType type;
    LibraryFrame frame;
    frame.add(handle);
    frame.add(rows);
    frame.add(nonzeros);
    frame.add(nonzeros);
    frame.add_copy(&type, sizeof type);
    frame.add(give(offsets));
    frame.add(allocate(std::size_t{4} * nonzeros));
    frame.add(std::uint64_t{0});
    frame.add(allocate(8));
    expect_to_end([&] {
        const auto answer = call("cusparseXcsrsort", frame);
        ASSERT_TRUE(answer.ok()) << answer.error().text();
        EXPECT_EQ(answer.value().status, 0);
    });
}

// With indices from 1 the least offset there is is no 32-bit number any more.
TEST_F(SparseAttackTest, SortingStaysInTheArrayWhateverTheOffsetsAre) {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    MatrixType type;
    type.base = 1;
    for (const char* name : {"cusparseXcsrsort", "cusparseXcscsort"}) {
        for (const std::int32_t first : {1, 2, most - 7, least}) {
            for (const std::int32_t second : {least, most}) {
                const std::vector<std::int32_t> indices = {3, 2};
                const std::uint64_t at = give(indices);
                LibraryFrame frame;
                frame.add(handle);
                frame.add(1);
                frame.add(1);
                frame.add(2);
                frame.add_copy(&type, sizeof type);
                frame.add(give<std::int32_t>({first, second}));
                frame.add(at);
                frame.add(std::uint64_t{0});
                frame.add(allocate(8));
                const auto answer = call(name, frame);
                ASSERT_TRUE(answer.ok()) << answer.error().text();
                EXPECT_EQ(answer.value().status, 0);
                std::vector<std::int32_t> after(2);
                std::memcpy(after.data(), reinterpret_cast<const void*>(at), 8);
                if (second == least) {
                    EXPECT_EQ(after, indices) << name << " from " << first;
                }
            }
        }
    }
}

// One block is one step of a loop over blocks, and may be most of what a program has.
TEST_F(SparseAttackTest, AProductOfOneBlockEndsWhenNobodyWantsItAnyMore) {
    constexpr std::int64_t side = 4096;
    constexpr std::size_t bytes = std::size_t{side} * side * 2;
    Matrix a;
    a.id = 1;
    a.format = format_bsr;
    a.offsets_type = a.indices_type = index_32;
    a.type = half_type;
    a.rows = a.columns = a.nonzeros = 1;
    a.block_rows = a.block_columns = side;
    a.offsets = give<std::int32_t>({0, 1});
    a.indices = give<std::int32_t>({0});
    a.values = allocate(bytes);
    DenseMatrix b{.id = 2, .type = half_type, .order = order_row, .rows = side, .columns = side, .leading = side};
    b.values = allocate(bytes);
    DenseMatrix c = b;
    c.id = 3;
    c.values = allocate(bytes);
    const float one = 1;
    LibraryFrame frame;
    frame.add(handle);
    frame.add(0);
    frame.add(0);
    frame.add_copy(&one, sizeof one);
    frame.add_copy(&a, sizeof a);
    frame.add_copy(&b, sizeof b);
    frame.add_copy(&one, sizeof one);
    frame.add_copy(&c, sizeof c);
    frame.add(float_type);
    frame.add(0);
    frame.add(allocate(8));
    expect_to_end([&] {
        const auto answer = call("cusparseSpMM", frame);
        ASSERT_TRUE(answer.ok()) << answer.error().text();
        EXPECT_EQ(answer.value().status, 0);
    });
}

// Rows, sums and sorted copies lie in the worker's memory.
TEST_F(SparseAttackTest, WhatTheLibraryComputesInCounts) {
    constexpr std::int32_t elements = 1 << 20;
    caller.only_asks = true;
    LibraryFrame frame;
    frame.add(handle);
    frame.add(elements);
    frame.add(elements);
    frame.add(elements);
    for (int i = 0; i < 3; ++i)
        frame.add(allocate(std::size_t{4} * elements));
    frame.add(allocate(8));
    EXPECT_EQ(call("cusparseXcoosortByRow", frame).error().status, cuda_status::not_ready);
    caller.most_charged = 3 * 4 * elements;
    EXPECT_EQ(call("cusparseXcoosortByRow", frame).error().status, cuda_status::out_of_memory);
}

// NVIDIA's library keeps a pivot wherever an analysis has put it, if there was one. Others may have that memory by now.
TEST_F(SparseAttackTest, WhatAnEarlierCallHasLeftIsForSessionsThatAreAlone) {
    LibraryFrame frame;
    frame.add(handle);
    const std::vector<std::byte> bytes = frame.bytes();
    const Call asks(caller, "cusparseXbsrsv2_zeroPivot", channel::LibraryArguments::read(bytes, 1).value());
    EXPECT_EQ(asks.may_remember(false).error().status, cuda_status::not_supported);
    EXPECT_TRUE(asks.may_remember(true).ok());
    caller.alone = true;
    EXPECT_TRUE(asks.may_remember(false).ok());
}

// In the last step the number of rows is passed by one, which must not wrap around.
TEST_F(SparseAttackTest, ThereIsOneOffsetMoreThanRows) {
    const std::uint64_t offsets = allocate(4 * sizeof(std::int32_t));
    LibraryFrame frame;
    frame.add(handle);
    frame.add(give<std::int32_t>({0, 2, 2, 7, -1}));
    frame.add(5);
    frame.add(3);
    frame.add(offsets);
    frame.add(0);
    const auto answer = call("cusparseXcoo2csr", frame);
    ASSERT_TRUE(answer.ok()) << answer.error().text();
    const auto* found = reinterpret_cast<const std::int32_t*>(offsets);
    EXPECT_EQ(std::vector<std::int32_t>(found, found + 4), (std::vector<std::int32_t>{0, 1, 1, 3}));
}

}  // namespace
}  // namespace ringfence::adapters::sparse_attack
