// Policies of virtual GPUs' own: what they order, what they are told, and what they cannot do to others.
#include "sched/nest.h"

#include <functional>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "rig.h"
#include "sched/simulator/simulation.h"

namespace ringfence::sched {
namespace {

// Members by a number for each, the lowest first; and whatever a test wants it to say otherwise.
class ByNumber : public Policy {
public:
    Order admit(const LaneFacts& facts) override {
        note(facts);
        return place(facts.vgpu);
    }
    DispatchAnswer dispatch(const DispatchFacts& facts) override {
        note(facts.lane);
        ++asked;
        last = facts;
        if (says) return says(facts);
        return {place(facts.lane.vgpu), facts.cost, 0, Action::Start, 0};
    }
    Order retire(const RetireFacts& facts) override {
        note(facts.lane);
        charges.push_back(facts.charge);
        return place(facts.lane.vgpu);
    }
    [[nodiscard]] bool wants_submit() const override { return priority < job_priorities + 1; }
    SubmitAnswer submit(const SubmitFacts& facts) override {
        members.insert(facts.vgpu);
        return {1, priority, 0};
    }
    MemoryAnswer memory_pressure(const MemoryFacts& /*facts*/) override { return {0}; }
    MemoryAnswer reclaim(const MemoryFacts& /*facts*/) override { return {0}; }
    void answer_was_wrong() override { ++wrong; }

    std::map<VgpuId, std::uint64_t> numbers;
    std::function<DispatchAnswer(const DispatchFacts&)> says;
    std::set<VgpuId> members;  // that it heard of
    std::vector<Time> charges;
    DispatchFacts last{};
    std::uint64_t asked = 0;
    std::uint64_t wrong = 0;
    std::uint32_t priority = UINT32_MAX;  // of all jobs; otherwise it does not say

private:
    void note(const LaneFacts& facts) { members.insert(facts.vgpu); }
    [[nodiscard]] Order place(VgpuId member) const {
        const auto found = numbers.find(member);
        return {found == numbers.end() ? 0 : found->second, 0, 0};
    }
};

DispatchAnswer hold(const DispatchFacts& facts) {
    return {{0, 0, 0}, 0, facts.lane.now + second, Action::Hold, 0};
}

class NestOf : public testing::Test {
protected:
    StreamId member(VgpuId vgpu, MemberId number) {
        return rig_.dispatcher.open_stream(vgpu, session_++, number).take();
    }
    void nest(VgpuId vgpu) { ASSERT_TRUE(rig_.dispatcher.nest(vgpu, &policy_, rig_.now).ok()); }

    Rig rig_{one_at_a_time()};
    ByNumber policy_;
    const VgpuId mine_ = rig_.add(500'000);
    const VgpuId other_ = rig_.add(500'000);
    SessionId session_ = 0;
};

TEST_F(NestOf, MembersGoInThePolicysOrderAlsoIfNobodyElseWantsTheCard) {
    policy_.numbers = {{0, 3}, {1, 2}, {2, 1}};
    nest(mine_);
    const JobId first = rig_.submit(member(mine_, 0));
    const JobId beside = rig_.submit(member(mine_, 0));  // nobody else is there yet
    const JobId fourth = rig_.submit(member(mine_, 1));
    const JobId third = rig_.submit(member(mine_, 2));
    const JobId last = rig_.submit(member(mine_, 0));
    while (rig_.started.size() < 5)
        rig_.finish_oldest(millisecond);
    EXPECT_EQ(rig_.started, (std::vector{first, beside, third, fourth, last}));
}

TEST_F(NestOf, ItHearsOfItsOwnMembersAlone) {
    nest(mine_);
    const StreamId own[] = {member(mine_, 0), member(mine_, 1)};
    const StreamId others[] = {member(other_, 5), member(other_, 6)};
    for (int i = 0; i < 4; ++i) {
        rig_.submit(own[i % 2]);
        rig_.submit(others[i % 2]);
    }
    for (int i = 0; i < 8; ++i)
        rig_.finish_oldest(millisecond);
    EXPECT_EQ(policy_.members, (std::set<VgpuId>{0, 1}));
    EXPECT_LE(policy_.last.runnable, 2U);
    EXPECT_EQ(policy_.last.in_flight, 0U);  // the other's job does not count
    EXPECT_GT(policy_.asked, 0U);
}

// All who wait look at the clock then, and they do that under one lock.
TEST_F(NestOf, OneThatHoldsForAnInstantDoesNotMakeEverybodyLookAllTheTime) {
    policy_.says = [](const DispatchFacts& facts) {
        return DispatchAnswer{{0, 0, 0}, 0, facts.lane.now + 1, Action::Hold, 0};
    };
    nest(mine_);
    const StreamId own[] = {member(mine_, 0), member(mine_, 1)};
    for (const StreamId stream : own) {
        rig_.submit(stream);
        rig_.submit(stream);
    }
    rig_.finish_oldest(millisecond);
    rig_.finish_oldest(millisecond);
    ASSERT_GT(policy_.asked, 0U);
    const std::uint64_t before = policy_.asked;
    const Time end = rig_.now + millisecond;
    for (int turns = 0; turns < 1'000 && rig_.now < end; ++turns) {
        rig_.now = std::max(rig_.now + 1, rig_.dispatcher.next_wake());
        rig_.dispatcher.tick(rig_.now);
    }
    EXPECT_GE(rig_.now, end);
    EXPECT_LE(policy_.asked, before + 12);
}

TEST_F(NestOf, OneThatHoldsKeepsItsOwnJobsWaitingAndNobodyElses) {
    policy_.says = hold;
    nest(mine_);
    const StreamId own[] = {member(mine_, 0), member(mine_, 1)};
    const StreamId other = member(other_, 0);
    const JobId begun = rig_.submit(own[0]);
    const JobId held = rig_.submit(own[1]);
    rig_.finish(begun, millisecond);
    EXPECT_FALSE(rig_.has_started(held));
    EXPECT_EQ(rig_.why(held), Reason::Held);
    EXPECT_LE(rig_.dispatcher.next_wake(), rig_.now + millisecond);
    const JobId of_other = rig_.submit(other);
    EXPECT_TRUE(rig_.has_started(of_other));
    rig_.finish(of_other, millisecond);
    // It is asked again when time has passed, and a member that had no turn for long goes whatever it says.
    const std::uint64_t asked = policy_.asked;
    rig_.now += 2 * millisecond;
    rig_.dispatcher.tick(rig_.now);
    EXPECT_GT(policy_.asked, asked);
    EXPECT_FALSE(rig_.has_started(held));
    rig_.now += 11 * second;
    const JobId again = rig_.submit(own[0]);
    EXPECT_TRUE(rig_.has_started(held));
    EXPECT_FALSE(rig_.has_started(again));
}

TEST_F(NestOf, WhatMakesNoSenseIsSetRightAndCountedAgainstIt) {
    policy_.says = [](const DispatchFacts&) {
        return DispatchAnswer{{0, 4711, 0}, -5, -1, static_cast<Action>(7), 99};
    };
    nest(mine_);
    const JobId first = rig_.submit(member(mine_, 0));
    const JobId second = rig_.submit(member(mine_, 1));
    rig_.finish(first, millisecond);
    EXPECT_TRUE(rig_.has_started(second));
    EXPECT_GE(policy_.wrong, 2U);
    EXPECT_EQ(rig_.dispatcher.policy_faults(), 0U);  // those of the card's policy
}

TEST_F(NestOf, ItSetsPrioritiesWithinAndNotWhatJobsCost) {
    policy_.priority = 3;
    nest(mine_);
    rig_.submit(member(mine_, 0), Resource::Compute, {}, 5 * millisecond);
    ASSERT_EQ(rig_.jobs.size(), 1U);
    EXPECT_EQ(rig_.jobs[0].priority, 3);
    EXPECT_EQ(rig_.jobs[0].cost, 5 * millisecond);
    policy_.priority = job_priorities;
    rig_.submit(member(mine_, 1));
    EXPECT_EQ(policy_.wrong, 1U);
}

TEST_F(NestOf, ComesAndGoesWhileJobsWaitAndNoneIsLost) {
    std::vector<JobId> all;
    const StreamId own[] = {member(mine_, 0), member(mine_, 1), member(mine_, 2)};
    for (int i = 0; i < 12; ++i)
        all.push_back(rig_.submit(own[i % 3]));
    const StreamId other = member(other_, 0);
    for (int i = 0; i < 4; ++i)
        all.push_back(rig_.submit(other));
    policy_.says = hold;
    for (std::size_t ended = 0; ended < all.size(); ++ended) {
        ASSERT_TRUE(rig_.dispatcher.nest(mine_, ended % 2 == 0 ? &policy_ : nullptr, rig_.now).ok());
        if (rig_.started.size() == ended) {
            // All that is left is held: without the policy it goes.
            ASSERT_TRUE(rig_.dispatcher.nest(mine_, nullptr, rig_.now).ok());
        }
        ASSERT_GT(rig_.started.size(), ended);
        rig_.finish_oldest(millisecond);
    }
    EXPECT_EQ(rig_.dispatcher.unfinished(), 0U);
    // Each stream's jobs must come in their order.
    for (const StreamId stream : own) {
        std::vector<std::uint32_t> order;
        for (std::size_t i = 0; i < rig_.jobs.size(); ++i) {
            if (rig_.jobs[i].stream == stream)
                order.push_back(
                    static_cast<std::uint32_t>(std::find(all.begin(), all.end(), rig_.started[i]) - all.begin()));
        }
        EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    }
}

TEST_F(NestOf, ACancelledJobIsForgottenAndAllGoesOn) {
    nest(mine_);
    const StreamId own = member(mine_, 0);
    const JobId first = rig_.submit(own);
    const JobId waits = rig_.submit(member(mine_, 1));
    EXPECT_FALSE(rig_.has_started(waits));
    rig_.dispatcher.cancel(1, rig_.now);
    rig_.finish(first, millisecond);
    EXPECT_EQ(rig_.dispatcher.unfinished(), 0U);
    const JobId next = rig_.submit(own);
    EXPECT_TRUE(rig_.has_started(next));
}

TEST_F(NestOf, EndsWithItsVirtualGpu) {
    nest(mine_);
    const StreamId stream = member(mine_, 0);
    rig_.dispatcher.close_stream(stream);
    ASSERT_TRUE(rig_.dispatcher.remove_vgpu(mine_).ok());
    EXPECT_EQ(rig_.add(500'000), mine_);
    policy_.members.clear();
    const JobId first = rig_.submit(member(mine_, 0));
    rig_.submit(member(mine_, 1));
    rig_.finish(first);
    EXPECT_TRUE(policy_.members.empty());
    EXPECT_FALSE(rig_.dispatcher.nest(99, &policy_, rig_.now).ok());
}

// Whatever a virtual GPU's policy does, others have their shares, to a point of a second.
TEST(NestedPolicies, HostileOnesLeaveOthersTheirShares) {
    constexpr std::string_view text =
        "seconds 12\nvgpu mine compute=50%\nvgpu other compute=50%\n"
        "load mine endless compute 1ms\nload mine endless compute 1ms\nload other endless compute 1ms\n";
    const Workload workload = parse_workload(text, "test").value();
    const std::function<DispatchAnswer(const DispatchFacts&)> hostile[] = {
        hold,
        [](const DispatchFacts&) {
            return DispatchAnswer{{0, 99, 0}, -1, -1, static_cast<Action>(9), 99};
        },
        [](const DispatchFacts& facts) {
            return facts.lane.vgpu == 0 ? hold(facts) : DispatchAnswer{{7, 15, 0}, 0, 0, Action::Start, 0};
        },
        [](const DispatchFacts& facts) {
            return facts.lane.now / millisecond % 3 == 0 ? hold(facts)
                                                         : DispatchAnswer{{1, 0, 0}, longest_job, 0, Action::Start, 0};
        }};
    for (const auto& says : hostile) {
        ByNumber policy;
        policy.says = says;
        Band band;
        const Outcome outcome = simulate(workload, band, {}, UINT64_MAX, {{"mine", &policy}}).value();
        EXPECT_EQ(outcome.lost, 0U);
        ASSERT_EQ(outcome.lanes.size(), 2U);
        const LaneOutcome& other = outcome.lanes[1];
        EXPECT_EQ(other.vgpu, "other");
        // At least its half: what the first does not want is its too.
        for (const Share got : other.each_second)
            EXPECT_GE(got, 490'000U);
        EXPECT_GT(policy.asked, 100U);
        EXPECT_EQ(policy.members, (std::set<VgpuId>{0, 1}));
    }
}

TEST(NestedPolicies, DivideTheirVirtualGpuAndNotTheCard) {
    constexpr std::string_view text =
        "seconds 5\nvgpu mine compute=40%\nvgpu other compute=60%\n"
        "load mine endless compute 1ms\nload mine endless compute 1ms\nload other endless compute 1ms\n";
    ByNumber policy;
    std::map<VgpuId, std::uint64_t> turns;
    policy.says = [&](const DispatchFacts& facts) {
        // Three turns of the first for one of the second.
        turns[facts.lane.vgpu] += facts.lane.vgpu == 0 ? 1 : 3;
        policy.numbers = {turns.begin(), turns.end()};
        return DispatchAnswer{{turns[facts.lane.vgpu], 0, 0}, 1, 0, Action::Start, 0};
    };
    Band band;
    const Workload workload = parse_workload(text, "test").value();
    const Outcome outcome = simulate(workload, band, {}, UINT64_MAX, {{"mine", &policy}}).value();
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_NEAR(outcome.lanes[0].got, 400'000, 10'000);
    EXPECT_NEAR(outcome.lanes[1].got, 600'000, 10'000);
    EXPECT_NEAR(static_cast<double>(outcome.jobs_of_load[0]) / static_cast<double>(outcome.jobs_of_load[1]), 3.0, 0.1);
}

}  // namespace
}  // namespace ringfence::sched
