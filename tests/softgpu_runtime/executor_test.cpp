// Launches without waiting, their limits, and many of them at once.
#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

#include "kernels.h"

namespace ringfence::softgpu::test {
namespace {

using testing::HasSubstr;

void write_number(ThreadState& thread) {
    const std::uint32_t at = global_thread(thread);
    Extent extent;
    const std::uint64_t base = parameter<std::uint64_t>(thread);
    rf_check(&thread, base + 4 * at, 4, 1, AccessKind::Write, &extent);
    pointer<std::uint32_t>(base)[at] = at * 3 + 1;
}

TEST(Executor, RunsAllThreadsOfAllBlocks) {
    for (const unsigned workers : {1U, 2U, 5U}) {
        Device device(workers);
        const Kernel kernel = make_kernel<write_number>(false);
        auto* const out = device.allocate<std::uint32_t>(1000 * 100);
        ASSERT_TRUE(device.run(kernel, {1000, 1, 1}, {100, 1, 1}, number(out)).ok());
        for (std::uint32_t i = 0; i < 100'000; ++i)
            ASSERT_EQ(out[i], i * 3 + 1);
    }
}

void record_place(ThreadState& thread) {
    const BlockState& block = *thread.block;
    const std::uint32_t linear = block.ctaid[0] + block.nctaid[0] * (block.ctaid[1] + block.nctaid[1] * block.ctaid[2]);
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread)) + 4 * (linear * 24 + thread.thread);
    out[0] = block.ctaid[0] + 10 * block.ctaid[1] + 100 * block.ctaid[2];
    out[1] = thread.tid[0] + 10 * thread.tid[1] + 100 * thread.tid[2];
    out[2] = block.ntid[0] * 100 + block.ntid[1] * 10 + block.ntid[2];
    out[3] = block.multiprocessor < block.multiprocessors ? 1 : 0;
}

TEST(Executor, NumbersBlocksAndThreads) {
    for (const bool may_wait : {false, true}) {
        Device device;
        const Kernel kernel = make_kernel<record_place>(may_wait);
        auto* const out = device.allocate<std::uint32_t>(24 * 24 * 4);
        ASSERT_TRUE(device.run(kernel, {2, 3, 4}, {4, 3, 2}, number(out)).ok());
        for (std::uint32_t b = 0; b < 24; ++b) {
            for (std::uint32_t t = 0; t < 24; ++t) {
                const std::uint32_t* const at = out + 4 * (b * 24 + t);
                ASSERT_EQ(at[0], b % 2 + 10 * (b / 2 % 3) + 100 * (b / 6));
                ASSERT_EQ(at[1], t % 4 + 10 * (t / 4 % 3) + 100 * (t / 12));
                ASSERT_EQ(at[2], 432U);
                ASSERT_EQ(at[3], 1U);
            }
        }
    }
}

void record_multiprocessor(ThreadState& thread) {
    pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[global_thread(thread)] = thread.block->multiprocessor;
}

// Whatever is asked for, it stays within the device, and all is done.
TEST(Executor, KeepsALaunchToSomeMultiprocessors) {
    Device device(4);
    const Kernel kernel = make_kernel<record_multiprocessor>(false);
    constexpr std::uint32_t blocks = 5'000;
    auto* const out = device.allocate<std::uint32_t>(blocks * 8);
    struct Case {
        std::uint32_t first, count, least, most;
    };
    for (const Case& c : {Case{0, 0, 0, 3}, Case{1, 2, 1, 2}, Case{3, 1, 3, 3}, Case{2, 0, 2, 3}, Case{9, 9, 3, 3},
                          Case{1, 99, 1, 3}}) {
        LaunchRequest request;
        request.kernel = &kernel;
        request.grid = {blocks, 1, 1};
        request.block = {8, 1, 1};
        const std::uint64_t at = number(out);
        request.parameters = std::as_bytes(std::span(&at, 1));
        request.first_multiprocessor = c.first;
        request.most_multiprocessors = c.count;
        std::fill_n(out, blocks * 8, 77U);
        ASSERT_TRUE(device.executor->run(request).ok());
        for (std::uint32_t i = 0; i < blocks * 8; ++i) {
            ASSERT_GE(out[i], c.least);
            ASSERT_LE(out[i], c.most);
        }
    }
}

void write_group(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    for (std::uint32_t i = 0; i < thread.lanes; ++i)
        out[global_thread(thread) + i] += 10 * thread.lanes + 1;
}

TEST(Executor, UsesVectorCodeWhereTheShapeAllows) {
    struct Case {
        Dimensions block;
        std::uint32_t vector_threads;
    };
    for (const bool may_wait : {false, true}) {
        for (const Case& c : {Case{{16, 2, 1}, 32}, Case{{20, 1, 1}, 16}, Case{{12, 2, 1}, 0}, Case{{3, 1, 1}, 0}}) {
            Device device(1);
            Kernel kernel = make_kernel<write_group>(may_wait);
            kernel.vector = kernel.scalar;
            kernel.lanes = 8;
            const std::uint32_t threads = c.block[0] * c.block[1];
            auto* const out = device.allocate<std::uint32_t>(threads * 2);
            ASSERT_TRUE(device.run(kernel, {2, 1, 1}, c.block, number(out)).ok());
            for (std::uint32_t i = 0; i < threads * 2; ++i)
                ASSERT_EQ(out[i], i % threads < c.vector_threads ? 81U : 11U) << i;
        }
    }
}

void count_block(ThreadState& thread) {
    std::atomic_ref(*pointer<std::uint64_t>(parameter<std::uint64_t>(thread))).fetch_add(1, std::memory_order_relaxed);
}

TEST(Executor, AMillionBlocks) {
    for (const bool may_wait : {false, true}) {
        Device device;
        const Kernel kernel = make_kernel<count_block>(may_wait);
        auto* const count = device.allocate<std::uint64_t>(1);
        const std::uint32_t blocks = slow_build ? 100'000 : 1'000'000;
        ASSERT_TRUE(device.run(kernel, {blocks, 1, 1}, {1, 1, 1}, number(count)).ok());
        EXPECT_EQ(*count, blocks);
    }
}

TEST(Executor, RefusesWhatTheDeviceCannotRun) {
    Device device;
    Kernel kernel = make_kernel<count_block>(false);
    const auto message = [&](LaunchRequest request) {
        return device.run(kernel, request, std::uint64_t{0}).error().message;
    };
    EXPECT_EQ(message({.block = {1025, 1, 1}}),
              "cannot launch kernel 'k': the block (1025,1,1) is too large: at most (1024,1024,64)");
    EXPECT_EQ(message({.block = {64, 32, 1}}),
              "cannot launch kernel 'k': the block (64,32,1) has 2048 threads: the device allows at most 1024");
    EXPECT_EQ(message({.block = {1, 0, 1}}), "cannot launch kernel 'k': the block (1,0,1) is empty");
    EXPECT_EQ(message({.grid = {1, 65536, 1}}),
              "cannot launch kernel 'k': the grid (1,65536,1) is too large: at most (2147483647,65535,65535)");
    EXPECT_THAT(message({.dynamic_shared = 300'000}),
                HasSubstr("it needs 300000 bytes of shared memory (0 of its own"));
    EXPECT_EQ(message({.grid = {1000, 1, 1}, .block = {1024, 1, 1}, .cooperative = true}),
              "cannot launch kernel 'k': the grid (1000,1,1) has 1000 blocks: of this kind 4 can run at once, as a "
              "cooperative launch needs");
    kernel.max_threads = 128;
    EXPECT_EQ(message({.block = {129, 1, 1}}),
              "cannot launch kernel 'k': the block (129,1,1) has 129 threads: the kernel was compiled for at most 128");
    kernel.parameter_bytes = 12;
    EXPECT_EQ(message({}), "cannot launch kernel 'k': 8 bytes of parameters were passed: it takes 12");
}

void add_shared(ThreadState& thread) {
    auto* const shared = reinterpret_cast<std::uint32_t*>(thread.block->shared);
    if (thread.thread == 0) *shared = thread.block->ctaid[0];
    rf_barrier_sync(&thread, 0, 0, 1, 1);
    std::atomic_ref(pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[thread.thread])
        .fetch_add(*shared, std::memory_order_relaxed);
}

TEST(Executor, ManyLaunchesAtOnce) {
    Device device(2);
    Kernel kernel = make_kernel<add_shared>(true);
    kernel.static_shared = 4;
    std::vector<std::thread> streams;
    for (int i = 0; i < (few_fibers ? 3 : 6); ++i) {
        streams.emplace_back([&] {
            auto* const sums = device.allocate<std::uint32_t>(64);
            const std::uint32_t rounds = slow_build ? 5 : 50;
            const std::uint64_t address = number(sums);
            for (std::uint32_t round = 0; round < rounds; ++round) {
                LaunchRequest request;
                request.kernel = &kernel;
                request.grid = {40, 1, 1};
                request.block = {64, 1, 1};
                request.parameters = std::as_bytes(std::span(&address, 1));
                ASSERT_TRUE(device.executor->run(request).ok());
            }
            for (std::uint32_t t = 0; t < 64; ++t)
                ASSERT_EQ(sums[t], rounds * 40 * 39 / 2);
        });
    }
    for (std::thread& stream : streams)
        stream.join();
}

TEST(Executor, SmallLaunchesAreCheap) {
    Device device;
    const Kernel kernel = make_kernel<count_block>(false);
    auto* const count = device.allocate<std::uint64_t>(1);
    const int rounds = 2000;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i)
        ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {32, 1, 1}, number(count)).ok());
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    RecordProperty("microseconds_per_launch", std::to_string(time.count() / rounds));
    std::printf("%.2f us for each launch of one block\n", time.count() / rounds);
    EXPECT_EQ(*count, 32U * rounds);
}

}  // namespace
}  // namespace ringfence::softgpu::test
