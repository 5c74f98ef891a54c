// Shipped policies that promise something about shares and deadlines, in the simulator, by the interpreter and as code.
#include <gtest/gtest.h>

#include "simulated_policy.h"

namespace ringfence::policy {
namespace {

class FurtherPolicies : public testing::Test {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }
};

TEST_F(FurtherPolicies, WeightedFairKeepsSharesWithinAPoint) {
    for (const std::string_view jobs : {"20us", "1ms", "1ms,20us,300us"}) {
        const sched::Outcome outcome = simulate_both(
            "weighted_fair",
            "seconds 6\nvgpu a compute=60%\nvgpu b compute=30%\nvgpu c compute=10%\nload a endless compute " +
                std::string(jobs) + "\nload b endless compute 1ms\nload c endless compute 200us\n");
        ASSERT_EQ(outcome.lanes.size(), 3U);
        for (const sched::LaneOutcome& lane : outcome.lanes) {
            EXPECT_NEAR(points(lane), 100.0 * lane.wanted / sched::whole, 1.0) << lane.vgpu << ", jobs of " << jobs;
            EXPECT_LE(lane.largest_error, 10'000U) << lane.vgpu << ", jobs of " << jobs;
        }
    }
}

TEST_F(FurtherPolicies, WeightedFairLetsOthersUseWhatIsLeft) {
    const sched::Outcome outcome =
        simulate_both("weighted_fair",
                      "seconds 4\nvgpu a compute=80%\nvgpu b compute=20%\nload a periodic compute 1ms every=10ms\n"
                      "load b endless compute 1ms\n");
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_NEAR(points(outcome.lanes[0]), 10, 1.5);
    EXPECT_NEAR(points(outcome.lanes[1]), 90, 1.5);
}

TEST_F(FurtherPolicies, LotteryGivesSharesOnAverage) {
    const sched::Outcome outcome = simulate_both(
        "lottery",
        "seconds 20\nvgpu a compute=60%\nvgpu b compute=30%\nvgpu c compute=10%\nload a endless compute 300us\n"
        "load b endless compute 1ms\nload c endless compute 200us\n");
    ASSERT_EQ(outcome.lanes.size(), 3U);
    EXPECT_NEAR(points(outcome.lanes[0]), 60, 3);
    EXPECT_NEAR(points(outcome.lanes[1]), 30, 3);
    EXPECT_NEAR(points(outcome.lanes[2]), 10, 2);
}

TEST_F(FurtherPolicies, NobodyWhoIsAdmittedMissesADeadline) {
    // Priority 4 means periods of 4 ms, priority 6 periods of 1 ms. Both want less than they reserved.
    const sched::Outcome outcome = simulate_both(
        "deadline",
        "seconds 10\nvgpu fast compute=30% priority=6\nvgpu slow compute=40% priority=4\nvgpu rest compute=20%\n"
        "load fast periodic compute 200us every=1ms\nload slow periodic compute 1ms every=4ms\n"
        "load rest endless compute 500us\n");
    ASSERT_EQ(outcome.lanes.size(), 3U);
    EXPECT_GT(outcome.lanes[0].jobs, 8'000U);
    EXPECT_GT(outcome.lanes[1].jobs, 2'000U);
    // A period, and what cannot be interrupted: one job of somebody else, and the way to the card and back.
    EXPECT_LT(outcome.lanes[0].latencies.most(), 1'000'000 + 1'000'000 + 20'000);
    EXPECT_LT(outcome.lanes[1].latencies.most(), 4'000'000 + 500'000 + 20'000);
    // And nobody is kept from what is left.
    EXPECT_GT(points(outcome.lanes[2]), 40);
}

TEST_F(FurtherPolicies, WhoWantsMoreThanItReservedHarmsNobodyWhoDoesNot) {
    const sched::Outcome outcome = simulate_both(
        "deadline",
        "seconds 10\nvgpu small compute=10% priority=4\nvgpu greedy compute=60% priority=4\nvgpu long compute=30%\n"
        "load small periodic compute 300us every=4ms\nload greedy endless compute 1ms\nload long endless compute "
        "5ms\n");
    ASSERT_EQ(outcome.lanes.size(), 3U);
    EXPECT_LT(outcome.lanes[0].latencies.most(), 4'000'000 + 5'000'000 + 20'000);
    EXPECT_GT(points(outcome.lanes[1]), 50);
    EXPECT_GT(points(outcome.lanes[2]), 20);
}

}  // namespace
}  // namespace ringfence::policy
