// Shipped policies that promise something about shares and deadlines, in the simulator, by the interpreter and as code.
#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

#include "policy/compiler/compiler.h"
#include "policy/hosted_policy.h"
#include "policy_source.h"
#include "sched/simulator/simulation.h"

namespace ringfence::policy {
namespace {

std::string source_of(const std::string& name) {
    return read_file(RINGFENCE_SOURCE_DIR "/policies/" + name + ".c", 1 << 20).value();
}

// Runs a workload with the policy, by the interpreter and as code: what comes of it must be the same.
sched::Outcome simulate_both(const std::string& name, std::string_view workload) {
    const std::string object = compile_policy(source_of(name));
    const ConstBytes bytes(reinterpret_cast<const std::uint8_t*>(object.data()), object.size());
    const sched::Workload parsed = sched::parse_workload(workload, "test").value();
    sched::Outcome outcomes[2];
    for (const bool is_native : {false, true}) {
        auto policy = HostedPolicy::load(bytes, is_native ? MakeRunner(native_or_interpreted) : MakeRunner(interpret));
        EXPECT_TRUE(policy.ok()) << policy.error().text();
        outcomes[is_native ? 1 : 0] = sched::simulate(parsed, *policy.value()).value();
        EXPECT_EQ(policy.value()->faults(), 0U);
        EXPECT_EQ(outcomes[is_native ? 1 : 0].lost, 0U);
    }
    EXPECT_EQ(outcomes[0].jobs, outcomes[1].jobs);
    EXPECT_EQ(outcomes[0].decisions, outcomes[1].decisions);
    for (std::size_t i = 0; i < outcomes[0].lanes.size(); ++i)
        EXPECT_EQ(outcomes[0].lanes[i].device_time, outcomes[1].lanes[i].device_time);
    return outcomes[0];
}

double points(const sched::LaneOutcome& lane) {
    return 100.0 * static_cast<double>(lane.got) / sched::whole;
}

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
    // Of priority 4: periods of 4 ms; of 6: of 1 ms. What they want is less than they reserved.
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
