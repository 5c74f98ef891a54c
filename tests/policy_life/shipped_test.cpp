// Shipped policies that promise something about shares and deadlines, in the simulator, by the interpreter and as code.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ringfence/policy.h"
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

// Hands the questions on, and counts the jobs of each virtual GPU that were not admitted, once jobs are known.
class Admissions : public sched::Policy {
public:
    explicit Admissions(sched::Policy& policy) : policy_(policy) {}

    sched::Order admit(const sched::LaneFacts& facts) override { return policy_.admit(facts); }
    sched::DispatchAnswer dispatch(const sched::DispatchFacts& facts) override {
        const sched::DispatchAnswer answer = policy_.dispatch(facts);
        if (facts.lane.now >= sched::second && answer.reason != RF_REASON_IN_SHARE) ++refused[facts.lane.vgpu];
        return answer;
    }
    sched::Order retire(const sched::RetireFacts& facts) override { return policy_.retire(facts); }
    sched::MemoryAnswer memory_pressure(const sched::MemoryFacts& facts) override {
        return policy_.memory_pressure(facts);
    }
    sched::MemoryAnswer reclaim(const sched::MemoryFacts& facts) override { return policy_.reclaim(facts); }

    std::map<sched::VgpuId, std::uint64_t> refused;

private:
    sched::Policy& policy_;
};

sched::Time period_of(std::uint32_t priority) {
    return (64 * sched::millisecond) >> priority;
}

TEST_F(FurtherPolicies, NobodyWhoIsAdmittedMissesADeadline) {
    const sched::Outcome outcome = simulate_both(
        "deadline",
        "seconds 10\nvgpu fast compute=30% priority=4\nvgpu slow compute=40% priority=2\nvgpu rest compute=20%\n"
        "load fast periodic compute 200us every=4ms\nload slow periodic compute 400us every=16ms\n"
        "load rest endless compute 300us\n");
    ASSERT_EQ(outcome.lanes.size(), 3U);
    EXPECT_GT(outcome.lanes[0].jobs, 2'000U);
    EXPECT_GT(outcome.lanes[1].jobs, 500U);
    EXPECT_LE(outcome.lanes[0].latencies.most(), period_of(4));
    EXPECT_LE(outcome.lanes[1].latencies.most(), period_of(2));
    // And nobody is kept from what is left.
    EXPECT_GT(points(outcome.lanes[2]), 90);
}

// What a periodic virtual GPU's jobs take together is less than its share.
std::string periodic_load(std::mt19937_64& chance, const std::string& name, std::uint32_t share) {
    const auto priority = static_cast<std::uint32_t>(chance() % 6);
    const sched::Time period = period_of(priority);
    const std::uint64_t steps = 1 + chance() % 3;
    const auto longest = static_cast<std::uint64_t>(period) * share / 200 / 1000 / steps;
    std::string round;
    for (std::uint64_t step = 0; step < steps; ++step) {
        const std::uint64_t job = 5 + chance() % std::clamp<std::uint64_t>(longest, 1, 2'000);
        round += (step == 0 ? "compute " : " + compute ") + std::to_string(job) + "us";
        if (chance() % 3 == 0) round += "," + std::to_string(5 + job / 3) + "us";
    }
    return "vgpu " + name + " compute=" + std::to_string(share) + "% priority=" + std::to_string(priority) + "\nload " +
           name + " periodic " + round + " every=" + std::to_string(period / 1000 * (10 + chance() % 20) / 10) + "us\n";
}

// The virtual GPUs of which each job was admitted, and which were late all the same.
struct Admitted {
    std::uint64_t vgpus = 0;
    std::uint64_t jobs = 0;
    std::string late{};
};

// Four that come again and again beside one that is never out of work; together they may want more than there is.
void try_deadlines(std::mt19937_64& chance, HostedPolicy& policy, Admitted& admitted) {
    std::string workload = "seconds 3\nseed " + std::to_string(chance() % 1'000) + "\n";
    std::uint32_t left = 100;
    std::vector<sched::Time> periods;
    for (int load = 0; load < 4; ++load) {
        const auto share = static_cast<std::uint32_t>(1 + chance() % (left / 2));
        left -= share;
        const std::string text = periodic_load(chance, "p" + std::to_string(load), share);
        periods.push_back(period_of(static_cast<std::uint32_t>(text[text.find("priority=") + 9] - '0')));
        workload += text;
    }
    workload += "vgpu rest compute=" + std::to_string(left) + "%\nload rest endless compute " +
                std::to_string(100 + chance() % 1'500) + "us\n";
    Admissions admissions(policy);
    const sched::Outcome outcome = sched::simulate(sched::parse_workload(workload, "test").value(), admissions).value();
    ASSERT_EQ(outcome.lanes.size(), 5U);
    EXPECT_EQ(outcome.lost, 0U);
    for (std::uint32_t vgpu = 0; vgpu < 4; ++vgpu) {
        if (admissions.refused[vgpu] != 0) continue;
        ++admitted.vgpus;
        admitted.jobs += outcome.lanes[vgpu].jobs;
        if (outcome.lanes[vgpu].latencies.most() > periods[vgpu])
            admitted.late += "number " + std::to_string(vgpu) + " of\n" + workload;
    }
}

// RINGFENCE_TEST_WORKLOADS: how many.
TEST_F(FurtherPolicies, NobodyWhoIsAdmittedMissesADeadlineBesideAnything) {
    const char* const wanted = std::getenv("RINGFENCE_TEST_WORKLOADS");
    const int workloads = wanted == nullptr ? 15 : std::atoi(wanted);
    const std::string object = compile_policy(source_of("deadline"));
    std::mt19937_64 chance(16);
    Admitted admitted;
    for (int i = 0; i < workloads; ++i) {
        auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
        ASSERT_TRUE(policy.ok()) << policy.error().text();
        try_deadlines(chance, *policy.value(), admitted);
        ASSERT_EQ(policy.value()->faults(), 0U);
    }
    EXPECT_EQ(admitted.late, "");
    EXPECT_GT(admitted.vgpus, static_cast<std::uint64_t>(workloads));
    RecordProperty("vgpus", std::to_string(admitted.vgpus));
    RecordProperty("jobs", std::to_string(admitted.jobs));
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
