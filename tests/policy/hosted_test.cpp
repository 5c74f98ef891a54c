// The shipped policies, in the simulator.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../has_clang.h"
#include "base/file.h"
#include "policy/hosted_policy.h"
#include "sched/simulator/report.h"
#include "sched/simulator/simulation.h"
#include "source_dir.h"

namespace ringfence::policy {
namespace {

constexpr std::size_t largest_file = 1 << 20;

std::unique_ptr<HostedPolicy> compile_and_load(const std::string& name) {
    const std::filesystem::path object =
        std::filesystem::path(testing::TempDir()) / ("policy_" + name + "_" + std::to_string(::getpid()) + ".o");
    const std::string command = "clang -O2 -g -Wall -Wextra -Werror -target bpf -mcpu=v3 -I '" RINGFENCE_SOURCE_DIR
                                "/include' -c '" RINGFENCE_SOURCE_DIR "/policies/" +
                                name + ".c' -o '" + object.string() + "'";
    if (std::system(command.c_str()) != 0) return nullptr;
    const std::string bytes = read_file(object, largest_file).value();
    std::filesystem::remove(object);
    auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    EXPECT_TRUE(policy.ok()) << policy.error().text();
    return policy.ok() ? policy.take() : nullptr;
}

// Asks both, and counts what they answer differently.
class Compared : public sched::Policy {
public:
    explicit Compared(sched::Policy& other) : other_(other) {}

    sched::Order admit(const sched::LaneFacts& facts) override { return same(band_.admit(facts), other_.admit(facts)); }
    sched::DispatchAnswer dispatch(const sched::DispatchFacts& facts) override {
        return same(band_.dispatch(facts), other_.dispatch(facts));
    }
    sched::Order retire(const sched::RetireFacts& facts) override {
        return same(band_.retire(facts), other_.retire(facts));
    }
    sched::MemoryAnswer memory_pressure(const sched::MemoryFacts& facts) override {
        return same(band_.memory_pressure(facts), other_.memory_pressure(facts));
    }
    sched::MemoryAnswer reclaim(const sched::MemoryFacts& facts) override {
        return same(band_.reclaim(facts), other_.reclaim(facts));
    }

    std::uint64_t decisions = 0;
    std::uint64_t differences = 0;

private:
    template <typename Answer>
    Answer same(const Answer& mine, const Answer& theirs) {
        ++decisions;
        if (std::memcmp(&mine, &theirs, sizeof mine) != 0) ++differences;
        return mine;
    }

    sched::Band band_;
    sched::Policy& other_;
};

sched::Outcome simulate_text(std::string_view text, sched::Policy& policy, std::uint64_t most_jobs = 100'000) {
    return sched::simulate(sched::parse_workload(text, "test").value(), policy, {}, most_jobs).value();
}

constexpr std::string_view workloads[] = {
    "seconds 3\nvgpu a compute=70%\nvgpu b compute=30% priority=2\n"
    "load a endless compute 1ms\nload b periodic compute 200us every=2ms\n",
    "seconds 3\nvgpu a compute=50%\nvgpu b compute=50%\nload a sync compute 20us think=30us\n"
    "load b endless compute 50ms\n",
    "seconds 3\nvgpu v compute=1% copy=1% priority=1 count=50\nvgpu w compute=50% copy=50%\n"
    "load v endless copy_to 1ms,20us + compute 20us,1ms,5ms + copy_from 100us\nload w endless compute 300us\n"
    "load w sync copy_to 100us think=50us\n",
};

// RINGFENCE_TEST_JOBS: how many of each workload, of those that fit into an hour of its time.
TEST(ShippedPolicies, BandDecidesAsTheBuiltInOne) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const char* const wanted = std::getenv("RINGFENCE_TEST_JOBS");
    const std::uint64_t most_jobs = wanted == nullptr ? 100'000 : std::strtoull(wanted, nullptr, 10);
    for (const std::string_view line : workloads) {
        std::string workload(line);
        if (wanted != nullptr) workload.replace(workload.find("seconds 3"), 9, "seconds 3600");
        const auto band = compile_and_load("band");
        ASSERT_NE(band, nullptr);
        Compared both(*band);
        const sched::Outcome outcome = simulate_text(workload, both, most_jobs);
        EXPECT_EQ(outcome.lost, 0U);
        EXPECT_GT(both.decisions, 1'000U);
        if (wanted != nullptr) RecordProperty("decisions", std::to_string(both.decisions));
        EXPECT_EQ(both.differences, 0U) << "of " << both.decisions;
        EXPECT_EQ(band->faults(), 0U);
    }
}

// A program that gets no processor cannot ask for its share: it has next to nothing queued, and others use the card.
// That is so with the built-in policy, too, point for point.
TEST(ShippedPolicies, BandGivesWayAsTheBuiltInOneWhereAProgramIsStarved) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    constexpr std::string_view starved =
        "seconds 5\nvgpu a compute=80%\nvgpu b compute=20%\nload a sync compute 1ms think=750us\n"
        "load b endless compute 1ms\n";
    const auto band = compile_and_load("band");
    ASSERT_NE(band, nullptr);
    sched::Band built_in;
    const sched::Outcome one = simulate_text(starved, built_in);
    const sched::Outcome other = simulate_text(starved, *band);
    ASSERT_EQ(one.lanes.size(), 2U);
    ASSERT_EQ(other.lanes.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(one.lanes[i].device_time, other.lanes[i].device_time);
        EXPECT_EQ(one.lanes[i].jobs, other.lanes[i].jobs);
    }
    // Far from 80 %: it does not want more.
    EXPECT_LT(one.lanes[0].got, 600'000U);
}

TEST(ShippedPolicies, RoundRobinGivesEachAsManyJobs) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const auto policy = compile_and_load("round_robin");
    ASSERT_NE(policy, nullptr);
    const sched::Outcome outcome = simulate_text(
        "seconds 4\nvgpu a compute=90%\nvgpu b compute=10%\nload a endless compute 2ms\nload b endless compute 1ms\n",
        *policy);
    ASSERT_EQ(outcome.lanes.size(), 2U);
    const auto a = static_cast<std::int64_t>(outcome.lanes[0].jobs);
    const auto b = static_cast<std::int64_t>(outcome.lanes[1].jobs);
    EXPECT_LE(std::abs(a - b), 3) << a << " and " << b;
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_EQ(policy->faults(), 0U);
}

TEST(ShippedPolicies, FifoGivesMoreToWhoSubmitsMore) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const auto policy = compile_and_load("fifo");
    ASSERT_NE(policy, nullptr);
    const sched::Outcome outcome = simulate_text(
        "seconds 4\nvgpu a compute=50%\nvgpu b compute=50%\nload a periodic compute 1ms every=1500us\n"
        "load b periodic compute 1ms every=15ms\n",
        *policy);
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_GT(outcome.lanes[0].jobs, 8 * outcome.lanes[1].jobs);
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_EQ(policy->faults(), 0U);
}

TEST(HostedPolicy, ARefusalIsAnError) {
    const auto policy = HostedPolicy::load({});
    ASSERT_FALSE(policy.ok());
    EXPECT_THAT(policy.error().text(), testing::HasSubstr("no ELF file"));
}

}  // namespace
}  // namespace ringfence::policy
