// Turns of a card's streams: over a card that is a queue and a clock.
#include "worker/stream_queue.h"

#include <chrono>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

#include "../share_windows.h"
#include "worker/jobs.h"
#include "worker/start_order.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using backend::JobKind;
using Clock = std::chrono::steady_clock;

sched::VirtualGpu virtual_gpu(const std::string& name, sched::Share share) {
    sched::VirtualGpu vgpu;
    vgpu.name = name;
    vgpu.shares.fill(share);
    return vgpu;
}

// One stream of one virtual GPU that always has more to do.
struct Load {
    Load(const std::shared_ptr<Jobs>& jobs, const std::string& name, sched::Share share, Clock::duration job_length)
        : binding(jobs->bind(virtual_gpu(name, share)).take()),
          queue(binding->open_queue(0).take()),
          length(job_length) {}

    std::shared_ptr<const Jobs::Binding> binding;
    std::shared_ptr<backend::JobQueue> queue;
    Clock::duration length;
    std::uint64_t entered = 0;
    std::uint64_t begun = 0;
    Clock::duration had{};
};

// Does jobs one after the other, as they come.
class Card {
public:
    void add(Load& load, std::uint64_t number) { jobs_.push_back({&load, number}); }
    void go_on(Clock::time_point now) {
        if (jobs_.empty()) {
            free_at_ = now;
            return;
        }
        while (!jobs_.empty() && free_at_ + jobs_.front().load->length <= now) {
            Load& load = *jobs_.front().load;
            free_at_ += load.length;
            load.had += load.length;
            load.queue->finish(jobs_.front().number);
            jobs_.pop_front();
        }
    }
    [[nodiscard]] std::size_t size() const { return jobs_.size(); }

private:
    struct OnCard {
        Load* load;
        std::uint64_t number;
    };
    std::deque<OnCard> jobs_;
    Clock::time_point free_at_ = Clock::now();
};

void step(Card& card, Load& load) {
    while (load.entered < load.begun + 64)
        load.entered = load.queue->enter(JobKind::Compute).number;
    while (load.begun < load.entered && load.queue->may_begin(load.begun + 1))
        card.add(load, ++load.begun);
}

double part_of_first(Card& card, Load& first, Load& second, Clock::duration how_long) {
    const Clock::duration before = first.had;
    const Clock::duration others_before = second.had;
    const auto end = Clock::now() + how_long;
    while (Clock::now() < end) {
        step(card, first);
        step(card, second);
        card.go_on(Clock::now());
    }
    const std::chrono::duration<double> had = first.had - before;
    const std::chrono::duration<double> other_had = second.had - others_before;
    return 100 * had / (had + other_had);
}

// How well is measured elsewhere (bench/sched/shares.py, tests/sched): here time passes as it does on this machine.
TEST(StreamQueue, DividesTheCardByShares) {
    const auto jobs = Jobs::create({.has_queue = true});
    Load first(jobs, "first", 900'000, 20us);
    Load second(jobs, "second", 100'000, 20us);
    Card card;
    // Far from half, and the other one has its share, too.
    EXPECT_TRUE(share_becomes(77.5, 22.4, [&] { return part_of_first(card, first, second, 2s); }));
}

TEST(StreamQueue, LetsManyBeginAtOnceWhileNobodyElseHasWork) {
    const auto jobs = Jobs::create({.has_queue = true});
    Load first(jobs, "first", 500'000, 20us);
    const Load second(jobs, "second", 500'000, 20us);
    Card card;
    while (first.begun < 200) {
        step(card, first);
        card.go_on(Clock::now());
    }
    step(card, first);
    EXPECT_GE(card.size(), 8U);
}

// Otherwise one whose thread has much else to do would have the card to itself meanwhile, for nothing.
TEST(StreamQueue, AJobThatIsPutOnTheCardLatePaysForTheTimeSinceItsTurn) {
    const auto jobs = Jobs::create({.patience = 1h, .has_queue = true});
    const Load load(jobs, "late", 500'000, 1ms);
    const std::uint64_t number = load.queue->enter(JobKind::Compute).number;
    const auto end = Clock::now() + 50ms;
    while (Clock::now() < end) {
    }
    ASSERT_TRUE(load.queue->may_begin(number));
    load.queue->finish(number);
    EXPECT_GE(jobs->use().at(0).device_ns[0], 49'000'000U);
}

TEST(StreamQueue, WhatIsDroppedIsForgottenAndOthersGoOn) {
    const auto jobs = Jobs::create({.patience = 1h, .has_queue = true});
    Load first(jobs, "first", 500'000, 1ms);
    Load second(jobs, "second", 500'000, 1ms);
    for (int i = 0; i < 100; ++i) {
        first.queue->enter(JobKind::Compute);
        second.queue->enter(JobKind::CopyTo);
    }
    first.queue->drop(0);
    EXPECT_EQ(first.queue->enter(JobKind::Compute).number, 1U);
    EXPECT_TRUE(first.queue->may_begin(1));
    first.queue.reset();
    for (std::uint64_t number = 1; number <= 100; ++number) {
        while (!second.queue->may_begin(number)) {
        }
        second.queue->finish(number);
    }
    for (const VgpuUse& use : jobs->use())
        EXPECT_EQ(use.queued, 0U) << use.vgpu.name;
}

// As kernels that wait for each other do.
TEST(StreamQueue, AJobThatRunsForVeryLongDoesNotKeepOthersWaiting) {
    const auto jobs = Jobs::create({.patience = 50ms, .has_queue = true});
    Load first(jobs, "first", 500'000, 1ms);
    Load second(jobs, "second", 500'000, 1ms);
    const std::uint64_t number = first.queue->enter(JobKind::Compute).number;
    ASSERT_TRUE(first.queue->may_begin(number));
    const std::uint64_t other = second.queue->enter(JobKind::Compute).number;
    const auto end = Clock::now() + 60s;
    while (!second.queue->may_begin(other) && Clock::now() < end)
        std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(second.queue->may_begin(other));
    second.queue->finish(other);
    first.queue->finish(number);
}

TEST(StartOrder, AJobsTimeBeginsWhenThoseBeforeItHaveEnded) {
    StartOrder order;
    EXPECT_EQ(order.last_end_before(1), 0);
    order.note_end(1, 100);
    EXPECT_EQ(order.last_end_before(1), 0);
    EXPECT_EQ(order.last_end_before(2), 100);
    order.note_end(3, 150);  // ran beside 2
    EXPECT_EQ(order.last_end_before(2), 100);
    EXPECT_EQ(order.last_end_before(4), 150);
    order.note_end(2, 200);
    EXPECT_EQ(order.last_end_before(4), 200);
}

// Streams of one virtual GPU, beside another that has something to do.
struct StreamsWithPriorities : ::testing::Test {
    StreamsWithPriorities() {
        JobSettings settings;
        settings.has_queue = true;
        jobs = Jobs::create(settings);
        binding = jobs->bind(virtual_gpu("one", sched::whole / 2)).take();
        other = jobs->bind(virtual_gpu("other", sched::whole / 2)).take();
        // The job's length is unknown, so no other is put beside it.
        busy = other->open_queue(0).take();
        running = busy->begin(JobKind::Compute).number;
    }
    std::shared_ptr<backend::JobQueue> stream(int priority) const { return binding->open_queue(priority).take(); }
    // The waiting queue whose job goes next.
    template <typename... Queues>
    std::size_t next_of(Queues&... queues) {
        busy->finish(running);
        std::size_t found = 0;
        std::size_t number = 0;
        static_cast<void>(((++number, queues->may_begin(1) && (found = number, true)) || ...));
        return found;
    }

    std::shared_ptr<Jobs> jobs;
    std::shared_ptr<const Jobs::Binding> binding;
    std::shared_ptr<const Jobs::Binding> other;
    std::shared_ptr<backend::JobQueue> busy;
    std::uint64_t running = 0;
};

TEST_F(StreamsWithPriorities, TheHighestGoesFirst) {
    const auto between = stream(-1);
    const auto low = stream(0);
    static_cast<void>(low->enter(JobKind::Compute));
    static_cast<void>(between->enter(JobKind::Compute));
    EXPECT_EQ(next_of(between, low), 1U);
}

TEST_F(StreamsWithPriorities, AStreamInheritsThatOfOneThatWaitsForIt) {
    const auto between = stream(-1);
    const auto low = stream(0);
    const auto high = stream(-3);
    static_cast<void>(between->enter(JobKind::Compute));
    static_cast<void>(low->enter(JobKind::Compute));
    const auto loan = low->inherit(*high);
    EXPECT_EQ(next_of(between, low), 2U);
}

TEST_F(StreamsWithPriorities, SoDoesWhatEntersWhileItIsWaitedFor) {
    const auto between = stream(-1);
    const auto low = stream(0);
    const auto high = stream(-3);
    const auto loan = low->inherit(*high);
    auto another = low->inherit(*high);
    another.reset();
    static_cast<void>(between->enter(JobKind::Compute));
    static_cast<void>(low->enter(JobKind::Compute));
    EXPECT_EQ(next_of(between, low), 2U);
}

TEST_F(StreamsWithPriorities, ALoanThatIsOverIsForgotten) {
    const auto between = stream(-1);
    const auto low = stream(0);
    const auto high = stream(-3);
    low->inherit(*high).reset();
    static_cast<void>(between->enter(JobKind::Compute));
    static_cast<void>(low->enter(JobKind::Compute));
    EXPECT_EQ(next_of(between, low), 1U);
}

TEST_F(StreamsWithPriorities, ALoanDoesNotKeepTheStreamThatHasIt) {
    auto low = stream(0);
    const auto high = stream(-3);
    auto loan = low->inherit(*high);
    const std::weak_ptr<backend::JobQueue> kept = low;
    low.reset();
    EXPECT_TRUE(kept.expired());
    loan.reset();
}

}  // namespace
}  // namespace ringfence::worker
