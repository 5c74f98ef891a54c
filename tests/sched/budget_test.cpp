// Bounds on what one gets of the card's time, and wishes for its memory.
#include "sched/budget.h"

#include <array>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sched/band.h"
#include "sched/dispatcher.h"

namespace ringfence::sched {
namespace {

constexpr Time first_moment = 100 * second;

TEST(Budget, WhatWasGivenIsPaidAtTheRateOfTheBound) {
    Budget budget;
    budget.charge(second, first_moment);
    EXPECT_TRUE(budget.is_free(first_moment));  // there is no bound
    budget.set(whole / 10);
    budget.charge(10 * millisecond, first_moment);
    EXPECT_EQ(budget.paid_at(), first_moment - Budget::burst + 100 * millisecond);
    EXPECT_FALSE(budget.is_free(first_moment + 79 * millisecond));
    EXPECT_TRUE(budget.is_free(first_moment + 80 * millisecond));
    // It took less than was thought.
    budget.charge(-5 * millisecond, first_moment);
    EXPECT_TRUE(budget.is_free(first_moment + 30 * millisecond));
    budget.set(0);
    EXPECT_TRUE(budget.is_free(first_moment));
}

TEST(Budget, NoneKeepsAnybodyOutForEver) {
    Budget budget;
    for (const std::uint64_t most : {std::uint64_t{1}, std::uint64_t{999}, std::uint64_t{1'000}}) {
        budget.set(most);
        for (const Time time : {Time{1}, longest_job, never, -never}) {
            for (int i = 0; i < 100; ++i)
                budget.charge(time, first_moment);
            EXPECT_LE(budget.paid_at(), first_moment + Budget::longest_debt);
        }
    }
    budget.set(UINT64_MAX);  // more than there is: no bound
    EXPECT_FALSE(budget.is_bound());
}

// The built-in policy, with bounds and pools.
class Bounded : public Band {
public:
    bool wants_alone() const override { return true; }
    bool has_budgets() const override { return true; }
    std::uint64_t budget(VgpuId vgpu, Resource resource) const override {
        return resource == Resource::CopyTo && vgpu == 0 ? most : 0;
    }
    bool has_pools() const override { return true; }
    MemoryPool pool(VgpuId vgpu) const override { return vgpu < pools.size() ? pools[vgpu] : MemoryPool{}; }

    std::uint64_t most = whole / 10;
    std::vector<MemoryPool> pools;
};

// Works off what it is given at once, job by job.
class BoundedCard : public Device {
public:
    BoundedCard() : dispatcher(*this, policy) {
        for (const char* name : {"a", "b"}) {
            VirtualGpu vgpu;
            vgpu.name = name;
            vgpu.shares = {whole / 2, whole / 2, whole / 2};
            streams.push_back(dispatcher.open_stream(dispatcher.add_vgpu(vgpu).take(), 0).take());
        }
    }

    void start(JobId id, const Job& job) override { begun.emplace_back(id, job.vgpu); }
    JobId submit(std::size_t stream, Resource resource) {
        Job job;
        job.stream = streams[stream];
        job.resource = resource;
        job.cost = millisecond;
        return dispatcher.submit(job, now).take();
    }
    // The time that each of both has had by then, in jobs of a millisecond; each always has one more.
    std::array<int, 2> run_for(Time time, Resource resource, bool is_alone) {
        std::array<int, 2> done{};
        const Time end = now + time;
        submit(0, resource);
        if (!is_alone) submit(1, resource);
        while (now < end) {
            if (begun.empty()) {
                now = std::clamp(dispatcher.next_wake(), now + 1, end);
                dispatcher.tick(now);
                continue;
            }
            const auto [id, vgpu] = begun.front();
            begun.erase(begun.begin());
            now += millisecond;
            ++done[vgpu];
            submit(vgpu, resource);
            EXPECT_TRUE(dispatcher.finished(id, millisecond, now).ok());
        }
        return done;
    }

    Bounded policy;
    Dispatcher dispatcher;
    std::vector<StreamId> streams;
    std::vector<std::pair<JobId, VgpuId>> begun;
    Time now = first_moment;
};

TEST(Budget, OneThatIsAloneIsBoundToo) {
    BoundedCard card;
    const auto done = card.run_for(10 * second, Resource::CopyTo, true);
    EXPECT_NEAR(done[0], 1'000, 30);
    BoundedCard other;
    EXPECT_GT(other.run_for(second, Resource::CopyFrom, true)[0], 950);  // another resource
}

TEST(Budget, OthersGetWhatABoundOneDoesNot) {
    BoundedCard card;
    const auto done = card.run_for(10 * second, Resource::CopyTo, false);
    EXPECT_NEAR(done[0], 1'000, 30);
    EXPECT_GT(done[1], 8'900);
}

TEST(Budget, ChangesAreObeyedWhileJobsGoBy) {
    BoundedCard card;
    card.policy.most = 0;
    EXPECT_GT(card.run_for(second, Resource::CopyTo, true)[0], 950);
    card.policy.most = whole / 100;
    card.run_for(second, Resource::CopyTo, true);
    EXPECT_NEAR(card.run_for(10 * second, Resource::CopyTo, true)[0], 100, 25);
}

TEST(Budget, WhatAJobWaitsForIsSaid) {
    BoundedCard card;
    card.submit(0, Resource::CopyTo);
    card.now += 40 * millisecond;
    card.dispatcher.tick(card.now);  // bounds are known from now on
    ASSERT_EQ(card.begun.size(), 1U);
    ASSERT_TRUE(card.dispatcher.finished(card.begun[0].first, 100 * millisecond, card.now).ok());
    const JobId waiting = card.submit(0, Resource::CopyTo);
    EXPECT_EQ(card.begun.size(), 1U);
    EXPECT_EQ(card.dispatcher.why(waiting, card.now).reason, Reason::Budget);
    EXPECT_EQ(text_of(Reason::Budget), "its budget");
    EXPECT_LE(card.dispatcher.next_wake(), card.now + second);
}

MemoryFacts session(VgpuId vgpu, std::uint64_t resident, Time idle, std::uint64_t elsewhere = 0) {
    MemoryFacts facts{};
    facts.vgpu = vgpu;
    facts.resident = resident;
    facts.elsewhere = elsewhere;
    facts.idle = idle;
    facts.queued = 1;
    return facts;
}

TEST(MemoryPools, WhoHasMoreThanItsMostGivesFirst) {
    BoundedCard card;
    const std::vector<MemoryFacts> sessions = {session(0, 60, 1 * millisecond), session(1, 50, 9 * millisecond),
                                               session(0, 60, 2 * millisecond)};
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 1U);  // as without pools: who was idle for longest
    card.policy.pools = {{0, 100}};
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 2U);  // both together have more
    card.policy.pools = {{0, 120}};
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 1U);
    card.policy.pools = {{0, 1}, {0, 1}};
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 1U);  // among equals the policy says who
}

TEST(MemoryPools, WhatIsToBeKeptIsTakenLast) {
    BoundedCard card;
    const std::vector<MemoryFacts> sessions = {session(0, 60, 1 * millisecond), session(1, 50, 9 * millisecond)};
    card.policy.pools = {{0, 0}, {50, 0}};
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 0U);
    card.policy.pools = {{UINT64_MAX, 0}, {UINT64_MAX, 0}};  // somebody must
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 1U);
    EXPECT_EQ(card.dispatcher.choose_victim({}), std::nullopt);
    const std::vector<MemoryFacts> nothing = {session(0, 0, 1 * millisecond)};
    EXPECT_EQ(card.dispatcher.choose_victim(nothing), std::nullopt);
}

TEST(MemoryPools, WhoHasLessThanIsToBeKeptComesBackFirst) {
    BoundedCard card;
    const std::vector<MemoryFacts> sessions = {session(0, 0, 1 * millisecond, 60), session(1, 0, 9 * millisecond, 60)};
    EXPECT_EQ(card.dispatcher.choose_returning(sessions), 1U);
    card.policy.pools = {{10, 0}};
    EXPECT_EQ(card.dispatcher.choose_returning(sessions), 0U);
}

// Sums of what others say do not wrap around.
TEST(MemoryPools, NonsenseIsNoWayRound) {
    BoundedCard card;
    card.policy.pools = {{0, UINT64_MAX - 1}};
    const std::vector<MemoryFacts> sessions = {session(0, UINT64_MAX, 1), session(0, 2, 2 * millisecond)};
    EXPECT_EQ(card.dispatcher.choose_victim(sessions), 1U);
}

}  // namespace
}  // namespace ringfence::sched
