// Shipped policies that protect somebody: latency-critical jobs, iterations, the copy engine, memory in use.
#include <gtest/gtest.h>

#include "policy/compiler/compiler.h"
#include "simulated_policy.h"

namespace ringfence::policy {
namespace {

class ProtectingPolicies : public testing::Test {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }
};

sched::Outcome simulate_built_in(std::string_view workload) {
    sched::Band band;
    return sched::simulate(sched::parse_workload(workload, "test").value(), band).value();
}

constexpr std::string_view inference_beside_training =
    "seconds 6\nvgpu server compute=30% priority=6\nvgpu trainer compute=70%\n"
    "load server periodic compute 200us every=10ms\nload trainer endless compute 2ms\n";

TEST_F(ProtectingPolicies, CriticalJobsHardlyWaitAndTrainingGoesOn) {
    const sched::Outcome usual = simulate_built_in(inference_beside_training);
    const sched::Outcome guarded = simulate_both("latency_critical", inference_beside_training);
    ASSERT_EQ(guarded.lanes.size(), 2U);
    EXPECT_GT(usual.lanes[0].waits.at_permille(990), 1'000'000);
    EXPECT_LT(guarded.lanes[0].waits.at_permille(990), 100'000);
    EXPECT_GE(guarded.lanes[0].jobs, 590U);
    // At most one job's time of training is kept free before a request.
    EXPECT_GT(guarded.lanes[1].device_time, usual.lanes[1].device_time * 3 / 4);
}

TEST_F(ProtectingPolicies, JobsThatNeverFitBetweenCriticalOnesRunAllTheSame) {
    const sched::Outcome outcome =
        simulate_both("latency_critical",
                      "seconds 6\nvgpu server compute=30% priority=6\nvgpu trainer compute=70%\n"
                      "load server periodic compute 200us every=5ms\nload trainer endless compute 20ms\n");
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_GT(points(outcome.lanes[1]), 80);
    EXPECT_LT(outcome.lanes[0].waits.most(), 25'000'000);
}

TEST_F(ProtectingPolicies, BestEffortIsSharedByShares) {
    const sched::Outcome outcome = simulate_both(
        "latency_critical",
        "seconds 6\nvgpu server compute=10% priority=5\nvgpu a compute=60%\nvgpu b compute=30%\n"
        "load server periodic compute 100us every=10ms\nload a endless compute 1ms\nload b endless compute 1ms\n");
    ASSERT_EQ(outcome.lanes.size(), 3U);
    EXPECT_NEAR(points(outcome.lanes[1]) / points(outcome.lanes[2]), 2.0, 0.1);
}

// Counts how often another virtual GPU comes on than the one before.
class CountsSwitches : public sched::Policy {
public:
    explicit CountsSwitches(sched::Policy& other) : other_(other) {}

    sched::Order admit(const sched::LaneFacts& facts) override { return other_.admit(facts); }
    sched::DispatchAnswer dispatch(const sched::DispatchFacts& facts) override {
        const sched::DispatchAnswer answer = other_.dispatch(facts);
        if (answer.action == sched::Action::Start) {
            switches += facts.lane.vgpu == last_ ? 0 : 1;
            ++starts;
            last_ = facts.lane.vgpu;
        }
        return answer;
    }
    sched::Order retire(const sched::RetireFacts& facts) override { return other_.retire(facts); }
    sched::MemoryAnswer memory_pressure(const sched::MemoryFacts& facts) override {
        return other_.memory_pressure(facts);
    }
    sched::MemoryAnswer reclaim(const sched::MemoryFacts& facts) override { return other_.reclaim(facts); }

    std::uint64_t switches = 0;
    std::uint64_t starts = 0;

private:
    sched::Policy& other_;
    sched::VgpuId last_ = sched::nobody;
};

std::uint64_t switches_per_thousand(sched::Policy& policy, std::string_view workload) {
    CountsSwitches counted(policy);
    EXPECT_EQ(sched::simulate(sched::parse_workload(workload, "test").value(), counted).value().lost, 0U);
    EXPECT_GT(counted.starts, 1'000U);
    return counted.switches * 1'000 / counted.starts;
}

TEST_F(ProtectingPolicies, AnIterationIsNotInterrupted) {
    // Iterations of four kernels and of three, with a pause between them.
    constexpr std::string_view training =
        "seconds 6\nvgpu a compute=60%\nvgpu b compute=40%\n"
        "load a sync compute 1ms + compute 1ms + compute 1ms + compute 1ms think=1ms\n"
        "load b sync compute 1ms + compute 1ms + compute 1ms think=1ms\n";
    sched::Band band;
    const auto lanes = load_source(source_of("iteration_lanes"));
    ASSERT_NE(lanes, nullptr);
    EXPECT_GT(switches_per_thousand(band, training), 400U);
    EXPECT_LT(switches_per_thousand(*lanes, training), 300U);
    EXPECT_EQ(lanes->faults(), 0U);
}

TEST_F(ProtectingPolicies, WhoNeverPausesDoesNotKeepTheLane) {
    const sched::Outcome outcome =
        simulate_both("iteration_lanes",
                      "seconds 10\nvgpu a compute=70%\nvgpu b compute=30%\nload a endless compute 1ms\n"
                      "load b endless compute 1ms\n");
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_NEAR(points(outcome.lanes[0]), 70, 3);
    EXPECT_NEAR(points(outcome.lanes[1]), 30, 3);
}

TEST_F(ProtectingPolicies, CopiesGetNoMoreThanTheirTokens) {
    const sched::Outcome outcome =
        simulate_both("token_bucket",
                      "seconds 10\nvgpu small compute=50% copy=20%\nvgpu large compute=50% copy=50%\n"
                      "load small endless copy_to 1ms\nload large periodic copy_to 1ms every=20ms\n");
    ASSERT_EQ(outcome.lanes.size(), 2U);
    // Its part of all time after the first second, though the engine is idle for most of it.
    const auto part = static_cast<double>(outcome.lanes[0].device_time) / (9 * sched::second);
    EXPECT_NEAR(part, 0.2, 0.02);
    EXPECT_LT(outcome.lanes[1].waits.at_permille(990), 2'000'000);
}

TEST_F(ProtectingPolicies, TokenBucketsLeaveKernelsToTheBuiltInPolicy) {
    constexpr std::string_view kernels =
        "seconds 3\nvgpu a compute=70%\nvgpu b compute=30% priority=2\n"
        "load a endless compute 1ms\nload b periodic compute 200us every=2ms\n";
    EXPECT_EQ(simulate_both("token_bucket", kernels).decisions, simulate_built_in(kernels).decisions);
}

TEST_F(ProtectingPolicies, CopiesAreCutToWhatABucketIsWorth) {
    const auto policy = load_source(source_of("token_bucket"));
    ASSERT_NE(policy, nullptr);
    sched::CopyFacts copy{};
    copy.bytes = std::uint64_t{4} << 30U;
    EXPECT_EQ(policy->copy_enqueued(copy).piece, copy.bytes);
    copy.others = 1;
    EXPECT_EQ(policy->copy_enqueued(copy).piece, 200'000'000U);
    copy.bytes = 1000;
    EXPECT_EQ(policy->copy_enqueued(copy).piece, 1000U);
}

sched::MemoryFacts session_with(std::uint32_t session, std::uint32_t priority, sched::Time idle,
                                std::uint64_t resident) {
    sched::MemoryFacts facts{};
    facts.now = 100 * sched::second;
    facts.session = session;
    facts.priority = priority;
    facts.idle = idle;
    facts.resident = resident;
    facts.share = 1U << 30;
    return facts;
}

TEST_F(ProtectingPolicies, MemoryLeavesByPriority) {
    const auto policy = load_source(source_of("reclaim_priority"));
    ASSERT_NE(policy, nullptr);
    const auto low = session_with(1, 0, 0, 1U << 30);
    const auto high = session_with(2, 5, sched::second, 2U << 30);
    const auto low_and_large = session_with(3, 0, 0, std::uint64_t{4} << 30);
    EXPECT_GT(policy->memory_pressure(low).score, policy->memory_pressure(high).score);
    EXPECT_GT(policy->memory_pressure(low_and_large).score, policy->memory_pressure(low).score);
    auto waiting = high;
    waiting.queued = 1;
    waiting.elsewhere = 1U << 20;
    auto waiting_low = low;
    waiting_low.queued = 1;
    EXPECT_EQ(policy->reclaim(high).score, 0U);
    EXPECT_GT(policy->reclaim(waiting).score, policy->reclaim(waiting_low).score);
}

TEST_F(ProtectingPolicies, MemoryLeavesByUse) {
    const auto policy = load_source(source_of("reclaim_lru"));
    ASSERT_NE(policy, nullptr);
    const auto recent = session_with(1, 0, sched::millisecond, 1U << 30);
    const auto old = session_with(2, 7, sched::second, 1U << 20);
    auto old_with_jobs = session_with(3, 0, 10 * sched::second, 1U << 30);
    old_with_jobs.queued = 2;
    EXPECT_GT(policy->memory_pressure(old).score, policy->memory_pressure(recent).score);
    EXPECT_GT(policy->memory_pressure(recent).score, policy->memory_pressure(old_with_jobs).score);
    EXPECT_GT(policy->memory_pressure(old_with_jobs).score, 0U);
    EXPECT_GT(policy->reclaim(old_with_jobs).score, 0U);
    EXPECT_EQ(policy->reclaim(old).score, 0U);
}

TEST_F(ProtectingPolicies, MemoryOutsideOfWorkingSetsLeavesFirstAndWindowsLearn) {
    const auto policy = load_source(source_of("reclaim_working_set"));
    ASSERT_NE(policy, nullptr);
    const auto inside = session_with(1, 0, sched::second, std::uint64_t{8} << 30);
    auto outside = session_with(2, 0, 3 * sched::second, 1U << 20);
    const auto large_outside = session_with(3, 0, 3 * sched::second, 1U << 30);
    EXPECT_GT(policy->memory_pressure(outside).score, policy->memory_pressure(inside).score);
    EXPECT_GT(policy->memory_pressure(large_outside).score, policy->memory_pressure(outside).score);
    EXPECT_GT(policy->memory_pressure(inside).score, 0U);
    // It is gone, and wanted back half a second later: too early, so its window doubles to four seconds.
    outside.elsewhere = outside.resident;
    EXPECT_EQ(policy->reclaim(outside).score, 0U);
    outside.now += sched::second / 2;
    outside.queued = 1;
    EXPECT_GT(policy->reclaim(outside).score, 0U);
    outside.queued = 0;
    outside.elsewhere = 0;
    EXPECT_LT(policy->memory_pressure(outside).score, policy->memory_pressure(large_outside).score);
    EXPECT_LT(policy->memory_pressure(outside).score, std::uint64_t{1} << 62U);
}

}  // namespace
}  // namespace ringfence::policy
