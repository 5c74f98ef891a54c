#include "worker/pace.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t batch = 64;

void work(Pace::Member& member) {
    member.begin();
    member.did(batch);
}

// What a driver's lock does to some: they do not get it for a while.
TEST(Pace, OneThatIsSlowIsWaitedFor) {
    Pace pace;
    Pace::Member quick(pace);
    std::atomic<bool> is_over = false;
    std::atomic<std::uint64_t> by_slow = 0;
    std::latch both(2);
    std::thread slow([&] {
        Pace::Member member(pace);
        work(member);
        both.arrive_and_wait();
        for (; !is_over; by_slow += batch) {
            std::this_thread::sleep_for(200us);
            work(member);
        }
        member.rest();
    });
    both.arrive_and_wait();
    std::uint64_t by_quick = 0;
    for (const auto end = Pace::Clock::now() + 300ms; Pace::Clock::now() < end; by_quick += batch)
        work(quick);
    is_over = true;
    slow.join();
    // Alone it would do some thousand times as much. Threads may be kept from running for longer than one waits.
    EXPECT_LT(by_quick, 100 * by_slow + 1'000'000);
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
    const auto begin = Pace::Clock::now();
    for (int i = 0; i < 10'000; ++i)
        work(one);
    EXPECT_LT(Pace::Clock::now() - begin, 1s) << "each would take a millisecond";
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
    EXPECT_LT(Pace::Clock::now() - begin, 500ms);
    // Far more than one may be ahead, and the other one is busy.
    const auto asked = Pace::Clock::now();
    for (int i = 0; i < 8; ++i)
        work(late);
    EXPECT_GE(Pace::Clock::now() - asked, 500us);
}

}  // namespace
}  // namespace ringfence::worker
