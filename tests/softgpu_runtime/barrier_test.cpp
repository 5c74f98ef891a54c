// Barriers: all threads, some of them, named, with reductions; and those that never complete.
#include "kernels.h"

namespace ringfence::softgpu::test {
namespace {

std::uint32_t* shared_words(const ThreadState& thread) {
    return reinterpret_cast<std::uint32_t*>(thread.block->shared);
}

// Each round, every thread reads what its neighbour wrote in the round before.
void pass_around(ThreadState& thread) {
    std::uint32_t* const words = shared_words(thread);
    const std::uint32_t count = thread.block->thread_count;
    words[thread.thread] = thread.thread;
    rf_barrier_sync(&thread, 0, 0, 1, 10);
    for (int round = 0; round < 20; ++round) {
        const std::uint32_t value = words[(thread.thread + 1) % count];
        rf_barrier_sync(&thread, 0, 0, 1, 11);
        words[thread.thread] = value;
        rf_barrier_sync(&thread, 0, 0, 1, 12);
    }
    pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[global_thread(thread)] = words[thread.thread];
}

TEST(Barrier, BringsAllThreadsTogether) {
    for (const std::uint32_t threads : {1U, 31U, 32U, 100U, few_fibers ? 128U : 1024U}) {
        Device device;
        Kernel kernel = make_kernel<pass_around>(true);
        kernel.static_shared = threads * 4;
        auto* const out = device.allocate<std::uint32_t>(threads * 8);
        ASSERT_TRUE(device.run(kernel, {8, 1, 1}, {threads, 1, 1}, number(out)).ok());
        for (std::uint32_t i = 0; i < threads * 8; ++i)
            ASSERT_EQ(out[i], (i % threads + 20) % threads);
    }
}

void count_to(ThreadState& thread) {
    const std::uint32_t rounds = slow_build ? 50 : 2000;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        if (thread.thread == round % thread.block->thread_count) ++shared_words(thread)[0];
        rf_barrier_sync(&thread, 0, 0, 1, 10);
    }
    if (thread.thread == 0) pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[0] = shared_words(thread)[0];
}

TEST(Barrier, ManyInALoop) {
    Device device(1);
    Kernel kernel = make_kernel<count_to>(true);
    kernel.static_shared = 4;
    auto* const out = device.allocate<std::uint32_t>(1);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {few_fibers ? 256U : 1024U, 1, 1}, number(out)).ok());
    EXPECT_EQ(*out, slow_build ? 50U : 2000U);
}

// Warp 0 fills, warp 1 takes away; two named barriers of 64 threads keep them apart.
void produce_and_consume(ThreadState& thread) {
    std::uint32_t* const words = shared_words(thread);
    const std::uint32_t lane = thread.thread % 32;
    if (thread.thread < 32) {
        for (std::uint32_t round = 0; round < 10; ++round) {
            if (round > 0) rf_barrier_sync(&thread, 2, 64, 1, 20);
            words[lane] = round * 100 + lane;
            rf_barrier_arrive(&thread, 1, 64, 1, 21);
        }
    } else if (thread.thread < 64) {
        std::uint32_t sum = 0;
        for (std::uint32_t round = 0; round < 10; ++round) {
            rf_barrier_sync(&thread, 1, 64, 1, 22);
            sum += words[31 - lane];
            if (round < 9) rf_barrier_arrive(&thread, 2, 64, 1, 23);
        }
        pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[lane] = sum;
    }
}

TEST(Barrier, NamedOnesAreForSomeThreads) {
    Device device;
    Kernel kernel = make_kernel<produce_and_consume>(true);
    kernel.static_shared = 128;
    auto* const out = device.allocate<std::uint32_t>(32);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {96, 1, 1}, number(out)).ok());
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        ASSERT_EQ(out[lane], 4500 + 10 * (31 - lane));
}

void reduce_predicates(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread)) + 5 * thread.thread;
    const std::uint32_t third = thread.thread % 3 == 0 ? 1 : 0;
    out[0] = rf_barrier_reduce(&thread, 3, 0, 1, BarrierReduction::Popc, third, 30);
    out[1] = rf_barrier_reduce(&thread, 3, 0, 1, BarrierReduction::And, third, 31);
    out[2] = rf_barrier_reduce(&thread, 3, 0, 1, BarrierReduction::Or, third, 32);
    out[3] = rf_barrier_reduce(&thread, 3, 0, 1, BarrierReduction::And, 7, 33);
    out[4] = rf_barrier_reduce(&thread, 3, 0, 1, BarrierReduction::Or, 0, 34);
}

TEST(Barrier, Reduces) {
    Device device;
    const Kernel kernel = make_kernel<reduce_predicates>(true);
    auto* const out = device.allocate<std::uint32_t>(100 * 5);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {100, 1, 1}, number(out)).ok());
    for (std::uint32_t t = 0; t < 100; ++t) {
        const std::vector<std::uint32_t> values(out + 5 * t, out + 5 * t + 5);
        ASSERT_EQ(values, (std::vector<std::uint32_t>{34, 0, 1, 1, 0}));
    }
}

// Threads that have ended count as arrived; with a count their warp counts as a whole.
void end_early(ThreadState& thread) {
    if (thread.thread % 4 == 3) return;
    rf_barrier_sync(&thread, 0, 0, 0, 40);
    rf_barrier_sync(&thread, 1, 64, 0, 41);
    if (thread.thread % 4 == 2) return;
    rf_barrier_sync(&thread, 0, 0, 0, 42);
    pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[thread.thread] = 1;
}

TEST(Barrier, DoesNotWaitForThreadsThatHaveEnded) {
    for (const std::uint32_t threads : {64U, 48U}) {
        Device device;
        const Kernel kernel = make_kernel<end_early>(true);
        auto* const out = device.allocate<std::uint32_t>(threads);
        const Result<void> result = device.run(kernel, {1, 1, 1}, {threads, 1, 1}, number(out));
        ASSERT_TRUE(result.ok()) << result.error().text();
        for (std::uint32_t t = 0; t < threads; ++t)
            ASSERT_EQ(out[t], t % 4 < 2 ? 1U : 0U);
    }
}

void arrive_and_end(ThreadState& thread) {
    if (thread.thread >= 32) {
        rf_barrier_arrive(&thread, 1, 64, 1, 43);
        return;
    }
    rf_barrier_sync(&thread, 1, 64, 1, 44);
    // The other warp is gone: only a count of this warp's can still be reached.
    rf_barrier_sync(&thread, 1, 32, 1, 45);
    ++pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[0];
}

TEST(Barrier, WhoArrivesAndEndsCountsOnce) {
    Device device;
    const Kernel kernel = make_kernel<arrive_and_end>(true);
    auto* const out = device.allocate<std::uint32_t>(1);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {64, 1, 1}, number(out)).ok());
    EXPECT_EQ(*out, 32U);
}

// --- barriers that can never complete -------------------------------------------------------------------------------

void some_never_come(ThreadState& thread) {
    if (thread.thread >= 28) return;
    if (thread.thread == 3) rf_barrier_sync(&thread, 1, 0, 0, 31);
    if (thread.thread < 17) rf_barrier_sync(&thread, 0, 0, 0, 20);
    rf_barrier_sync(&thread, 2, 0, 0, 120);
}

TEST(StuckBarrier, SaysWhoWaitsWhere) {
    Device device;
    const Kernel kernel = make_kernel<some_never_come>(true);
    EXPECT_EQ(
        report_of(device.run(kernel, {2, 1, 1}, {32, 1, 1}, std::uint64_t{0})),
        "error: kernel 'k': barrier 0 can never complete: 16 of 32 threads wait at k.ptx:20, thread (3,0,0) waits "
        "at k.ptx:31 for barrier 1, 11 threads wait at k.ptx:120 (k.cu:20) for barrier 2, 4 have ended\n"
        "  at k.ptx:20, block (0,0,0), thread (0,0,0)");
}

void too_few(ThreadState& thread) {
    if (thread.thread < 32) rf_barrier_sync(&thread, 5, 64, 0, 20);
}

TEST(StuckBarrier, WithACount) {
    Device device;
    const Kernel kernel = make_kernel<too_few>(true);
    EXPECT_EQ(report_of(device.run(kernel, {1, 1, 1}, {64, 1, 1}, std::uint64_t{0})),
              "error: kernel 'k': barrier 5 can never complete: 32 of 64 threads wait at k.ptx:20, 32 have ended\n"
              "  at k.ptx:20, block (0,0,0), thread (0,0,0)");
}

void two_places(ThreadState& thread) {
    if (thread.tid[0] < 5) {
        rf_barrier_sync(&thread, 0, 0, 1, 20);
    } else {
        rf_barrier_sync(&thread, 0, 0, 1, 131);
    }
}

TEST(StuckBarrier, AlignedBarriersInDivergentCode) {
    Device device;
    const Kernel kernel = make_kernel<two_places>(true);
    EXPECT_EQ(
        report_of(device.run(kernel, {1, 1, 1}, {8, 8, 1}, std::uint64_t{0})),
        "error: kernel 'k': barrier in divergent code: threads of one warp are at different barrier instructions, "
        "thread (0,0,0) at k.ptx:20, thread (5,0,0) at k.ptx:131 (k.cu:31)\n"
        "  at k.ptx:20, block (0,0,0), thread (0,0,0)");
}

void two_places_by_warp(ThreadState& thread) {
    rf_barrier_sync(&thread, 0, 0, 1, thread.thread < 32 ? 20 : 31);
}

TEST(StuckBarrier, WarpsMayComeFromDifferentPlaces) {
    Device device;
    const Kernel kernel = make_kernel<two_places_by_warp>(true);
    EXPECT_TRUE(device.run(kernel, {1, 1, 1}, {64, 1, 1}, std::uint64_t{0}).ok());
}

void wrong_barrier(ThreadState& thread) {
    const auto mode = parameter<std::uint64_t>(thread);
    if (mode == 0) rf_barrier_sync(&thread, no_barrier, 0, 1, 10);
    if (mode == 1) rf_barrier_sync(&thread, 1, 33, 1, 11);
    if (mode == 2) rf_barrier_sync(&thread, 1, thread.thread == 0 ? 32 : 64, 1, 12);
}

TEST(StuckBarrier, WrongOperands) {
    Device device;
    const Kernel kernel = make_kernel<wrong_barrier>(true);
    const char* const expected[] = {
        "error: kernel 'k': a barrier that does not exist: there are 16, 0 to 15\n"
        "  at k.ptx:10, block (0,0,0), thread (0,0,0)",
        "error: kernel 'k': a barrier with a number of threads that is not a multiple of 32\n"
        "  at k.ptx:11, block (0,0,0), thread (0,0,0)",
        "error: kernel 'k': a barrier with another number of threads than those that wait at it have given\n"
        "  at k.ptx:12, block (0,0,0), thread (1,0,0)"};
    for (std::uint64_t mode = 0; mode < 3; ++mode)
        EXPECT_EQ(report_of(device.run(kernel, {1, 1, 1}, {64, 1, 1}, mode)), expected[mode]);
}

// --- waits on memory ------------------------------------------------------------------------------------------------

bool is_set(const void* word) {
    return *static_cast<const std::uint32_t*>(word) != 0;
}

void wait_for_word(ThreadState& thread) {
    std::uint32_t* const words = shared_words(thread);
    if (thread.thread == 0) words[0] = 0;
    rf_barrier_sync(&thread, 0, 0, 1, 10);
    if (thread.thread == 40) {
        if (parameter<std::uint64_t>(thread) == 0) return;
        words[0] = 1;
    }
    wait_until(&thread, 50, is_set, words, "the word");
}

TEST(WaitUntil, EndsWhenTheConditionHolds) {
    Device device;
    Kernel kernel = make_kernel<wait_for_word>(true);
    kernel.static_shared = 4;
    EXPECT_TRUE(device.run(kernel, {3, 1, 1}, {64, 1, 1}, std::uint64_t{1}).ok());
    EXPECT_EQ(report_of(device.run(kernel, {3, 1, 1}, {64, 1, 1}, std::uint64_t{0})),
              "error: kernel 'k': the word can never complete: 63 of 64 threads wait at k.ptx:50, 1 has ended\n"
              "  at k.ptx:50, block (0,0,0), thread (0,0,0)");
}

}  // namespace
}  // namespace ringfence::softgpu::test
