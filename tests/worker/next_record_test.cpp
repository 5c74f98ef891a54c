// When a client comes again: for those who come at regular times.
#include "worker/next_record.h"

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Clock = NextRecord::Clock;

struct Visits {
    // A launch, and the wait for it.
    void visit(Clock::time_point at) {
        next.note(at);
        next.note(at + 30us);
        next.note(at + 90us);
    }
    NextRecord next;
};

TEST(NextRecord, AClientThatComesEveryTenMillisecondsIsForeseen) {
    Visits visits;
    Clock::time_point now(1h);
    for (int i = 0; i < 20; ++i, now += 10ms)
        visits.visit(now + (i % 2 == 0 ? 0us : 20us));
    const auto span = visits.next.awake();
    ASSERT_TRUE(span);
    EXPECT_LT(span->from, now - 50us);
    EXPECT_GT(span->until, now + 50us);
    EXPECT_LE(span->until - span->from, 10ms / 8) << "an eighth of a core";
}

TEST(NextRecord, NothingIsForeseenBeforeItHasComeSomeTimes) {
    Visits visits;
    Clock::time_point now(1h);
    EXPECT_FALSE(visits.next.awake());
    for (int i = 0; i < 8; ++i, now += 10ms) {
        visits.visit(now);
        EXPECT_FALSE(visits.next.awake());
    }
    visits.visit(now);
    EXPECT_TRUE(visits.next.awake());
}

TEST(NextRecord, OneThatComesWheneverItLikesIsNot) {
    Visits visits;
    Clock::time_point now(1h);
    for (int i = 0; i < 50; ++i, now += i % 3 == 0 ? 5ms : 14ms)
        visits.visit(now);
    EXPECT_FALSE(visits.next.awake());
}

TEST(NextRecord, NorOneThatComesSoOftenThatItsThreadIsAwakeAnyway) {
    Visits visits;
    Clock::time_point now(1h);
    for (int i = 0; i < 50; ++i, now += 1ms)
        visits.visit(now);
    EXPECT_FALSE(visits.next.awake());
}

TEST(NextRecord, TheThreadIsAwakeBeforeTheClientComesHoweverItWaited) {
    Visits visits;
    Clock::time_point now(1h);
    for (int i = 0; i < 20; ++i, now += 10ms)
        visits.visit(now);
    constexpr NextRecord::Wait usual{200us, 1s};
    Clock::time_point awake = now - 9ms;
    Clock::duration slept{};
    for (int i = 0; i < 3 && awake < now; ++i) {
        const NextRecord::Wait wait = visits.next.wait(awake, usual);
        EXPECT_LE(awake + wait.spin + wait.sleep, wait.sleep == 0s ? now + 1ms : now - 100us) << "it sleeps too long";
        slept += wait.sleep;
        awake += wait.spin + wait.sleep;
    }
    EXPECT_GT(awake, now) << "it spins until after the client comes";
    EXPECT_GT(slept, 8ms);
    // Nobody came: all is as usual.
    EXPECT_EQ(visits.next.wait(now + 5ms, usual).sleep, usual.sleep);
}

TEST(NextRecord, APauseBeginsAnew) {
    Visits visits;
    Clock::time_point now(1h);
    for (int i = 0; i < 20; ++i, now += 10ms)
        visits.visit(now);
    visits.visit(now + 1s);
    EXPECT_FALSE(visits.next.awake());
}

}  // namespace
}  // namespace ringfence::worker
