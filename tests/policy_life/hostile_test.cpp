// Hostile policies behind the watchdog, in simulated time: each is taken out within its bound, and everybody's work
// goes on.
#include <gmock/gmock.h>

#include "policy/seat.h"
#include "simulated_policy.h"

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

// Both are never out of work; ten seconds of it, of which the watchdog's patience is half.
constexpr std::string_view two_busy =
    "seconds 20\nvgpu one compute=50%\nvgpu other compute=50%\nload one endless compute 1ms\n"
    "load other endless compute 1ms\n";

class HostilePolicies : public testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }
    static MakeRunner runner() { return GetParam() ? MakeRunner(native_or_interpreted) : MakeRunner(interpret); }

    // The record of its fall, which must come by then; afterwards each has its half.
    static ExitRecord watch_fall(const std::string& source, sched::Time by) {
        Seat seat;
        static_cast<void>(seat.put(load_source(source, runner()), {}, 0));
        const sched::Outcome outcome = sched::simulate(sched::parse_workload(two_busy, "test").value(), seat).value();
        EXPECT_EQ(outcome.lost, 0U);
        EXPECT_EQ(seat.guest(), nullptr);
        EXPECT_EQ(outcome.lanes.size(), 2U);
        for (const sched::LaneOutcome& lane : outcome.lanes) {
            EXPECT_FALSE(lane.each_second.empty());
            EXPECT_NEAR(lane.each_second.back(), 500'000, 20'000) << lane.vgpu << ", in the last second";
        }
        if (!seat.exit_record()) {
            ADD_FAILURE() << "it was not taken out";
            return {};
        }
        EXPECT_LE(seat.exit_record()->at, by);
        // Its own decisions are what is left to be seen, and not those that the built-in policy makes after it.
        for (const Decision& decision : seat.decisions().last(SIZE_MAX))
            EXPECT_LE(decision.at, seat.exit_record()->at);
        return *seat.exit_record();
    }
};

TEST_P(HostilePolicies, OneThatTakesTooManyInstructionsFallsAtOnce) {
    std::string source = policies::takes_its_time();
    const ExitRecord record = watch_fall(source.replace(source.find("3000"), 4, "9000"), 100 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Budget);
    EXPECT_THAT(record.where, HasSubstr(".c:"));
}

TEST_P(HostilePolicies, OneWhoseHelpersCopyTooMuchFallsAtOnce) {
    const ExitRecord record = watch_fall(policies::copies_much(), 100 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Budget);
    EXPECT_THAT(record.where, HasSubstr(".c:"));
    // Fewer fit.
    std::string source = policies::copies_much();
    const auto policy = load_source(source.replace(source.find("i < 17"), 6, "i < 15"), runner());
    ASSERT_NE(policy, nullptr);
    policy->set_budget(WatchSettings{}.budget);
    static_cast<void>(policy->dispatch({}));
    EXPECT_EQ(policy->faults(), 0U);
}

// A clock that goes on by as much at every look.
sched::Time time_between_looks = 0;
sched::Time slow_clock() {
    static sched::Time time = 0;
    return time += time_between_looks;
}

// Takes many instructions in every second run alone.
std::string works_by_turns() {
    return R"(
static volatile rf_u64 sink;
static rf_u64 turn;
static void on_dispatch(struct rf_dispatch* ctx) {
    if (turn++ & 1)
        for (rf_u32 i = 0; i < 300; ++i)
            sink += i;
    ctx->answer.action = RF_START;
}
RF_POLICY("works-by-turns", .dispatch = on_dispatch);
)";
}

TEST_P(HostilePolicies, OneThatTakesTooMuchTimeWithinItsBudgetFalls) {
    time_between_looks = WatchSettings{}.longest_hook + 1;
    Seat seat(slow_clock);
    static_cast<void>(seat.put(load_source(works_by_turns(), runner()), {}, 0));
    sched::DispatchFacts facts{};
    static_cast<void>(seat.dispatch(facts));  // little work: nobody looks at the clock
    static_cast<void>(seat.dispatch(facts));  // much: from now on
    ASSERT_NE(seat.guest(), nullptr);
    facts.lane.now = 7;
    static_cast<void>(seat.dispatch(facts));
    EXPECT_EQ(seat.guest(), nullptr);
    ASSERT_TRUE(seat.exit_record().has_value());
    EXPECT_EQ(seat.exit_record()->reason, ExitReason::Time);
    EXPECT_EQ(seat.exit_record()->at, 7);
    EXPECT_THAT(seat.exit_record()->text, HasSubstr("hook dispatch: it took 10 ms"));
}

TEST_P(HostilePolicies, OneThatTakesAsMuchTimeAsItMayStays) {
    time_between_looks = WatchSettings{}.longest_hook;
    Seat seat(slow_clock);
    static_cast<void>(seat.put(load_source(works_by_turns(), runner()), {}, 0));
    for (int i = 0; i < 10; ++i)
        static_cast<void>(seat.dispatch({}));
    EXPECT_NE(seat.guest(), nullptr);
}

TEST_P(HostilePolicies, OneThatDeniesEverythingFallsAfterHalfASecond) {
    // It is first asked when two compete. Each hold is a millisecond at most.
    const ExitRecord record = watch_fall(policies::denies_all(), 550 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Stall);
    EXPECT_EQ(record.last.size(), Seat::decisions_of_exit);
}

TEST_P(HostilePolicies, OneThatStarvesSomebodyFallsAfterFiveSeconds) {
    // Lanes that wait are looked at every 30 ms.
    const ExitRecord record = watch_fall(policies::starves_one(1), 5 * sched::second + 50 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Starvation);
    EXPECT_EQ(record.vgpu, 1U);
}

TEST_P(HostilePolicies, OneThatStarvesSomebodyButForAJobNowAndThenFallsAfterTenSeconds) {
    const ExitRecord record = watch_fall(policies::drips(1), 10 * sched::second + 200 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Starvation);
    EXPECT_EQ(record.vgpu, 1U);
}

TEST_P(HostilePolicies, OneThatHoldsTheDeviceButForAJobNowAndThenFallsAfterTenSeconds) {
    const ExitRecord record = watch_fall(policies::stalls_by_turns(), 10 * sched::second + 200 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Stall);
}

// Unfair by turns, by time, or on purpose: none of it is starvation.
TEST_P(HostilePolicies, ShippedOnesStayWhateverTheyAreFor) {
    constexpr std::string_view loads[] = {
        "seconds 25\nvgpu a compute=90%\nvgpu b compute=10%\nload a endless compute 1ms\nload b endless compute 80ms\n",
        "seconds 25\nvgpu small compute=50% copy=1%\nvgpu large compute=50% copy=50%\n"
        "load small endless copy_to 1ms\nload large periodic copy_to 1ms every=20ms\n",
        "seconds 25\nvgpu v compute=1% priority=1 count=20\nvgpu w compute=50% priority=6\n"
        "load v endless compute 1ms,5ms\nload w periodic compute 2ms every=10ms\n",
    };
    for (const char* name : {"band", "fifo", "round_robin", "token_bucket", "latency_critical", "iteration_lanes",
                             "deadline", "lottery", "weighted_fair"}) {
        for (const std::string_view load : loads) {
            Seat seat;
            static_cast<void>(seat.put(load_source(source_of(name), runner()), {}, 0));
            static_cast<void>(sched::simulate(sched::parse_workload(load, "test").value(), seat).value());
            EXPECT_NE(seat.guest(), nullptr)
                << name << ", " << load << ": " << (seat.exit_record() ? seat.exit_record()->text : "");
        }
    }
}

TEST_P(HostilePolicies, OneThatTalksNonsenseFallsAfterThirtyTwoAnswers) {
    EXPECT_EQ(watch_fall(policies::talks_nonsense(), 100 * sched::millisecond).reason, ExitReason::Nonsense);
}

TEST_P(HostilePolicies, OneThatFillsItsMapsHarmsNobodyAndStays) {
    Seat seat;
    static_cast<void>(seat.put(load_source(policies::hoards(), runner()), {}, 0));
    const sched::Outcome outcome = sched::simulate(sched::parse_workload(two_busy, "test").value(), seat).value();
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_NE(seat.guest(), nullptr);
    EXPECT_GT(outcome.jobs, 18'000U);
}

// Every branch doubles the ways, and no two of them are alike where they meet.
TEST(HostilePolicy, OneThatWearsTheVerifierOutIsRefused) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    std::string source =
        "static volatile rf_u64 sink;\nstatic void on_dispatch(struct rf_dispatch* ctx) {\n"
        "    rf_u64 sum = 0;\n";
    for (int i = 0; i < 40; ++i)
        source += "    if (sink & " + std::to_string(1ULL << i) + "ull) sum += " + std::to_string(1ULL << i) + "ull;\n";
    source +=
        "    rf_u8 buffer[8] = {0};\n    sink = buffer[sum & 7];\n    ctx->answer.action = RF_START;\n}\n"
        "RF_POLICY(\"wears-out\", .dispatch = on_dispatch);\n";
    const std::string object = compile_policy(source);
    const auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
    ASSERT_FALSE(policy.ok());
    EXPECT_THAT(policy.error().text(), HasSubstr("refused"));
}

// LLVM would take long over it.
TEST(HostilePolicy, OneWithVeryManyBranchesIsInterpreted) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    std::string source = "static volatile rf_u64 sink;\nstatic void on_dispatch(struct rf_dispatch* ctx) {\n";
    for (int i = 0; i < 1'100; ++i)
        source += "    if (sink == " + std::to_string(i) + ") return;\n";
    source += "    ctx->answer.action = RF_HOLD;\n}\nRF_POLICY(\"branches\", .dispatch = on_dispatch);\n";
    bool is_compiled = true;
    const auto policy = load_source(source, [&](const Program& program, std::vector<Map>& maps) {
        is_compiled = compile_native(program, maps).ok();
        return native_or_interpreted(program, maps);
    });
    ASSERT_NE(policy, nullptr);
    EXPECT_FALSE(is_compiled);
    static_cast<void>(policy->dispatch({}));
    EXPECT_EQ(policy->faults(), 0U);
}

TEST(HostilePolicy, OneThatHangsIsRefused) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const std::string object = compile_policy(policies::hangs());
    const auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
    ASSERT_FALSE(policy.ok());
    EXPECT_THAT(policy.error().text(), HasSubstr("[loop]"));
}

INSTANTIATE_TEST_SUITE_P(Runners, HostilePolicies, testing::Bool(),
                         [](const auto& info) { return info.param ? "Native" : "Interpreted"; });

}  // namespace
}  // namespace ringfence::policy
