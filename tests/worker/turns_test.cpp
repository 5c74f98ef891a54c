#include "worker/turns.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

void be_busy(std::chrono::nanoseconds time) {
    for (const auto end = Clock::now() + time; Clock::now() < end;) {
    }
}

// How often each of eight was served that want all they can get.
std::array<std::uint64_t, 8> serve_eight() {
    Turns turns(1s);
    std::atomic<bool> is_over = false;
    std::array<std::uint64_t, 8> served{};
    std::vector<std::thread> threads;
    std::latch all_there(served.size());
    for (std::uint64_t& count : served) {
        threads.emplace_back([&] {
            Turns::Member member(turns);
            all_there.arrive_and_wait();
            while (!is_over) {
                const Turns::Turn turn = turns.take(member);
                be_busy(20us);
                ++count;
            }
        });
    }
    std::this_thread::sleep_for(500ms);
    is_over = true;
    for (std::thread& thread : threads)
        thread.join();
    return served;
}

TEST(Turns, EightAreServedAlike) {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    // Where others need the processors too, one of the threads may not come to wait at all for a while.
    for (int attempt = 0; attempt < 5; ++attempt) {
        const auto served = serve_eight();
        least = *std::min_element(served.begin(), served.end());
        most = *std::max_element(served.begin(), served.end());
        if (least > 100 && most - least <= most / 10) return;
    }
    ADD_FAILURE() << "served " << least << " to " << most << " times";
}

TEST(Turns, OnlyOneAtATime) {
    Turns turns(10s);
    int inside = 0;
    int most = 0;
    std::vector<std::thread> threads;
    std::array<std::unique_ptr<Turns::Member>, 4> members;
    for (auto& member : members)
        member = std::make_unique<Turns::Member>(turns);
    for (auto& member : members) {
        threads.emplace_back([&] {
            for (int round = 0; round < 1000; ++round) {
                const Turns::Turn turn = turns.take(*member);
                most = std::max(most, ++inside);
                --inside;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(most, 1);
}

TEST(Turns, WhoeverIsStuckHoldsUpNobody) {
    Turns turns(5ms);
    Turns::Member stuck(turns);
    Turns::Member one(turns);
    Turns::Member other(turns);
    auto held = std::make_unique<Turns::Turn>(turns.take(stuck));
    const auto begin = Clock::now();
    for (int i = 0; i < 1000; ++i)
        (void)turns.take(one);
    EXPECT_LT(Clock::now() - begin, 1s);
    // Its own end, late, takes nothing away from whoever has the turn now.
    const Turns::Turn mine = turns.take(one);
    held.reset();
    const auto asked = Clock::now();
    std::thread next([&] { (void)turns.take(other); });
    next.join();
    EXPECT_GE(Clock::now() - asked, 4ms);
}

TEST(Turns, OneAloneWaitsForNobody) {
    Turns turns(10s);
    Turns::Member only(turns);
    const Turns::Turn held = turns.take(only);
    (void)turns.take(only);
}

}  // namespace
}  // namespace ringfence::worker
