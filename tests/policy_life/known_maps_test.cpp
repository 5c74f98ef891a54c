// Maps that the dispatcher fills or obeys; what is known of the card; answers on top of the built-in ones.
#include <cstring>
#include <limits>

#include <gmock/gmock.h>

#include "policy/seat.h"
#include "ringfence/policy.h"
#include "simulated_policy.h"

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

class KnownMapsOfPolicies : public testing::Test {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }
};

std::string takes_turns(const std::string& maps) {
    return maps + R"(
static void on_dispatch(struct rf_dispatch* ctx) { ctx->answer.reason = RF_REASON_IN_SHARE; }
RF_POLICY("known", .dispatch = on_dispatch);
)";
}

std::string refusal_of(const std::string& source) {
    const std::string object = compile_policy(source);
    const auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
    return policy.ok() ? "" : policy.error().text();
}

Map& map_of(HostedPolicy& policy, const std::string& name) {
    for (Map& map : policy.maps()) {
        if (map.spec().name == name) return map;
    }
    ADD_FAILURE() << "no map " << name;
    return policy.maps().front();
}

template <typename Value>
void set(Map& map, std::uint32_t index, const Value& value) {
    std::memcpy(map.value(index).data(), &value, sizeof value);
}

constexpr std::string_view busy_two =
    "seconds 2\nvgpu a compute=70%\nvgpu b compute=30%\nload a endless compute 1ms\nload b endless compute 1ms\n";

sched::Outcome simulate_with(sched::Policy& policy, std::string_view workload) {
    return sched::simulate(sched::parse_workload(workload, "test").value(), policy).value();
}

TEST_F(KnownMapsOfPolicies, OnesThatAreNotWhatTheirNamesStandForAreRefused) {
    for (const std::string name : {"PLACEMENT", "JOB_META"})
        EXPECT_THAT(refusal_of(takes_turns("RF_MAP_ARRAY(" + name + ", rf_u32, 4);")), HasSubstr("RF_MAP_" + name));
    EXPECT_THAT(refusal_of(takes_turns("RF_MAP_ARRAY(OBS_CTRL, rf_u64, 1);")), HasSubstr("RF_MAP_OBS_CTRL"));
    EXPECT_THAT(refusal_of(takes_turns("RF_MAP_ARRAY(VSLICE_SET, struct rf_slice, 2);")),
                HasSubstr("RF_MAP_VSLICE_SET"));
    EXPECT_THAT(refusal_of(takes_turns("RF_MAP(TENANT_CREDITS, RF_HASH, rf_u32, struct rf_credits, 4);")),
                HasSubstr("RF_MAP_TENANT_CREDITS"));
    EXPECT_THAT(refusal_of(takes_turns("RF_MAP_ARRAY(IO_BUDGETS, rf_u32, 4);")), HasSubstr("RF_MAP_IO_BUDGETS"));
    EXPECT_THAT(refusal_of(takes_turns("RF_MAP_ARRAY(MEMPOOL_SET, rf_u64, 4);")), HasSubstr("RF_MAP_MEMPOOL_SET"));
    EXPECT_EQ(refusal_of(takes_turns("RF_MAP_OBS_CTRL; RF_MAP_VSLICE_SET; RF_MAP_TENANT_CREDITS(16);"
                                     "RF_MAP_IO_BUDGETS(16); RF_MAP_MEMPOOL_SET(16); RF_MAP_JOB_META(16);"
                                     "RF_MAP_PLACEMENT(16);")),
              "");
}

// How many decisions are kept of those that are made.
std::uint64_t kept_with(std::uint32_t every) {
    Seat seat;
    static_cast<void>(seat.put(load_source(takes_turns("RF_MAP_OBS_CTRL;")), {}, 0));
    set(map_of(*seat.guest(), "OBS_CTRL"), 0, every);
    seat.tick({0, 0});
    static_cast<void>(simulate_with(seat, busy_two));
    EXPECT_NE(seat.guest(), nullptr);
    return seat.decisions().count();
}

TEST_F(KnownMapsOfPolicies, TheFlightRecorderIsSampled) {
    const std::uint64_t all = kept_with(0);
    EXPECT_GT(all, 1'000U);
    EXPECT_EQ(kept_with(1), all);
    EXPECT_EQ(kept_with(10), all / 10);
    EXPECT_EQ(kept_with(RF_NOBODY), 0U);
}

TEST_F(KnownMapsOfPolicies, WhatEachHasHadIsFilledIn) {
    const auto policy = load_source(takes_turns("RF_MAP_TENANT_CREDITS(1);"));
    ASSERT_NE(policy, nullptr);
    static_cast<void>(simulate_with(*policy, busy_two));
    rf_credits credits{};
    std::memcpy(&credits, map_of(*policy, "TENANT_CREDITS").value(0).data(), sizeof credits);
    // The second has no entry, and that harms nobody. What is on the card at the end has not ended.
    EXPECT_NEAR(static_cast<double>(credits.device_ns[0]), 1.4e9, 3e7);
    EXPECT_NEAR(static_cast<double>(credits.jobs), 1'400, 20);
    EXPECT_EQ(credits.share[0], 700'000U);
}

// How long somebody who comes now and then waits at most, beside one that is never out of work.
sched::Time longest_wait_with(const rf_slice& slice) {
    const auto policy = load_source(takes_turns("RF_MAP_VSLICE_SET;"));
    set(map_of(*policy, "VSLICE_SET"), 0, slice);
    const sched::Outcome outcome =
        simulate_with(*policy,
                      "seconds 2\nvgpu a compute=50%\nvgpu b compute=50% priority=5\n"
                      "load a endless compute 100us\nload b periodic compute 100us every=7ms\n");
    return outcome.lanes[1].waits.at_permille(500);
}

TEST_F(KnownMapsOfPolicies, TheWindowIsObeyedAndHasAnEnd) {
    const sched::Time usual = longest_wait_with({});
    const sched::Time wide = longest_wait_with({5'000'000, 1, 100});
    EXPECT_GT(wide, 3 * usual);
    EXPECT_LT(longest_wait_with({1, 1, 1}), usual);
    // Nonsense is cut off.
    EXPECT_LT(longest_wait_with({std::numeric_limits<sched::Time>::max(), UINT32_MAX, UINT32_MAX}), 15'000'000);
    EXPECT_LT(longest_wait_with({-5, 0, 0}), usual);
}

constexpr std::string_view copying_two =
    "seconds 6\nvgpu a copy=50%\nvgpu b copy=50%\nload a endless copy_to 1ms\nload b endless copy_to 1ms\n";

TEST_F(KnownMapsOfPolicies, BudgetsAreObeyed) {
    const auto policy = load_source(takes_turns("RF_MAP_IO_BUDGETS(1);"));
    ASSERT_NE(policy, nullptr);
    set(map_of(*policy, "IO_BUDGETS"), 0, rf_budget{{0, 100'000, 0}});
    const sched::Outcome both = simulate_with(*policy, copying_two);
    EXPECT_NEAR(points(both.lanes[0]), 10, 0.5);
    EXPECT_NEAR(points(both.lanes[1]), 90, 0.5);  // it has no entry, and so no bound
    EXPECT_EQ(both.lost, 0U);
    const sched::Outcome alone = simulate_with(*policy, "seconds 6\nvgpu a copy=50%\nload a endless copy_to 1ms\n");
    EXPECT_NEAR(static_cast<double>(alone.busy[1]) / 10'000, 10, 0.5);
}

// A budget of next to nothing is no bound any more: the watchdog takes the policy out, and all go on.
TEST_F(KnownMapsOfPolicies, ABudgetOfNextToNothingIsStarvation) {
    Seat seat;
    static_cast<void>(seat.put(load_source(takes_turns("RF_MAP_IO_BUDGETS(1);")), {}, 0));
    set(map_of(*seat.guest(), "IO_BUDGETS"), 0, rf_budget{{1, 1, 1}});
    const sched::Outcome outcome = simulate_with(
        seat, "seconds 60\nvgpu a copy=50%\nvgpu b copy=50%\nload a endless copy_to 1ms\nload b endless copy_to 1ms\n");
    EXPECT_EQ(seat.guest(), nullptr);
    ASSERT_TRUE(seat.exit_record());
    EXPECT_EQ(seat.exit_record()->reason, ExitReason::Starvation) << seat.exit_record()->text;
    EXPECT_GT(outcome.lanes[0].each_second.back(), 450'000U);
    EXPECT_EQ(outcome.lost, 0U);
}

TEST_F(KnownMapsOfPolicies, AHardShareIsTheMostThatOneGets) {
    const auto policy = load_source(source_of("hard_share"), native_or_interpreted);
    ASSERT_NE(policy, nullptr);
    const sched::Outcome outcome =
        simulate_with(*policy,
                      "seconds 6\nvgpu a compute=30% copy=20%\nvgpu b compute=20%\nload a endless compute 1ms\n"
                      "load b endless compute 300us\nload a endless copy_from 2ms\n");
    EXPECT_NEAR(static_cast<double>(outcome.busy[0]) / 10'000, 50, 1);
    EXPECT_NEAR(static_cast<double>(outcome.busy[2]) / 10'000, 20, 1);
    // Without a share of its own: no bound.
    const sched::Outcome free = simulate_with(*policy, "seconds 3\nvgpu c priority=1\nload c endless compute 1ms\n");
    EXPECT_GT(free.busy[0], 950'000U);
    EXPECT_EQ(policy->faults(), 0U);
}

TEST_F(KnownMapsOfPolicies, PoolsAreHandedOn) {
    Seat seat;
    static_cast<void>(seat.put(load_source(takes_turns("RF_MAP_MEMPOOL_SET(2);")), {}, 0));
    set(map_of(*seat.guest(), "MEMPOOL_SET"), 1, rf_pool{5, 7});
    EXPECT_TRUE(seat.has_pools());
    EXPECT_FALSE(seat.has_budgets());
    EXPECT_EQ(seat.pool(1).keep, 5U);
    EXPECT_EQ(seat.pool(1).most, 7U);
    EXPECT_EQ(seat.pool(2).most, 0U);
    EXPECT_EQ(seat.pool(sched::nobody).most, 0U);
    static_cast<void>(seat.clear(1));
    EXPECT_FALSE(seat.has_pools());
}

// Every second question is answered with "not yet", on top of what the built-in policy says.
TEST_F(KnownMapsOfPolicies, ToHoldOnTopOfTheBuiltInAnswersKeepsShares) {
    const auto policy = load_source(R"(
static rf_u64 asked;
static void on_dispatch(struct rf_dispatch* ctx) {
    if (++asked & 1) return;
    if (ctx->lane.vgpu == 0 && (asked & 2)) return;
    ctx->answer.action = RF_HOLD;
    ctx->answer.until = ctx->lane.now + 100000;
    ctx->answer.reason = RF_REASON_HELD;
}
RF_POLICY("hesitates", .dispatch = on_dispatch);
)");
    ASSERT_NE(policy, nullptr);
    const sched::Outcome outcome = simulate_with(*policy, busy_two);
    EXPECT_NEAR(points(outcome.lanes[0]), 70, 1);
}

// A card that draws 100 W, and 400 W more while it computes; it is looked at once a second.
class WarmCard final : public sched::Policy {
public:
    explicit WarmCard(Seat& seat) : seat_(seat) {}

    bool wants_alone() const override { return seat_.wants_alone(); }
    sched::Order admit(const sched::LaneFacts& facts) override { return seat_.admit(facts); }
    sched::DispatchAnswer dispatch(const sched::DispatchFacts& facts) override {
        const sched::DispatchAnswer answer = seat_.dispatch(facts);
        look(facts.lane.now);
        return answer;
    }
    sched::Order retire(const sched::RetireFacts& facts) override {
        busy_ += facts.took;
        return seat_.retire(facts);
    }
    sched::MemoryAnswer memory_pressure(const sched::MemoryFacts& facts) override {
        return seat_.memory_pressure(facts);
    }
    sched::MemoryAnswer reclaim(const sched::MemoryFacts& facts) override { return seat_.reclaim(facts); }
    void tick(const sched::TickFacts& facts) override { seat_.tick(facts); }

    std::vector<double> watts;

private:
    void look(sched::Time now) {
        if (now - last_ < sched::second) return;
        watts.push_back(100 + 400 * static_cast<double>(busy_) / static_cast<double>(now - last_));
        sched::ThermalFacts facts{};
        facts.now = now;
        facts.period = now - last_;
        facts.temperature = 60'000;
        facts.temperature_limit = 90'000;
        facts.power = static_cast<std::uint32_t>(watts.back() * 1000);
        facts.power_limit = 700'000;
        seat_.thermal(facts);
        busy_ = 0;
        last_ = now;
    }

    Seat& seat_;
    sched::Time busy_ = 0;
    sched::Time last_ = 0;
};

std::vector<double> watts_under_cap(std::string_view workload, sched::Outcome& outcome) {
    Seat seat;
    static_cast<void>(seat.put(load_source(source_of("power_cap"), native_or_interpreted), {}, 0));
    set(map_of(*seat.guest(), "MOST_POWER"), 0, std::uint32_t{300'000});
    WarmCard card(seat);
    outcome = simulate_with(card, workload);
    EXPECT_NE(seat.guest(), nullptr) << (seat.exit_record() ? seat.exit_record()->text : "");
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_GT(card.watts.size(), 20U);
    return card.watts;
}

TEST_F(KnownMapsOfPolicies, PowerStaysBelowTheCapAndSharesHold) {
    sched::Outcome outcome;
    const std::vector<double> watts = watts_under_cap(
        "seconds 30\nvgpu a compute=70%\nvgpu b compute=30%\nload a endless compute 1ms\nload b endless compute 3ms\n",
        outcome);
    for (std::size_t i = 8; i < watts.size(); ++i)
        EXPECT_LT(watts[i], 315) << "second " << i;
    EXPECT_GT(watts.back(), 270);
    EXPECT_NEAR(points(outcome.lanes[0]), 70, 2);
}

TEST_F(KnownMapsOfPolicies, PowerOfOneThatIsAloneStaysBelowTheCapToo) {
    sched::Outcome outcome;
    const std::vector<double> watts =
        watts_under_cap("seconds 30\nvgpu a compute=100%\nload a endless compute 20ms\n", outcome);
    for (std::size_t i = 8; i < watts.size(); ++i)
        EXPECT_LT(watts[i], 325) << "second " << i;
}

TEST_F(KnownMapsOfPolicies, WaitsAreCounted) {
    EXPECT_EQ(WaitHistogram::bucket_of(-5), 0U);
    EXPECT_EQ(WaitHistogram::bucket_of(1'000), 0U);
    EXPECT_EQ(WaitHistogram::bucket_of(1'001), 1U);
    EXPECT_EQ(WaitHistogram::bucket_of(4'000), 1U);
    EXPECT_EQ(WaitHistogram::bucket_of(4'001), 2U);
    EXPECT_EQ(WaitHistogram::bucket_of(INT64_MAX), WaitHistogram::bucket_count - 1);
    for (std::size_t i = 0; i + 1 < WaitHistogram::bucket_count; ++i)
        EXPECT_EQ(WaitHistogram::bucket_of(static_cast<sched::Time>(WaitHistogram::bound_of(i))), i);
    Seat seat;  // the built-in policy's are counted, too
    const sched::Outcome outcome = simulate_with(seat, busy_two);
    std::uint64_t count = 0;
    for (const std::uint64_t bucket : seat.waits().buckets())
        count += bucket;
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(outcome.jobs), 10);
}

}  // namespace
}  // namespace ringfence::policy
