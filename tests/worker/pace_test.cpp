#include "worker/pace.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t batch = 64;

void work(Pace::Member& member) {
    member.begin();
    member.did(batch);
}

// How long `ahead` takes for far more than one may be ahead, while the other one has something to do. On a busy machine
// this thread may be kept from running until the other one counts as stuck: then the time is short, so try again.
std::chrono::nanoseconds longest_time(Pace::Member& ahead, Pace::Member& busy) {
    std::chrono::nanoseconds longest{};
    for (int attempt = 0; attempt < 20 && longest < 500us; ++attempt) {
        work(busy);
        const auto begin = Pace::Clock::now();
        for (int i = 0; i < 8; ++i)
            work(ahead);
        longest = std::max<std::chrono::nanoseconds>(longest, Pace::Clock::now() - begin);
    }
    return longest;
}

TEST(Pace, WhoeverIsAheadLetsOthersCatchUp) {
    Pace pace;
    Pace::Member one(pace);
    Pace::Member other(pace);
    EXPECT_GE(longest_time(one, other), 500us);
}

TEST(Pace, OneThatRestsOrIsStuckIsNotWaitedFor) {
    Pace pace;
    Pace::Member resting(pace);
    Pace::Member stuck(pace);
    Pace::Member one(pace);
    work(resting);
    resting.rest();
    stuck.begin();
    std::this_thread::sleep_for(3ms);
    int slow = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto begin = Pace::Clock::now();
        work(one);
        slow += Pace::Clock::now() - begin >= 1ms ? 1 : 0;
    }
    EXPECT_LT(slow, 500) << "each would take a millisecond";
}

TEST(Pace, OneThatWasAwayDoesNotCatchUpOnThat) {
    Pace pace;
    Pace::Member one(pace);
    for (int i = 0; i < 10'000; ++i)
        work(one);
    Pace::Member late(pace);
    work(late);
    const auto begin = Pace::Clock::now();
    work(one);
    EXPECT_LT(Pace::Clock::now() - begin, 5s);
    EXPECT_GE(longest_time(late, one), 500us);
}

}  // namespace
}  // namespace ringfence::worker
