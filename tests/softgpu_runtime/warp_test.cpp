// Operations of a warp.
#include <bit>

#include "kernels.h"

namespace ringfence::softgpu::test {
namespace {

constexpr std::uint32_t all = 0xffffffff;

struct Shuffle {
    std::uint64_t out;
    ShuffleMode mode;
    std::uint32_t b;
    std::uint32_t c;
};

void shuffle(ThreadState& thread) {
    const auto in = parameter<Shuffle>(thread);
    pointer<std::uint64_t>(in.out)[thread.thread] =
        rf_shuffle(&thread, in.mode, 1000 + thread.thread, in.b, in.c, all, 1);
}

TEST(Warp, Shuffles) {
    Device device;
    const Kernel kernel = make_kernel<shuffle>(true, sizeof(Shuffle));
    auto* const out = device.allocate<std::uint64_t>(64);
    struct Case {
        Shuffle in;
        int (*source)(int lane);  // -1: out of range
    };
    const Case cases[] = {
        {{0, ShuffleMode::Down, 4, 31}, [](int lane) { return lane + 4 < 32 ? lane + 4 : -1; }},
        {{0, ShuffleMode::Up, 3, 0}, [](int lane) { return lane >= 3 ? lane - 3 : -1; }},
        {{0, ShuffleMode::Bfly, 16, 31}, [](int lane) { return lane ^ 16; }},
        {{0, ShuffleMode::Idx, 5, 31}, [](int) { return 5; }},
        {{0, ShuffleMode::Idx, 37, 31}, [](int) { return 5; }},
        // Segments of 8 lanes.
        {{0, ShuffleMode::Down, 2, 0x181f}, [](int lane) { return lane % 8 < 6 ? lane + 2 : -1; }},
        {{0, ShuffleMode::Up, 2, 0x1800}, [](int lane) { return lane % 8 >= 2 ? lane - 2 : -1; }},
        {{0, ShuffleMode::Idx, 3, 0x181f}, [](int lane) { return lane / 8 * 8 + 3; }},
    };
    for (const Case& c : cases) {
        Shuffle in = c.in;
        in.out = number(out);
        ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {64, 1, 1}, in).ok());
        for (int thread = 0; thread < 64; ++thread) {
            const int source = c.source(thread % 32);
            const std::uint64_t expected =
                source < 0 ? 1000U + static_cast<unsigned>(thread)
                           : (std::uint64_t{1} << 32) + 1000U + static_cast<unsigned>(thread / 32 * 32 + source);
            ASSERT_EQ(out[thread], expected) << "mode " << static_cast<int>(in.mode) << " thread " << thread;
        }
    }
}

void other_operations(ThreadState& thread) {
    const std::uint32_t lane = thread.thread % 32;
    auto* const out = pointer<std::uint64_t>(parameter<std::uint64_t>(thread)) + thread.thread * 20;
    const std::uint32_t odd = lane % 2;
    out[0] = rf_vote(&thread, VoteOperation::All, odd, all, 1);
    out[1] = rf_vote(&thread, VoteOperation::Any, odd, all, 2);
    out[2] = rf_vote(&thread, VoteOperation::Uni, odd, all, 3);
    out[3] = rf_vote(&thread, VoteOperation::Ballot, odd, all, 4);
    out[4] = rf_vote(&thread, VoteOperation::All, 9, all, 5);
    out[5] = rf_match_any(&thread, lane % 3, all, 6);
    out[6] = rf_match_all(&thread, 77, all, 7);
    out[7] = rf_match_all(&thread, lane / 31, all, 8);
    out[8] = rf_reduce(&thread, ReduceOperation::AddU32, lane, all, 9);
    out[9] = rf_reduce(&thread, ReduceOperation::MinS32, lane - 5, all, 10);
    out[10] = rf_reduce(&thread, ReduceOperation::MaxU32, lane - 5, all, 11);
    out[11] = rf_reduce(&thread, ReduceOperation::Xor, 1U << lane, all, 12);
    out[12] = rf_reduce(&thread, ReduceOperation::And, lane | 64, all, 13);
    out[13] = rf_elect(&thread, all, 14);
    out[14] = rf_active_mask(&thread, 15);
    rf_warp_sync(&thread, all, 16);
    out[15] = rf_reduce(&thread, ReduceOperation::MaxS32, lane - 5, all, 17);
    out[16] = rf_reduce(&thread, ReduceOperation::Or, lane, all, 18);
    out[17] = rf_reduce(&thread, ReduceOperation::MinU32, lane + 5, all, 19);
}

TEST(Warp, VotesMatchesReducesAndElects) {
    Device device;
    const Kernel kernel = make_kernel<other_operations>(true);
    auto* const out = device.allocate<std::uint64_t>(96 * 20);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {96, 1, 1}, number(out)).ok());
    for (std::uint32_t thread = 0; thread < 96; ++thread) {
        const std::uint32_t lane = thread % 32;
        const std::uint32_t same = 0x49249249U << lane % 3;
        const std::vector<std::uint64_t> values(out + thread * 20, out + thread * 20 + 18);
        const std::vector<std::uint64_t> expected = {
            0,   1,   0,          0xaaaaaaaa, 1,   same, 0x1'ffffffff,
            0,   496, 0xfffffffb, 0xffffffff, all, 64,   lane == 0 ? 0x1'00000000U : 0U,
            all, 26,  31,         5};
        ASSERT_EQ(values, expected) << thread;
    }
}

// Half of the warp and the other half do different things with masks of their own, also in a partial warp.
void halves(ThreadState& thread) {
    const std::uint32_t lane = thread.thread % 32;
    std::uint32_t value = 0;
    if (lane < 16) {
        value = rf_reduce(&thread, ReduceOperation::AddU32, 1, 0x0000ffff, 1);
        value += rf_vote(&thread, VoteOperation::Ballot, 1, 0x0000ffff, 2);
    } else {
        value = rf_vote(&thread, VoteOperation::Ballot, 1, 0xffff0000, 3);
    }
    // Without the lanes that have ended or never were.
    if (lane == 7) return;
    value += rf_reduce(&thread, ReduceOperation::AddU32, 1, all, 4);
    pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[thread.thread] = value;
}

TEST(Warp, PartsOfAWarpGoTheirOwnWay) {
    Device device;
    const Kernel kernel = make_kernel<halves>(true);
    auto* const out = device.allocate<std::uint32_t>(56);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {56, 1, 1}, number(out)).ok());
    for (std::uint32_t thread = 0; thread < 56; ++thread) {
        const std::uint32_t lane = thread % 32;
        const std::uint32_t lanes = thread < 32 ? 31 : 23;
        const std::uint32_t upper = thread < 32 ? 0xffff0000 : 0x00ff0000;
        const std::uint32_t expected = lane == 7 ? 0 : (lane < 16 ? 16 + 0xffff : upper) + lanes;
        ASSERT_EQ(out[thread], expected) << thread;
    }
}

// The same operation from two places of the code: the ISA asks for the same mask only.
void two_sites(ThreadState& thread) {
    const std::uint32_t value = thread.thread < 10 ? rf_reduce(&thread, ReduceOperation::AddU32, 1, all, 1)
                                                   : rf_reduce(&thread, ReduceOperation::AddU32, 2, all, 2);
    pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[thread.thread] = value;
}

TEST(Warp, LanesMayComeFromDifferentInstructions) {
    Device device;
    const Kernel kernel = make_kernel<two_sites>(true);
    auto* const out = device.allocate<std::uint32_t>(32);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {32, 1, 1}, number(out)).ok());
    EXPECT_EQ(out[0], 54U);
    EXPECT_EQ(out[31], 54U);
}

void ask_who_is_here(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    if (thread.thread % 32 == 3) return;
    out[thread.thread] = thread.thread % 2 == 0 ? rf_active_mask(&thread, 1) : rf_active_mask(&thread, 2);
    if (thread.thread % 32 < 8) rf_barrier_sync(&thread, 0, 0, 0, 3);
    out[64 + thread.thread] = rf_active_mask(&thread, 4);
    if (thread.thread % 32 >= 8) rf_barrier_sync(&thread, 0, 0, 0, 5);
}

TEST(Warp, ActiveMaskIsWhoIsHere) {
    Device device;
    const Kernel kernel = make_kernel<ask_who_is_here>(true);
    auto* const out = device.allocate<std::uint32_t>(128);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {64, 1, 1}, number(out)).ok());
    for (std::uint32_t thread = 0; thread < 64; ++thread) {
        const std::uint32_t lane = thread % 32;
        if (lane == 3) continue;
        ASSERT_EQ(out[thread], lane % 2 == 0 ? 0x55555555U : 0xaaaaaaa2U);
        ASSERT_EQ(out[64 + thread], lane < 8 ? 0xf7U : 0xffffff00U);
    }
}

void sum_up(ThreadState& thread) {
    std::uint32_t value = global_thread(thread);
    for (std::uint32_t distance = 16; distance > 0; distance /= 2)
        value += static_cast<std::uint32_t>(rf_shuffle(&thread, ShuffleMode::Down, value, distance, 31, all, 1));
    if (thread.thread % 32 == 0) {
        std::atomic_ref(*pointer<std::uint64_t>(parameter<std::uint64_t>(thread)))
            .fetch_add(value, std::memory_order_relaxed);
    }
}

TEST(Warp, ReductionOverManyBlocks) {
    Device device;
    const Kernel kernel = make_kernel<sum_up>(true);
    auto* const sum = device.allocate<std::uint64_t>(1);
    const std::uint32_t blocks = slow_build ? 20 : 400;
    ASSERT_TRUE(device.run(kernel, {blocks, 1, 1}, {256, 1, 1}, number(sum)).ok());
    const std::uint64_t count = blocks * 256;
    EXPECT_EQ(*sum, count * (count - 1) / 2);
}

void not_in_mask(ThreadState& thread) {
    rf_warp_sync(&thread, 0xf, 12);
}

void never_together(ThreadState& thread) {
    if (thread.thread % 2 == 0) {
        rf_reduce(&thread, ReduceOperation::AddU32, 1, all, 12);
    } else {
        rf_vote(&thread, VoteOperation::Any, 1, all, 13);
    }
}

TEST(Warp, Faults) {
    Device device;
    EXPECT_EQ(report_of(device.run(make_kernel<not_in_mask>(true), {1, 1, 1}, {32, 1, 1}, std::uint64_t{0})),
              "error: kernel 'k': warp operation with the mask 0x0000000f, which lacks the thread's own lane 4\n"
              "  at k.ptx:12, block (0,0,0), thread (4,0,0)");
    EXPECT_EQ(
        report_of(device.run(make_kernel<never_together>(true), {1, 1, 1}, {32, 1, 1}, std::uint64_t{0})),
        "error: kernel 'k': a warp operation with the mask 0xffffffff can never complete: 16 of 32 threads wait at "
        "k.ptx:12, 16 threads wait at k.ptx:13\n"
        "  at k.ptx:12, block (0,0,0), thread (0,0,0)");
}

struct Pair {
    std::uint32_t value;
};

void swap_values(const Collective& collective) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((collective.mask >> lane & 1) == 0) continue;
        if (collective.argument == 9) fault(collective.thread[17], collective.site, "lane 17 does not like it");
        static_cast<Pair*>(collective.out[lane])->value = static_cast<const Pair*>(collective.in[31 - lane])->value;
    }
}

void own_collective(ThreadState& thread) {
    const Pair in{thread.thread};
    Pair out{};
    run_collective(&thread, all, 3, swap_values, &in, &out, parameter<std::uint64_t>(thread) == 9 ? 9 : 1);
    if (out.value != 31 - thread.thread) rf_trap(&thread, 4);
}

TEST(Warp, CollectivesOfOthers) {
    Device device;
    const Kernel kernel = make_kernel<own_collective>(true);
    EXPECT_TRUE(device.run(kernel, {1, 1, 1}, {32, 1, 1}, std::uint64_t{1}).ok());
    EXPECT_EQ(report_of(device.run(kernel, {1, 1, 1}, {32, 1, 1}, std::uint64_t{9})),
              "error: kernel 'k': lane 17 does not like it\n"
              "  at k.ptx:3, block (0,0,0), thread (17,0,0)");
}

// Each notes how many of its warp have come by since they met: they go on in the order of their lanes, whoever was the
// last to come. Here the lower half comes late.
void meet_and_count(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    std::uint32_t& come = out[64 + thread.thread / 32];
    if (thread.thread % 32 < 16) rf_vote(&thread, VoteOperation::Any, 1, 0xffff, 1);
    rf_warp_sync(&thread, all, 2);
    out[thread.thread] = come++;
}

TEST(Warp, LanesThatHaveMetGoOnInTheirOrder) {
    Device device;
    const Kernel kernel = make_kernel<meet_and_count>(true);
    auto* const out = device.allocate<std::uint32_t>(66);
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {64, 1, 1}, number(out)).ok());
    for (std::uint32_t thread = 0; thread < 64; ++thread)
        ASSERT_EQ(out[thread], thread % 32) << thread;
}

}  // namespace
}  // namespace ringfence::softgpu::test
