// Members of a virtual GPU that count differently, without a policy of its own.
#include <gtest/gtest.h>

#include "rig.h"
#include "sched/member_weights.h"
#include "sched/simulator/simulation.h"

namespace ringfence::sched {
namespace {

// How many jobs the first load did for one of the second's.
double ratio(std::string_view text) {
    Band band;
    const Workload workload = parse_workload(text, "test").value();
    const Outcome outcome = simulate(workload, band).value();
    EXPECT_EQ(outcome.lost, 0U);
    return static_cast<double>(outcome.jobs_of_load[0]) / static_cast<double>(outcome.jobs_of_load[1]);
}

TEST(MemberWeights, SayWhoseTheVirtualGpuIs) {
    MemberWeights weights;
    EXPECT_FALSE(weights.do_differ());
    EXPECT_EQ(weights.part_of(7), whole);
    weights.set(2, whole);
    weights.set(0, whole);
    EXPECT_FALSE(weights.do_differ());
    EXPECT_EQ(weights.part_of(2), whole / 2);
    weights.set(2, whole / 3);
    EXPECT_TRUE(weights.do_differ());
    EXPECT_NEAR(weights.part_of(2), 250'000, 1);
    EXPECT_GE(weights.part_of(7), 1U);
    weights.set(0, 0);
    EXPECT_FALSE(weights.do_differ());
    EXPECT_EQ(weights.part_of(2), whole);
}

TEST(Weights, DivideAVirtualGpuAmongItsSessions) {
    EXPECT_NEAR(ratio("seconds 5\nvgpu a\nload a endless compute 1ms\nload a endless compute 1ms weight=25%\n"), 4,
                0.1);
    EXPECT_NEAR(ratio("seconds 5\nvgpu a\nload a endless copy_to 1ms\nload a endless copy_to 1ms weight=25%\n"), 4,
                0.1);
    // Jobs of different lengths: time is divided, not turns.
    EXPECT_NEAR(ratio("seconds 20\nvgpu a\nload a endless compute 5ms\nload a endless compute 1ms weight=50%\n"), 0.4,
                0.02);
}

TEST(Weights, LeaveWhatOneDoesNotUseToTheOthers) {
    Band band;
    const Workload workload = parse_workload(
                                  "seconds 5\nvgpu a\nload a periodic compute 1ms every=100ms\n"
                                  "load a endless compute 1ms weight=1%\n",
                                  "test")
                                  .value();
    const Outcome outcome = simulate(workload, band).value();
    EXPECT_GT(outcome.busy[0], 970'000U);
    EXPECT_GE(outcome.jobs_of_load[0], 49U);
}

// It launches and waits, so it has nothing queued between two jobs: the other must not seem to be alone then.
TEST(Weights, ProtectOneThatWaitsForEachOfItsJobs) {
    EXPECT_GT(ratio("seconds 20\nvgpu a\nload a sync compute 1ms think=20us\nload a endless compute 1ms weight=2%\n"),
              20);
}

// Otherwise it would pay a tenant to lower a part of its sessions.
TEST(Weights, DoNotChangeWhatVirtualGpusGet) {
    Band band;
    const Workload workload = parse_workload(
                                  "seconds 5\nvgpu mine compute=50%\nvgpu other compute=50%\n"
                                  "load mine endless compute 1ms\nload mine endless compute 1ms weight=1%\n"
                                  "load mine endless compute 1ms weight=10%\nload other endless compute 1ms\n",
                                  "test")
                                  .value();
    const Outcome outcome = simulate(workload, band).value();
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_NEAR(outcome.lanes[0].got, 500'000, 10'000);
    EXPECT_NEAR(outcome.lanes[1].got, 500'000, 10'000);
}

class WeightsOf : public testing::Test {
protected:
    StreamId member(MemberId number) { return rig_.dispatcher.open_stream(mine_, number, number).take(); }
    void weigh(MemberId number, std::uint32_t weight) {
        ASSERT_TRUE(rig_.dispatcher.weigh(mine_, number, weight, rig_.now).ok());
    }
    // A job of each, again and again; how many of the first `count` that ended are the first one's.
    int turns_of(StreamId first, StreamId second, int count) {
        for (int i = 0; i < count; ++i) {
            rig_.submit(first);
            rig_.submit(second);
        }
        int turns = 0;
        for (int i = 0; i < count; ++i) {
            rig_.finish_oldest(millisecond);
            const std::size_t next = rig_.jobs.size() - 1;
            turns += rig_.jobs[next].stream == first ? 1 : 0;
        }
        return turns;
    }

    Rig rig_{one_at_a_time()};
    const VgpuId mine_ = rig_.add(500'000);
};

TEST_F(WeightsOf, MembersChangeWhileJobsWaitAndNoneIsLost) {
    const StreamId streams[] = {member(0), member(1), member(2)};
    for (int i = 0; i < 60; ++i)
        rig_.submit(streams[i % 3]);
    for (std::uint32_t ended = 0; ended < 60; ++ended) {
        weigh(ended % 3, ended % 7 == 0 ? 0 : whole / (1 + ended % 5));
        ASSERT_GT(rig_.started.size(), ended);
        rig_.finish_oldest(millisecond);
    }
    EXPECT_EQ(rig_.dispatcher.unfinished(), 0U);
}

TEST_F(WeightsOf, ASessionThatIsOverOwesNothingForTheNextOfItsNumber) {
    weigh(0, whole);
    weigh(1, whole / 100);
    const StreamId first = member(0);
    const StreamId lowered = member(1);
    // A second of the card is a hundred of its own.
    for (int i = 0; i < 4; ++i) {
        rig_.submit(first);
        rig_.submit(lowered);
    }
    for (int i = 0; i < 8; ++i)
        rig_.finish_oldest(second);
    ASSERT_EQ(rig_.dispatcher.unfinished(), 0U);
    rig_.dispatcher.close_stream(lowered);
    weigh(1, 0);
    weigh(1, whole);
    weigh(2, whole / 2);  // so that there still is an order
    const StreamId next = member(1);
    // The other may have saved a period.
    EXPECT_NEAR(turns_of(first, next, 100), 50, 10);
}

TEST_F(WeightsOf, HoldAgainWhenAPolicyOfTheVirtualGpusOwnGoes) {
    Band own;
    weigh(0, whole);
    weigh(1, whole / 10);
    ASSERT_TRUE(rig_.dispatcher.nest(mine_, &own, rig_.now).ok());
    ASSERT_TRUE(rig_.dispatcher.nest(mine_, nullptr, rig_.now).ok());
    EXPECT_GE(turns_of(member(0), member(1), 44), 38);
}

TEST_F(WeightsOf, MembersThatCountAlikeNeedNoOrder) {
    weigh(0, whole / 10);
    weigh(1, whole / 10);
    EXPECT_FALSE(rig_.dispatcher.do_weights_differ(mine_));
    weigh(1, whole);
    EXPECT_TRUE(rig_.dispatcher.do_weights_differ(mine_));
    weigh(1, 0);
    EXPECT_FALSE(rig_.dispatcher.do_weights_differ(mine_));
    EXPECT_FALSE(rig_.dispatcher.weigh(99, 0, whole, 0).ok());
}

}  // namespace
}  // namespace ringfence::sched
