// Policies learn facts of single jobs (JOB_META), and say where kernels run (PLACEMENT).
#include <cstring>

#include <gmock/gmock.h>

#include "policy/seat.h"
#include "ringfence/policy.h"
#include "simulated_policy.h"

namespace ringfence::policy {
namespace {

class JobsAndPlaces : public testing::Test {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }

    static std::string with(const std::string& map) {
        return map +
               "\nstatic void on_dispatch(struct rf_dispatch* ctx) { ctx->answer.reason = RF_REASON_IN_SHARE; }\n"
               "RF_POLICY(\"known\", .dispatch = on_dispatch);\n";
    }
    static sched::Outcome run(sched::Policy& policy, std::string_view workload) {
        sched::Outcome outcome = sched::simulate(sched::parse_workload(workload, "test").value(), policy).value();
        EXPECT_EQ(outcome.lost, 0U);
        return outcome;
    }
    static Map& the_map(HostedPolicy& policy, const std::string& name) {
        for (Map& map : policy.maps()) {
            if (map.spec().name == name) return map;
        }
        ADD_FAILURE() << "no map " << name;
        return policy.maps().front();
    }
    template <typename Value>
    static Value entry(HostedPolicy& policy, const std::string& name, std::uint32_t index) {
        Value value{};
        std::memcpy(&value, the_map(policy, name).value(index).data(), sizeof value);
        return value;
    }
    static void place(HostedPolicy& policy, std::uint32_t vgpu, std::uint32_t first, std::uint32_t count) {
        const rf_placement wish{first, count, 0, 0};
        std::memcpy(the_map(policy, "PLACEMENT").value(vgpu).data(), &wish, sizeof wish);
    }
};

constexpr std::string_view two_kernels =
    "seconds 2\nvgpu a compute=50%\nvgpu b compute=50%\nload a endless compute 1ms + compute 3ms\n"
    "load b endless compute 2ms\nload b endless copy_to 1ms\nload a endless copy_to 1ms\n";

TEST_F(JobsAndPlaces, TheNextJobOfEachLaneIsKnownWithWhatItsKernelTook) {
    const auto policy = load_source(with("RF_MAP_JOB_META(2);"));
    ASSERT_NE(policy, nullptr);
    run(*policy, two_kernels);
    const auto a = entry<rf_job_meta>(*policy, "JOB_META", 0);
    ASSERT_THAT(a.kernel, testing::AnyOf(1U, 2U));
    EXPECT_EQ(a.expected, a.kernel == 1 ? 1'000'000 : 3'000'000);
    EXPECT_GT(a.runs, 100U);
    EXPECT_GT(a.ready, 1'000'000'000);
    const auto b = entry<rf_job_meta>(*policy, "JOB_META", 3);
    EXPECT_EQ(b.kernel, 257U);
    EXPECT_EQ(b.expected, 2'000'000);
    const auto copy = entry<rf_job_meta>(*policy, "JOB_META", 4);
    EXPECT_EQ(copy.kernel, 0U);
    EXPECT_GT(copy.ready, 1'000'000'000);
}

TEST_F(JobsAndPlaces, OfLanesBeyondTheLastEntryNothingIsSaid) {
    const auto policy = load_source(with("RF_MAP_ARRAY(JOB_META, struct rf_job_meta, 1);"));
    ASSERT_NE(policy, nullptr);
    run(*policy, two_kernels);
    EXPECT_NE(entry<rf_job_meta>(*policy, "JOB_META", 0).kernel, 0U);
}

// With a turn each, job by job, the second would have 2 % of the card.
TEST_F(JobsAndPlaces, ShortKernelsGoFirst) {
    const sched::Outcome outcome = simulate_both("short_kernels",
                                                 "seconds 4\nvgpu a compute=50%\nvgpu b compute=50%\n"
                                                 "load a endless compute 5ms\nload b endless compute 100us\n");
    EXPECT_GT(points(outcome.lanes[1]), 60);
    EXPECT_GT(points(outcome.lanes[0]), 5);
}

constexpr std::string_view alone_on_eight =
    "seconds 2\ndevice sms=8\nvgpu a compute=100%\nload a endless compute 1ms\n";

TEST_F(JobsAndPlaces, KernelsRunWhereThePolicySays) {
    const auto policy = load_source(with("RF_MAP_PLACEMENT(1);"));
    ASSERT_NE(policy, nullptr);
    const std::uint64_t usual = run(*policy, alone_on_eight).jobs;
    EXPECT_EQ(entry<rf_placement>(*policy, "PLACEMENT", 0).device, 8U);
    EXPECT_EQ(entry<rf_placement>(*policy, "PLACEMENT", 0).most, 8U);
    place(*policy, 0, 6, 2);
    const std::uint64_t quarter = run(*policy, alone_on_eight).jobs;
    EXPECT_NEAR(static_cast<double>(usual) / static_cast<double>(quarter), 4, 0.1);
}

TEST_F(JobsAndPlaces, WhatIsBeyondTheDeviceOrTheVirtualGpuIsNonsense) {
    const auto fall = [](std::string_view workload, std::uint32_t first, std::uint32_t count) {
        Seat seat;
        static_cast<void>(seat.put(load_source(with("RF_MAP_PLACEMENT(1);")), {}, 0));
        place(*seat.guest(), 0, first, count);
        const std::uint64_t jobs = run(seat, workload).jobs;
        return std::pair(seat.exit_record() && seat.exit_record()->reason == ExitReason::Nonsense, jobs);
    };
    constexpr std::string_view two_of_eight =
        "seconds 2\ndevice sms=8\nvgpu a compute=100% sms=2\nload a endless compute 1ms\n";
    Seat none;
    const double all = static_cast<double>(run(none, alone_on_eight).jobs);
    const double two = static_cast<double>(run(none, two_of_eight).jobs);
    EXPECT_NEAR(all / two, 4, 0.1) << "a virtual GPU's own bound";
    for (const auto& [first, count] : {std::pair{7U, 2U}, {8U, 1U}, {0U, 9U}, {3U, 0U}, {UINT32_MAX, UINT32_MAX}}) {
        const auto [has_fallen, jobs] = fall(alone_on_eight, first, count);
        EXPECT_TRUE(has_fallen) << first << ' ' << count;
        EXPECT_NEAR(static_cast<double>(jobs), all, all / 100) << "it is not obeyed";
    }
    EXPECT_FALSE(fall(two_of_eight, 6, 2).first);
    const auto [has_fallen, jobs] = fall(two_of_eight, 0, 3);
    EXPECT_TRUE(has_fallen);
    EXPECT_NEAR(static_cast<double>(jobs), two, two / 100);
}

TEST_F(JobsAndPlaces, ThePartitionPolicyDividesByShares) {
    const auto policy = load_source(source_of("partition"), native_or_interpreted);
    ASSERT_NE(policy, nullptr);
    run(*policy,
        "seconds 2\ndevice sms=8 compute=3\nvgpu a compute=50%\nvgpu b compute=25%\nvgpu c priority=1\n"
        "load a endless compute 1ms\nload b endless compute 1ms\nload c endless compute 1ms\n");
    for (const auto& [vgpu, first, count] : {std::tuple{0U, 0U, 4U}, {1U, 4U, 2U}, {2U, 6U, 1U}}) {
        const auto its = entry<rf_placement>(*policy, "PLACEMENT", vgpu);
        EXPECT_EQ(its.first, first) << vgpu;
        EXPECT_EQ(its.count, count) << vgpu;
    }
    EXPECT_EQ(policy->faults(), 0U);
}

}  // namespace
}  // namespace ringfence::policy
