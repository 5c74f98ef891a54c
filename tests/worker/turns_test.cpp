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

TEST(Turns, EightAreServedAlike) {
    Turns turns(1s);
    std::atomic<bool> is_over = false;
    std::array<std::uint64_t, 8> served{};
    std::vector<std::thread> threads;
    std::latch all_there(served.size());
    for (std::uint64_t& count : served) {
        threads.emplace_back([&] {
            const Turns::Member member(turns);
            all_there.arrive_and_wait();
            while (!is_over) {
                const Turns::Turn turn = turns.take();
                be_busy(20us);
                ++count;
            }
        });
    }
    std::this_thread::sleep_for(500ms);
    is_over = true;
    for (std::thread& thread : threads)
        thread.join();
    const auto [least, most] = std::minmax_element(served.begin(), served.end());
    EXPECT_GT(*least, 100u);
    EXPECT_LE(*most - *least, *most / 10 + 8);
}

TEST(Turns, OnlyOneAtATime) {
    Turns turns(10s);
    int inside = 0;
    int most = 0;
    std::vector<std::thread> threads;
    const Turns::Member one(turns);
    const Turns::Member other(turns);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 1000; ++round) {
                const Turns::Turn turn = turns.take();
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
    const Turns::Member stuck(turns);
    auto held = std::make_unique<Turns::Turn>(turns.take());
    const Turns::Member one(turns);
    held = std::make_unique<Turns::Turn>(turns.take());
    const auto begin = Clock::now();
    for (int i = 0; i < 1000; ++i)
        (void)turns.take();
    EXPECT_LT(Clock::now() - begin, 1s);
    // Its own end, late, takes nothing away from whoever has the turn now.
    const Turns::Turn mine = turns.take();
    held.reset();
    std::atomic<bool> has_turn = false;
    std::thread next([&] {
        const Turns::Turn turn = turns.take();
        has_turn = true;
    });
    next.join();
    EXPECT_TRUE(has_turn);
}

}  // namespace
}  // namespace ringfence::worker
