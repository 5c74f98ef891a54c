// Threads and blocks that wait for each other by looking at memory.
#include <chrono>

#include "kernels.h"

namespace ringfence::softgpu::test {
namespace {

struct Lock {
    std::uint32_t lock;
    std::uint32_t count;
};

void take_lock(ThreadState& thread) {
    auto* const lock = pointer<Lock>(parameter<std::uint64_t>(thread));
    std::atomic_ref word(lock->lock);
    while (true) {
        std::uint32_t open = 0;
        if (word.compare_exchange_weak(open, 1, std::memory_order_acquire)) break;
        rf_yield(&thread, 1);
    }
    const std::uint32_t count = lock->count;
    rf_yield(&thread, 2);
    lock->count = count + 1;
    word.store(0, std::memory_order_release);
}

TEST(Spin, LockBetweenThreadsAndBlocks) {
    for (const unsigned workers : {1U, 2U}) {
        Device device(workers);
        const Kernel kernel = make_kernel<take_lock>(true);
        auto* const lock = device.allocate<Lock>(1);
        ASSERT_TRUE(device.run(kernel, {slow_build ? 2U : 8U, 1, 1}, {64, 1, 1}, number(lock)).ok());
        EXPECT_EQ(lock->count, 64U * (slow_build ? 2 : 8));
    }
}

// Every block waits for the one with the next number.
void wait_for_next_block(ThreadState& thread) {
    auto* const flags = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    const std::uint32_t block = thread.block->ctaid[0];
    if (block + 1 < thread.block->nctaid[0]) {
        const std::atomic_ref next(flags[block + 1]);
        while (next.load(std::memory_order_acquire) == 0)
            rf_yield(&thread, 1);
    }
    std::atomic_ref(flags[block]).store(1, std::memory_order_release);
}

// More of them than the multiprocessors would have at a time: a card has many more multiprocessors.
TEST(Spin, BlocksThatWaitForLaterOnes) {
    constexpr std::uint32_t blocks = 80;
    for (const bool may_wait : {false, true}) {
        for (const unsigned workers : {1U, 2U}) {
            Device device(workers);
            const Kernel kernel = make_kernel<wait_for_next_block>(may_wait);
            EXPECT_LT(Executor::blocks_per_multiprocessor(1, 0) * workers, blocks);
            auto* const flags = device.allocate<std::uint32_t>(blocks);
            ASSERT_TRUE(device.run(kernel, {blocks, 1, 1}, {1, 1, 1}, number(flags)).ok());
            EXPECT_EQ(flags[0], 1U);
        }
    }
}

void wait_by_polling(ThreadState& thread) {
    auto* const flags = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    if (thread.block->ctaid[0] == 0) {
        const std::atomic_ref flag(flags[0]);
        while (flag.load(std::memory_order_acquire) == 0)
            rf_poll(&thread, 1);
    } else {
        std::atomic_ref(flags[0]).store(1, std::memory_order_release);
    }
}

TEST(Spin, AlsoWhereTheCodeDoesNotKnowThatItWaits) {
    Device device(1);
    const Kernel kernel = make_kernel<wait_by_polling>(false);
    auto* const flags = device.allocate<std::uint32_t>(1);
    ASSERT_TRUE(device.run(kernel, {2, 1, 1}, {1, 1, 1}, number(flags)).ok());
}

struct GridBarrier {
    std::uint64_t counter;
    std::uint64_t values;
};

// A barrier over the grid, as cooperative groups have it.
void across_the_grid(ThreadState& thread) {
    const auto in = parameter<GridBarrier>(thread);
    auto* const values = pointer<std::uint32_t>(in.values);
    const std::atomic_ref counter(*pointer<std::uint32_t>(in.counter));
    const std::uint32_t blocks = thread.block->nctaid[0];
    for (std::uint32_t round = 1; round <= 5; ++round) {
        if (thread.thread == 0) values[thread.block->ctaid[0]] += round;
        rf_barrier_sync(&thread, 0, 0, 1, 1);
        if (thread.thread == 0) {
            counter.fetch_add(1, std::memory_order_acq_rel);
            while (counter.load(std::memory_order_acquire) < round * blocks)
                rf_nanosleep(&thread, 20, 2);
        }
        rf_barrier_sync(&thread, 0, 0, 1, 3);
        std::uint32_t sum = 0;
        for (std::uint32_t block = 0; block < blocks; ++block)
            sum += values[block];
        if (sum != blocks * round * (round + 1) / 2) rf_trap(&thread, 4);
        rf_barrier_sync(&thread, 0, 0, 1, 5);
        if (thread.thread == 0) {
            counter.fetch_add(0, std::memory_order_acq_rel);
        }
        // Nobody may write before all have read.
        if (thread.thread == 0) {
            const std::atomic_ref second(pointer<std::uint32_t>(in.counter)[1]);
            second.fetch_add(1, std::memory_order_acq_rel);
            while (second.load(std::memory_order_acquire) < round * blocks)
                rf_yield(&thread, 6);
        }
        rf_barrier_sync(&thread, 0, 0, 1, 7);
    }
}

TEST(Spin, CooperativeGrids) {
    for (const unsigned workers : {1U, 2U}) {
        Device device(workers);
        const Kernel kernel = make_kernel<across_the_grid>(true, sizeof(GridBarrier));
        auto* const counter = device.allocate<std::uint32_t>(2);
        EXPECT_EQ(device.executor->max_resident_blocks(kernel, 64, 0), 32 * workers);
        const std::uint32_t blocks = few_fibers ? 4 : 32 * workers;
        auto* const values = device.allocate<std::uint32_t>(blocks);
        LaunchRequest request;
        request.grid = {blocks, 1, 1};
        request.block = {64, 1, 1};
        request.cooperative = true;
        const Result<void> result = device.run(kernel, request, GridBarrier{number(counter), number(values)});
        ASSERT_TRUE(result.ok()) << result.error().text();
        EXPECT_EQ(values[blocks - 1], 15U);
    }
}

// A thread that always finds others ready must not keep one from running that spins.
void starve(ThreadState& thread) {
    auto* const flag = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    if (thread.thread == 64) {
        for (int i = 0; i < 10; ++i)
            rf_yield(&thread, 1);
        *flag = 1;
        return;
    }
    if (thread.thread > 64) return;
    // Two warps that wake each other for ever, without a loop that yields.
    while (rf_vote(&thread, VoteOperation::Any, *flag, 0xffffffff, 2) == 0)
        rf_barrier_sync(&thread, 1, 64, 0, 3);
    rf_barrier_arrive(&thread, 1, 64, 0, 4);
}

TEST(Spin, NobodyStarves) {
    Device device(1);
    const Kernel kernel = make_kernel<starve>(true);
    auto* const flag = device.allocate<std::uint32_t>(1);
    const Result<void> result = device.run(kernel, {1, 1, 1}, {96, 1, 1}, number(flag));
    ASSERT_TRUE(result.ok()) << result.error().text();
}

void spin_forever(ThreadState& thread) {
    const bool yields = parameter<std::uint64_t>(thread) != 0;
    while (true) {
        if (yields) {
            rf_yield(&thread, 112);
        } else {
            rf_poll(&thread, 112);
        }
    }
}

TEST(Spin, EndlessKernelsAreEnded) {
    for (const bool may_wait : {false, true}) {
        for (const std::uint64_t yields : {0U, 1U}) {
            Device device;
            const Kernel kernel = make_kernel<spin_forever>(may_wait);
            LaunchRequest request;
            request.limit_ms = 30;
            EXPECT_EQ(report_of(device.run(kernel, request, yields)),
                      "error: kernel 'k': ran longer than 30 ms\n"
                      "  in a loop at k.ptx:112 (k.cu:12), block (0,0,0), thread (0,0,0)");
            request.grid = {500, 1, 1};
            request.block = {few_fibers ? 2U : 64U, 1, 1};
            // Soon, unless the machine stands still for a moment: that is not each time.
            const auto took = [&] {
                const auto start = std::chrono::steady_clock::now();
                EXPECT_THAT(report_of(device.run(kernel, request, yields)),
                            testing::HasSubstr("ran longer than 30 ms"));
                return std::chrono::steady_clock::now() - start;
            };
            bool is_soon = false;
            for (int i = 0; i < 10 && !is_soon; ++i)
                is_soon = took() < std::chrono::seconds(slow_build ? 20 : 2);
            EXPECT_TRUE(is_soon);
        }
    }
}

}  // namespace
}  // namespace ringfence::softgpu::test
