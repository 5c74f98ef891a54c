#include "sched/band.h"

#include "rig.h"

namespace ringfence::sched {
namespace {

TEST(Band, CopiesAreCutWhileOthersWait) {
    Rig rig;
    const VgpuId one = rig.add(whole / 2);
    const VgpuId two = rig.add(whole / 2);
    EXPECT_EQ(rig.dispatcher.copy_piece(one, Resource::CopyTo, 100 << 20, rig.now), 100U << 20);
    const StreamId stream = rig.stream(two);
    for (int index = 0; index < 3; ++index)
        rig.submit(stream, Resource::CopyTo, {}, 10 * millisecond);
    EXPECT_EQ(rig.dispatcher.copy_piece(one, Resource::CopyTo, 100 << 20, rig.now), 4U << 20);
    EXPECT_EQ(rig.dispatcher.copy_piece(one, Resource::CopyFrom, 100 << 20, rig.now), 100U << 20);
    EXPECT_EQ(rig.dispatcher.copy_piece(two, Resource::CopyTo, 100 << 20, rig.now), 100U << 20) << "nobody else waits";
}

MemoryFacts memory_of(std::uint32_t priority, Time idle, std::uint64_t resident, std::uint64_t elsewhere,
                      std::uint32_t queued) {
    MemoryFacts facts{};
    facts.priority = priority;
    facts.idle = idle;
    facts.resident = resident;
    facts.elsewhere = elsewhere;
    facts.share = 100;
    facts.queued = queued;
    return facts;
}

TEST(Band, LowPriorityAndIdleMemoryLeavesFirst) {
    Rig rig;
    const std::vector<MemoryFacts> candidates = {
        memory_of(2, 10 * second, 500, 0, 0), memory_of(0, 0, 50, 0, 3),          memory_of(0, second, 50, 0, 0),
        memory_of(0, 5 * second, 50, 0, 0),   memory_of(0, 9 * second, 0, 50, 0),
    };
    EXPECT_EQ(rig.dispatcher.choose_victim(candidates), 3U);
    EXPECT_EQ(rig.dispatcher.choose_victim(std::span(candidates).first(2)), 1U);
    EXPECT_EQ(rig.dispatcher.choose_victim({}), std::nullopt);
}

TEST(Band, WhoHasSomethingToDoComesBackFirst) {
    Rig rig;
    const std::vector<MemoryFacts> candidates = {memory_of(3, second, 0, 50, 0), memory_of(0, second, 0, 50, 1),
                                                 memory_of(1, 0, 0, 50, 1), memory_of(2, 0, 50, 0, 1)};
    EXPECT_EQ(rig.dispatcher.choose_returning(candidates), 2U);
    EXPECT_EQ(rig.dispatcher.choose_returning(std::span(candidates).first(1)), std::nullopt);
}

// A program that launches, waits and launches again, beside one with long jobs: between two of the program's jobs the
// card is held for a moment, and not for longer.
TEST(Band, TheCardIsHeldForOneThatComesAgainSoon) {
    Rig rig;
    const StreamId quick = rig.stream(rig.add(whole / 2));
    const StreamId slow = rig.stream(rig.add(whole / 2));
    const auto one_quick_job = [&] {
        rig.now += 30 * microsecond;
        rig.finish(rig.submit(quick), 20 * microsecond);
    };
    for (int index = 0; index < 20; ++index)
        one_quick_job();
    const JobId first = rig.submit(slow, Resource::Compute, {}, 50 * millisecond);
    ASSERT_TRUE(rig.has_started(first)) << "it had nothing yet";
    const JobId third = rig.submit(slow, Resource::Compute, {}, 50 * millisecond);
    rig.now += 30 * microsecond;
    const JobId short_job = rig.submit(quick);
    rig.finish(first, 50 * millisecond);
    ASSERT_TRUE(rig.has_started(short_job));
    rig.finish(short_job, 20 * microsecond);
    EXPECT_FALSE(rig.has_started(third));
    EXPECT_EQ(rig.why(third), Reason::Held);
    one_quick_job();
    EXPECT_EQ(rig.why(third), Reason::Held);
    rig.now = rig.dispatcher.next_wake();
    rig.dispatcher.tick(rig.now);
    EXPECT_TRUE(rig.has_started(third));
}

TEST(Band, CreditIsWithinOnePeriod) {
    Rig rig;
    const VgpuId one = rig.add(whole / 2);
    const VgpuId two = rig.add(whole / 2);
    const StreamId stream_one = rig.stream(one);
    const StreamId stream_two = rig.stream(two);
    for (int index = 0; index < 8; ++index) {
        rig.submit(stream_one, Resource::Compute, {}, 50 * millisecond);
        rig.submit(stream_two, Resource::Compute, {}, 50 * millisecond);
    }
    for (int index = 0; index < 10; ++index) {
        rig.finish_oldest(50 * millisecond);
        for (const VgpuId vgpu : {one, two}) {
            EXPECT_LE(rig.band.credit(vgpu, Resource::Compute), 30 * millisecond);
            EXPECT_GE(rig.band.credit(vgpu, Resource::Compute), -30 * millisecond);
        }
    }
}

}  // namespace
}  // namespace ringfence::sched
