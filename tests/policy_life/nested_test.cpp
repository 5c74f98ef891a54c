// Policies within a virtual GPU, in simulated time: what they may have, and that hostile ones fall alone, within their
// bounds, while others' decisions are what they would be without them.
#include "policy/nested.h"

#include <cstring>
#include <memory>
#include <vector>

#include <gmock/gmock.h>

#include "policy_source.h"
#include "ringfence/policy.h"
#include "sched/simulator/simulation.h"
#include "source_dir.h"

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

std::string shipped(const std::string& name) {
    return read_file(RINGFENCE_SOURCE_DIR "/policies/" + name + ".c", 1 << 20).value();
}

std::unique_ptr<HostedPolicy> load(const std::string& source) {
    const std::string object = compile_policy(source);
    auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
    EXPECT_TRUE(policy.ok()) << policy.error().text();
    return policy.ok() ? policy.take() : nullptr;
}

// Two sessions of one virtual GPU, and somebody else.
constexpr std::string_view three_busy =
    "seconds 20\nvgpu mine compute=50%\nvgpu other compute=50%\nload mine endless compute 1ms\n"
    "load mine endless compute 1ms\nload other endless compute 1ms\n";

class NestedPoliciesOfTenants : public testing::Test {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }

    struct Seats {
        Seat card;
        Seat mine;
    };
    // The administrator's policy decides on the card, and stays, whatever the other one does.
    static sched::Outcome simulate_nested(Seats& seats, const std::string& source, const WatchSettings& settings = {}) {
        static_cast<void>(seats.card.put(load(shipped("weighted_fair")), {}, 0));
        static_cast<void>(seats.mine.put(load(source), nested(settings), 0));
        const sched::Workload workload = sched::parse_workload(three_busy, "test").value();
        sched::Outcome outcome = sched::simulate(workload, seats.card, {}, UINT64_MAX, {{"mine", &seats.mine}}).value();
        EXPECT_EQ(outcome.lost, 0U);
        EXPECT_NE(seats.card.guest(), nullptr) << seats.card.exit_record()->text;
        EXPECT_EQ(seats.card.wrong_answers(), 0U);
        EXPECT_EQ(outcome.lanes.size(), 2U);
        // The other's half is never less; what the first leaves is the other's, too.
        for (const sched::Share got : outcome.lanes[1].each_second)
            EXPECT_GE(got, 485'000U);
        return outcome;
    }
    static ExitRecord watch_fall(const std::string& source, sched::Time by) {
        Seats seats;
        const sched::Outcome outcome = simulate_nested(seats, source);
        EXPECT_EQ(seats.mine.guest(), nullptr);
        EXPECT_NEAR(outcome.lanes[0].each_second.back(), 500'000, 20'000) << "in the last second";
        if (!seats.mine.exit_record()) {
            ADD_FAILURE() << "it was not taken out";
            return {};
        }
        EXPECT_LE(seats.mine.exit_record()->at, by);
        return *seats.mine.exit_record();
    }
    static std::string why_not(const std::string& source) {
        const auto policy = load(source);
        const Result<void> checked = check_nested(policy->program());
        return checked.ok() ? "" : checked.error().text();
    }
};

TEST_F(NestedPoliciesOfTenants, OneThatDeniesEverythingFallsAlone) {
    EXPECT_EQ(watch_fall(policies::denies_all(), 2 * sched::second).reason, ExitReason::Stall);
}

TEST_F(NestedPoliciesOfTenants, OneThatStarvesASessionFallsAlone) {
    const ExitRecord record = watch_fall(policies::starves_one(1), 5 * sched::second + 100 * sched::millisecond);
    EXPECT_EQ(record.reason, ExitReason::Starvation);
    EXPECT_EQ(record.vgpu, 1U);  // the second session
}

TEST_F(NestedPoliciesOfTenants, OneThatTalksNonsenseFallsAlone) {
    EXPECT_EQ(watch_fall(policies::talks_nonsense(), 200 * sched::millisecond).reason, ExitReason::Nonsense);
}

TEST_F(NestedPoliciesOfTenants, OneThatTakesTooLongFallsAlone) {
    // As many instructions as an administrator's may take.
    EXPECT_EQ(watch_fall(policies::takes_its_time(), 100 * sched::millisecond).reason, ExitReason::Budget);
}

TEST_F(NestedPoliciesOfTenants, OneThatIsBusyAllTheTimeFallsForTheSumOfIt) {
    std::string source = policies::takes_its_time();
    Seats seats;
    WatchSettings settings = nested({});
    settings.most_work = 100'000;
    static_cast<void>(seats.mine.put(load(source.replace(source.find("3000"), 4, "100")), settings, 0));
    sched::DispatchFacts facts{};
    for (int i = 0; i < 1'000 && seats.mine.has_guest(); ++i) {
        facts.lane.now += 100 * sched::millisecond;  // few in each second
        static_cast<void>(seats.mine.dispatch(facts));
    }
    EXPECT_TRUE(seats.mine.has_guest());
    for (int i = 0; i < 1'000 && seats.mine.has_guest(); ++i)
        static_cast<void>(seats.mine.dispatch(facts));
    ASSERT_TRUE(seats.mine.exit_record().has_value());
    EXPECT_EQ(seats.mine.exit_record()->reason, ExitReason::Budget);
    EXPECT_THAT(seats.mine.exit_record()->text, HasSubstr("all hooks together"));
}

// Their hooks hold one lock, so as many policies as there are may do together what one may do alone.
TEST_F(NestedPoliciesOfTenants, ManyThatAreBusyDoNoMoreThanOneMay) {
    constexpr std::size_t busy = 8;
    std::string source = policies::takes_its_time();
    const std::string object = compile_policy(source.replace(source.find("3000"), 4, "100"));
    const auto another = [&] {
        return HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()}).take();
    };
    WatchSettings settings = nested({});
    settings.most_work = 100'000;
    Seat::WorkTogether together;
    std::vector<std::unique_ptr<Seat>> seats;
    sched::DispatchFacts facts{};
    facts.lane.now = 5 * sched::second;
    for (std::size_t i = 0; i < busy + 1; ++i) {
        seats.push_back(std::make_unique<Seat>(processor_time, &together));
        static_cast<void>(seats.back()->put(another(), settings, facts.lane.now));
    }
    // One asks now and then, and the others all the time.
    static_cast<void>(seats[busy]->dispatch(facts));
    std::uint64_t done = seats[busy]->work().done;
    for (int i = 0; i < 1'000; ++i) {
        for (std::size_t seat = 0; seat < busy; ++seat)
            static_cast<void>(seats[seat]->dispatch(facts));
    }
    for (std::size_t seat = 0; seat < busy; ++seat) {
        EXPECT_FALSE(seats[seat]->has_guest());
        done += seats[seat]->work().done;
    }
    EXPECT_LE(done, 2 * settings.most_work);
    EXPECT_THAT(seats[0]->exit_record()->text, HasSubstr("a part of the 100000"));
    static_cast<void>(seats[busy]->dispatch(facts));
    EXPECT_TRUE(seats[busy]->has_guest()) << "it has done little";
    EXPECT_EQ(together.guests, 1U);
    // Alone it may do as much as all.
    facts.lane.now += 2 * sched::second;
    while (seats[busy]->has_guest())
        static_cast<void>(seats[busy]->dispatch(facts));
    EXPECT_GT(seats[busy]->work().done, settings.most_work);
    EXPECT_EQ(together.guests, 0U);
}

// Whoever is exchanged, or has fallen and comes again, has done what it has done.
TEST_F(NestedPoliciesOfTenants, TheSumOfItGoesOnWhenOneIsExchanged) {
    std::string source = policies::takes_its_time();
    const std::string object = compile_policy(source.replace(source.find("3000"), 4, "100"));
    const auto another = [&] {
        return HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()}).take();
    };
    WatchSettings settings = nested({});
    settings.most_work = 100'000;
    Seat seat;
    sched::DispatchFacts facts{};
    facts.lane.now = 5 * sched::second;
    int asked = 0;
    const auto ask_until_it_falls = [&] {
        for (int i = 0; i < 1'000 && seat.has_guest(); ++i, ++asked)
            static_cast<void>(seat.dispatch(facts));
        EXPECT_FALSE(seat.has_guest());
    };
    static_cast<void>(seat.put(another(), settings, facts.lane.now));
    ask_until_it_falls();
    const int first = asked;
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(seat.put(another(), settings, facts.lane.now));
        ask_until_it_falls();
    }
    EXPECT_LE(asked, first + 5);
    Seat second;
    second.go_on_from(seat.work());
    static_cast<void>(second.put(another(), settings, facts.lane.now));
    static_cast<void>(second.dispatch(facts));
    EXPECT_FALSE(second.has_guest());
    // In the next second it may do something again.
    facts.lane.now += 2 * sched::second;
    static_cast<void>(seat.put(another(), settings, facts.lane.now));
    for (int i = 1; i < first; ++i)
        static_cast<void>(seat.dispatch(facts));
    EXPECT_TRUE(seat.has_guest());
}

TEST_F(NestedPoliciesOfTenants, ShippedOnesOrderSessionsAsTheyOrderVirtualGpus) {
    for (const char* const name : {"fifo", "round_robin", "weighted_fair", "lottery", "band"}) {
        Seats seats;
        const sched::Outcome outcome = simulate_nested(seats, shipped(name));
        EXPECT_TRUE(seats.mine.has_guest()) << name;
        EXPECT_NEAR(outcome.lanes[0].got, 500'000, 10'000) << name;
        const double one = static_cast<double>(outcome.jobs_of_load[0]);
        EXPECT_NEAR(one / static_cast<double>(outcome.jobs_of_load[1]), 1.0, 0.1) << name;
    }
}

// The policy sees its own sessions only, in the place of virtual GPUs.
TEST_F(NestedPoliciesOfTenants, OneIsToldOfTheNextJobOfEachSession) {
    Seats seats;
    simulate_nested(seats, shipped("short_kernels"));
    ASSERT_TRUE(seats.mine.has_guest());
    for (Map& map : seats.mine.guest()->maps()) {
        if (map.spec().name != "JOB_META") continue;
        rf_job_meta jobs[7] = {};
        for (std::uint32_t i = 0; i < 7; ++i)
            std::memcpy(&jobs[i], map.value(i).data(), sizeof jobs[i]);
        EXPECT_EQ(jobs[0].kernel, 1U);
        EXPECT_EQ(jobs[3].kernel, 257U);
        EXPECT_EQ(jobs[3].session, 1U);
        EXPECT_EQ(jobs[3].expected, 1'000'000);
        EXPECT_EQ(jobs[6].ready, 0) << "the other virtual GPU's";
        return;
    }
    ADD_FAILURE() << "it has no JOB_META";
}

TEST_F(NestedPoliciesOfTenants, WhatIsTheCardsAffairIsRefused) {
    EXPECT_EQ(why_not(policies::counting("fine")), "");
    EXPECT_THAT(why_not(shipped("power_cap")), HasSubstr("hook thermal"));
    EXPECT_THAT(why_not(shipped("reclaim_lru")), HasSubstr("is never run in a policy of a virtual GPU"));
    EXPECT_THAT(why_not(shipped("hard_share")), HasSubstr("IO_BUDGETS"));
    EXPECT_THAT(why_not(shipped("partition")), HasSubstr("PLACEMENT"));
    EXPECT_THAT(why_not("RF_MAP_ARRAY(much, rf_u64, 1000000);\nstatic void on_tick(struct rf_tick* ctx) {\n"
                        "    rf_u32 key = (rf_u32)ctx->now;\n    rf_map_lookup(&much, &key);\n}\n"
                        "RF_POLICY(\"much\", .tick = on_tick);\n"),
                HasSubstr("KiB"));
}

TEST_F(NestedPoliciesOfTenants, ATenantsWishesStayWithinTheBounds) {
    WatchSettings wish;
    wish.budget = 65'536;
    EXPECT_EQ(nested(wish).budget, most_nested_budget);
    wish.budget = 100;
    EXPECT_EQ(nested(wish).budget, 100U);
}

}  // namespace
}  // namespace ringfence::policy
