// Queues of streams that are held, and the thread that looks after them; streams and words are the test's.
#include "backend/cuda/held_queue.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/held_group.h"
#include "backend/cuda/rare_questions.h"

namespace ringfence::backend {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

bool comes_true(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(200us);
    return condition();
}

// A stream that comes to a place when the test says so.
class HandPlaces final : public cuda::StreamPlaces {
public:
    Result<void> put_place(std::uint64_t number) override {
        last = number;
        ++places;
        return {};
    }
    Result<bool> has_come_to(std::uint64_t number) override {
        if (is_lost) return Error::bad_input("the card is lost").with_status(700);
        return goes_on || come_to >= number;
    }

    std::atomic<std::uint64_t> last = 0;
    std::atomic<std::uint64_t> come_to = 0;
    std::atomic<int> places = 0;
    std::atomic<bool> goes_on = true;
    std::atomic<bool> is_lost = false;
};

// Words below 1000 are the host's, those above are the card's.
class HandWords final : public cuda::WordReader {
public:
    bool is_near(Address address) const override { return address < 1000; }
    Result<std::uint64_t> read(Address address, unsigned) override {
        if (!is_near(address)) ++copies;
        return words[address].load();
    }

    std::vector<std::atomic<std::uint64_t>> words = std::vector<std::atomic<std::uint64_t>>(4000);
    std::atomic<int> copies = 0;
};

struct HeldQueues : ::testing::Test {
    HeldQueues() {
        auto reader = std::make_unique<HandWords>();
        words = reader.get();
        group = std::make_shared<cuda::HeldGroup>(std::move(reader));
    }
    cuda::KeptJob wait_for(Address address) {
        return {[this, address] { return group->holds({address, 1, 4, WordCondition::Equal}); }, nullptr, true};
    }
    std::function<Result<void>()> note(int number) {
        return [this, number] {
            const std::lock_guard lock(mutex);
            done.push_back(number);
            return Result<void>();
        };
    }
    std::vector<int> taken() {
        const std::lock_guard lock(mutex);
        return done;
    }

    HandWords* words = nullptr;
    std::shared_ptr<cuda::HeldGroup> group;
    std::mutex mutex;
    std::vector<int> done;
};

TEST_F(HeldQueues, WhatComesAfterAWaitIsKeptInOrder) {
    HandPlaces places;
    cuda::HeldQueue queue(places, group);
    queue.keep(note(1)).value();
    EXPECT_THAT(taken(), ElementsAre(1)) << "it is not held";
    queue.hold(wait_for(5)).value();
    EXPECT_TRUE(queue.is_held());
    queue.keep(note(2)).value();
    queue.hold(wait_for(6)).value();
    queue.keep(note(3)).value();
    queue.keep(note(4)).value();
    EXPECT_TRUE(comes_true([&] { return queue.is_waiting(); }));
    EXPECT_THAT(taken(), ElementsAre(1));
    words->words[5] = 1;
    EXPECT_TRUE(comes_true([&] { return taken().size() == 2; }));
    std::this_thread::sleep_for(5ms);
    EXPECT_THAT(taken(), ElementsAre(1, 2));
    words->words[6] = 1;
    queue.wait_until_free();
    EXPECT_THAT(taken(), ElementsAre(1, 2, 3, 4));
    queue.keep(note(5)).value();
    EXPECT_THAT(taken(), ElementsAre(1, 2, 3, 4, 5));
}

// To be told keeps it from going round, and takes a lock that it wants, too.
TEST_F(HeldQueues, TheThreadIsNotToldOfWhatComesBehindKeptWork) {
    HandPlaces places;
    cuda::HeldQueue queue(places, group);
    queue.hold(wait_for(5)).value();
    constexpr int jobs = 1000;
    for (int i = 0; i < jobs; ++i)
        queue.hold({nullptr, note(i), false}).value();
    EXPECT_EQ(group->times_told(), 1U);
    words->words[5] = 1;
    queue.wait_until_free();
    EXPECT_EQ(taken().size(), static_cast<std::size_t>(jobs));
    EXPECT_EQ(taken().back(), jobs - 1);
}

TEST(RareQuestions, AreNotAskedAboutWhatHasJustBegun) {
    cuda::RareQuestions questions;
    cuda::RareQuestions::Clock::time_point now(1h);
    const auto asked_in = [&](std::chrono::microseconds time, std::chrono::microseconds step) {
        int asked = 0;
        for (const auto end = now + time; now < end; now += step)
            asked += questions.is_due([&] { return now; }) ? 1 : 0;
        return asked;
    };
    for (int job = 0; job < 10; ++job) {
        questions.begin(now);
        EXPECT_EQ(asked_in(900us, 1us), 0) << "short jobs end before anybody asks";
    }
    EXPECT_EQ(asked_in(10'100us, 1us), 10) << "one that does not end is asked for once in a millisecond";
}

TEST_F(HeldQueues, AWordIsLookedAtWhenTheStreamHasComeToIt) {
    HandPlaces places;
    places.goes_on = false;
    cuda::HeldQueue queue(places, group);
    words->words[5] = 1;
    queue.hold(wait_for(5)).value();
    queue.keep(note(1)).value();
    std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(queue.is_held());
    EXPECT_FALSE(queue.is_waiting()) << "the work before it runs";
    words->words[5] = 0;
    places.come_to = places.last.load();
    EXPECT_TRUE(comes_true([&] { return queue.is_waiting(); }));
    EXPECT_THAT(taken(), ElementsAre());
    words->words[5] = 1;
    queue.wait_until_free();
    EXPECT_THAT(taken(), ElementsAre(1));
}

TEST_F(HeldQueues, TheCardGetsNoMoreThanItsQueuesHold) {
    HandPlaces places;
    places.goes_on = false;
    cuda::HeldQueue queue(places, group);
    queue.hold(wait_for(5)).value();
    places.come_to = places.last.load();
    constexpr int jobs = 3 * cuda::HeldQueue::most_on_card;
    for (int i = 0; i < jobs; ++i)
        queue.keep(note(i)).value();
    words->words[5] = 1;
    constexpr std::size_t most = cuda::HeldQueue::most_on_card;
    EXPECT_TRUE(comes_true([&] { return taken().size() == most; }));
    std::this_thread::sleep_for(3ms);
    EXPECT_EQ(taken().size(), most);
    EXPECT_EQ(places.places, 2) << "one at the wait, and one in the middle";
    // The first half is done: as much follows, while the card has the second.
    places.come_to = places.last.load();
    EXPECT_TRUE(comes_true([&] { return taken().size() == most + most / 2; }));
    std::this_thread::sleep_for(3ms);
    EXPECT_EQ(taken().size(), most + most / 2);
    places.goes_on = true;
    queue.wait_until_free();
    EXPECT_EQ(taken().size(), std::size_t{jobs});
    EXPECT_LE(places.places, 8);
}

// All may begin at once.
class OpenTurns final : public JobQueue {
public:
    [[nodiscard]] bool is_needed() const override { return true; }
    Entry enter(const JobFacts&) override { return {.number = ++entered, .expected = 20us, .is_alone = is_alone}; }
    bool may_begin(std::uint64_t) override { return true; }
    void finish(std::uint64_t through) override { finished = through; }
    void drop(std::uint64_t) override {}

    std::uint64_t entered = 0;
    std::atomic<std::uint64_t> finished = 0;
    bool is_alone = false;
};

// So many may begin.
class CountedTurns final : public JobQueue {
public:
    [[nodiscard]] bool is_needed() const override { return true; }
    Entry enter(const JobFacts&) override { return {.number = ++entered, .expected = 20us}; }
    bool may_begin(std::uint64_t number) override { return number <= open; }
    void finish(std::uint64_t through) override { finished = through; }
    void drop(std::uint64_t) override {}

    std::atomic<std::uint64_t> entered = 0;
    std::atomic<std::uint64_t> open = 0;
    std::atomic<std::uint64_t> finished = 0;
};

TEST_F(HeldQueues, WhatWaitsForItsTurnDoesNotWaitForEarlierWorkOnTheCard) {
    HandPlaces places;
    places.goes_on = false;
    const auto turns = std::make_shared<CountedTurns>();
    cuda::HeldQueue queue(places, group, turns);
    turns->open = 2;
    for (int i = 1; i <= 4; ++i)
        queue.put_job(JobKind::Compute, note(i), nullptr).value();
    EXPECT_THAT(taken(), ElementsAre(1, 2));
    turns->open = 3;
    EXPECT_TRUE(comes_true([&] { return taken().size() == 3; })) << "the first two still run";
    EXPECT_EQ(turns->finished, 0U);
    EXPECT_EQ(places.places, 1) << "nothing more is asked of the card for that";
    turns->open = 4;
    EXPECT_TRUE(comes_true([&] { return !queue.is_held(); }));
    places.goes_on = true;
    EXPECT_TRUE(comes_true([&] { return turns->finished == 4; }));
    EXPECT_THAT(taken(), ElementsAre(1, 2, 3, 4));
}

TEST_F(HeldQueues, TheCardGetsNoMoreJobsThanItsQueuesHold) {
    HandPlaces places;
    places.goes_on = false;
    const auto turns = std::make_shared<CountedTurns>();
    cuda::HeldQueue queue(places, group, turns);
    constexpr std::uint64_t most = cuda::HeldQueue::most_on_card;
    constexpr std::uint64_t jobs = 3 * most;
    for (std::uint64_t i = 0; i < jobs; ++i)
        queue.put_job(JobKind::Compute, note(0), nullptr).value();
    turns->open = jobs;
    EXPECT_TRUE(comes_true([&] { return taken().size() == most; }));
    std::this_thread::sleep_for(3ms);
    EXPECT_EQ(taken().size(), most);
    // The first batch has ended.
    places.come_to = 1;
    EXPECT_TRUE(comes_true([&] { return turns->finished != 0; }));
    EXPECT_TRUE(comes_true([&] { return taken().size() == most + turns->finished; }));
    places.goes_on = true;
    EXPECT_TRUE(comes_true([&] { return turns->finished == jobs; }));
    EXPECT_EQ(taken().size(), jobs);
}

TEST_F(HeldQueues, JobsWhoseTurnHasComeNeedNoOtherThread) {
    // The group's thread is busy with another stream.
    HandPlaces other_places;
    cuda::HeldQueue other(other_places, group);
    std::atomic<bool> is_busy = false;
    std::atomic<bool> may_go_on = false;
    const auto busy = [&] {
        is_busy = true;
        while (!may_go_on)
            std::this_thread::sleep_for(100us);
        return true;
    };
    other.hold({busy, nullptr, true}).value();
    ASSERT_TRUE(comes_true([&] { return is_busy.load(); }));
    HandPlaces places;
    const auto turns = std::make_shared<CountedTurns>();
    cuda::HeldQueue queue(places, group, turns);
    queue.put_job(JobKind::Compute, note(1), nullptr).value();
    EXPECT_TRUE(queue.is_held());
    turns->open = 2;
    queue.put_job(JobKind::Compute, note(2), nullptr).value();
    EXPECT_THAT(taken(), ElementsAre(1, 2));
    EXPECT_FALSE(queue.is_held());
    queue.help();
    EXPECT_EQ(turns->finished, 2U);
    // A condition is not looked at by this thread, and what stands behind it waits.
    queue.hold(wait_for(5)).value();
    turns->open = 3;
    words->words[5] = 1;
    queue.put_job(JobKind::Compute, note(3), nullptr).value();
    EXPECT_EQ(taken().size(), 2U);
    may_go_on = true;
    EXPECT_TRUE(comes_true([&] { return taken().size() == 3; }));
}

TEST_F(HeldQueues, WhileNobodyElseHasAnythingToDoTheCardSaysLessOftenHowFarItIs) {
    const auto places_for = [this](bool is_alone) {
        HandPlaces places;
        places.goes_on = false;
        const auto turns = std::make_shared<OpenTurns>();
        turns->is_alone = is_alone;
        int count = 0;
        {
            cuda::HeldQueue queue(places, group, turns);
            for (int i = 0; i < 250; ++i)
                queue
                    .put_job(
                        JobKind::Compute, [] { return Result<void>(); }, nullptr)
                    .value();
            count = places.places;
            places.goes_on = true;
            EXPECT_TRUE(comes_true([&] { return turns->finished == 250; }));
        }
        return count;
    };
    // The first is by itself; then as many as 300 us of work, or 1.25 ms.
    EXPECT_EQ(places_for(false), 1 + 249 / 15);
    EXPECT_EQ(places_for(true), 1 + 249 / 63);
}

TEST_F(HeldQueues, FromTheFirstJobThatSeesSomebodyElseBatchesAreSmall) {
    HandPlaces places;
    places.goes_on = false;
    const auto turns = std::make_shared<OpenTurns>();
    cuda::HeldQueue queue(places, group, turns);
    const auto put = [&](int count) {
        for (int i = 0; i < count; ++i)
            queue
                .put_job(
                    JobKind::Compute, [] { return Result<void>(); }, nullptr)
                .value();
    };
    turns->is_alone = true;
    put(1 + 30);
    EXPECT_EQ(places.places, 1);
    turns->is_alone = false;
    put(1);
    EXPECT_EQ(places.places, 2);
    places.goes_on = true;
    EXPECT_TRUE(comes_true([&] { return turns->finished == 32; }));
}

TEST_F(HeldQueues, AFailureIsGivenOnceAndTheRestGoesOn) {
    HandPlaces places;
    cuda::HeldQueue queue(places, group);
    queue.hold(wait_for(5)).value();
    queue.keep([] { return Result<void>(Error::bad_input("first").with_status(1)); }).value();
    queue.keep([] { return Result<void>(Error::bad_input("second").with_status(1)); }).value();
    queue.keep(note(1)).value();
    EXPECT_FALSE(queue.take_failure());
    words->words[5] = 1;
    queue.wait_until_free();
    EXPECT_THAT(taken(), ElementsAre(1));
    EXPECT_EQ(queue.take_failure()->message, "first");
    EXPECT_FALSE(queue.take_failure());
}

TEST_F(HeldQueues, WhereTheCardIsLostNothingWaits) {
    HandPlaces places;
    cuda::HeldQueue queue(places, group);
    places.goes_on = false;
    queue.hold(wait_for(5)).value();
    queue.keep(note(1)).value();
    places.is_lost = true;
    queue.wait_until_free();
    EXPECT_THAT(taken(), ElementsAre());
    EXPECT_EQ(queue.take_failure()->status, 700);
}

TEST_F(HeldQueues, AnAbandonedOneDropsWhatItKeeps) {
    HandPlaces places;
    cuda::HeldQueue queue(places, group);
    auto owned = std::make_shared<int>(1);
    queue.hold(wait_for(5)).value();
    queue.keep([owned] { return Result<void>(); }).value();
    queue.keep(note(1)).value();
    EXPECT_EQ(owned.use_count(), 2);
    queue.abandon();
    queue.wait_until_free();
    EXPECT_EQ(owned.use_count(), 1);
    EXPECT_THAT(taken(), ElementsAre());
}

TEST_F(HeldQueues, OneThatGoesLeavesTheOthers) {
    HandPlaces places;
    cuda::HeldQueue stays(places, group);
    stays.hold(wait_for(5)).value();
    stays.keep(note(1)).value();
    for (int i = 0; i < 200; ++i) {
        cuda::HeldQueue goes(places, group);
        goes.hold(wait_for(6)).value();
        goes.keep(note(2)).value();
    }
    words->words[5] = 1;
    stays.wait_until_free();
    EXPECT_THAT(taken(), ElementsAre(1));
}

TEST_F(HeldQueues, ThousandsWaitBesideEachOther) {
    constexpr int count = 3000;
    HandPlaces places;
    std::vector<std::unique_ptr<cuda::HeldQueue>> queues;
    for (int i = 0; i < count; ++i) {
        queues.push_back(std::make_unique<cuda::HeldQueue>(places, group));
        queues.back()->hold(wait_for(i)).value();
        queues.back()->keep(note(i)).value();
    }
    // Two thirds of the words are the card's: each has its turn, though few are read at a time.
    for (const int i : {7, 900, 1001, 1999, 2999, 2500}) {
        words->words[static_cast<std::size_t>(i)] = 1;
        queues[static_cast<std::size_t>(i)]->wait_until_free();
        EXPECT_EQ(taken().back(), i);
    }
    EXPECT_EQ(taken().size(), 6U);
    for (auto& word : words->words)
        word = 1;
    for (const auto& queue : queues)
        queue->wait_until_free();
    EXPECT_EQ(taken().size(), std::size_t{count});
}

TEST_F(HeldQueues, WhatAnotherOneMustDoFirst) {
    HandPlaces places;
    cuda::HeldQueue first(places, group);
    cuda::HeldQueue second(places, group);
    std::atomic<bool> is_recorded = false;
    first.hold(wait_for(5)).value();
    first.keep(note(1)).value();
    first
        .keep([&] {
            is_recorded = true;
            return Result<void>();
        })
        .value();
    second.hold({[&] { return is_recorded.load(); }, note(2), false}).value();
    second.keep(note(3)).value();
    std::this_thread::sleep_for(3ms);
    EXPECT_THAT(taken(), ElementsAre());
    words->words[5] = 1;
    second.wait_until_free();
    EXPECT_THAT(taken(), ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace ringfence::backend
