#include "base/room_board.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

using namespace std::chrono_literals;
using Clock = RoomBoard::Clock;

struct Board : testing::Test {
    UniqueFd file = RoomBoard::create_file().take();
    std::shared_ptr<RoomBoard> watcher = RoomBoard::join(file.get(), 0).take();
    std::shared_ptr<RoomBoard> one = RoomBoard::join(file.get(), 1).take();
    std::shared_ptr<RoomBoard> two = RoomBoard::join(file.get(), 2).take();
    std::shared_ptr<RoomBoard> three = RoomBoard::join(file.get(), 3).take();
    Clock::time_point now = Clock::now();

    std::uint64_t part(RoomBoard& board, std::uint64_t missing) const {
        return board.part_of(missing, *board.first(now), now);
    }
    static RoomBoard::Offer idle(std::uint64_t bytes, std::uint32_t priority = 0) {
        return {.movable = bytes, .ready = bytes, .is_at_work = false, .priority = priority, .last_use = 1s};
    }
};

TEST_F(Board, OneTurnAfterTheOther) {
    EXPECT_FALSE(one->first(now));
    one->want(10, false, now);
    two->want(20, true, now);
    ASSERT_TRUE(one->first(now));
    EXPECT_TRUE(one->first(now)->is_own);
    EXPECT_EQ(two->first(now)->bytes, 10u);
    EXPECT_FALSE(two->first(now)->is_own);
    EXPECT_TRUE(two->is_anothers_turn(now));
    // It keeps its place when it wants something else.
    one->want(15, false, now);
    EXPECT_EQ(two->first(now)->bytes, 15u);
    one->withdraw();
    EXPECT_TRUE(two->first(now)->is_own);
    EXPECT_TRUE(two->first(now)->is_way_back);
    // Whoever comes again comes last.
    one->want(10, false, now);
    EXPECT_TRUE(one->is_anothers_turn(now));
}

TEST_F(Board, WhoIsSilentLosesTheTurn) {
    one->want(10, false, now);
    two->want(20, false, now);
    const Clock::time_point later = now + RoomBoard::longest_silence + 1ms;
    two->want_still(later);
    EXPECT_EQ(three->first(later)->bytes, 20u);
    one->want_still(later);
    EXPECT_EQ(three->first(later)->bytes, 10u) << "it is there again";
    three->want_still(later);
    EXPECT_EQ(three->first(later)->bytes, 10u) << "one that wants nothing wants nothing";
}

TEST_F(Board, WhoSuitsBestGivesFirst) {
    one->want(100, false, now);
    const std::uint64_t question = one->first(now)->question;
    two->offer(idle(60, 2), question);
    three->offer(idle(60, 1), question);
    EXPECT_EQ(part(*three, 50), 50u);
    EXPECT_EQ(part(*two, 50), 0u) << "it has the higher priority";
    EXPECT_EQ(part(*three, 90), 60u);
    EXPECT_EQ(part(*two, 90), 30u);
    EXPECT_EQ(part(*two, 500), 60u);
    // At work comes after idle, whatever its priority.
    RoomBoard::Offer busy = idle(60, 0);
    busy.is_at_work = true;
    three->offer(busy, question);
    EXPECT_EQ(part(*two, 50), 50u);
    EXPECT_EQ(part(*three, 50), 0u);
    // Sessions with equal claims come in the same order everywhere.
    two->offer(idle(60), question);
    three->offer(idle(60), question);
    EXPECT_EQ(part(*two, 70) + part(*three, 70), 70u);
}

TEST_F(Board, NobodyGivesBeforeAllHaveAnsweredOrHadTheTime) {
    two->offer(idle(60), 0);
    one->want(100, false, now);
    const std::uint64_t question = one->first(now)->question;
    three->offer(idle(60), question);
    EXPECT_EQ(part(*three, 50), 0u) << "the second may suit better";
    now += RoomBoard::longest_silence_of_others;
    EXPECT_EQ(part(*three, 50), 50u);
    two->offer(idle(60), question);
    EXPECT_EQ(part(*two, 50) + part(*three, 50), 50u);
    // Asked again: old answers do not count.
    one->ask_again(now);
    EXPECT_NE(one->first(now)->question, question);
    EXPECT_EQ(part(*three, 50), 0u);
}

// Between the looks at what is wanted and at what is free, whoever has the turn took it: nobody moves anything for
// that.
TEST_F(Board, WhatIsTakenMeanwhileIsNotMissing) {
    one->want(100, false, now);
    const RoomBoard::Wish wish = *two->first(now);
    EXPECT_EQ(two->missing_for(
                  wish, [] { return 70; }, now),
              30u);
    EXPECT_EQ(two->missing_for(
                  wish, [] { return 170; }, now),
              0u);
    const auto taken_meanwhile = [&] {
        one->want_nothing_more();
        one->claim(100);
        return 0;
    };
    EXPECT_EQ(two->missing_for(wish, taken_meanwhile, now), 0u);
    one->withdraw();
    EXPECT_EQ(two->missing_for(
                  wish, [] { return 0; }, now),
              0u)
        << "nobody wants anything";
}

TEST_F(Board, WhatCouldMoveElsewhere) {
    one->offer(idle(5), 0);
    two->offer(idle(7), 0);
    EXPECT_EQ(one->movable_elsewhere(), 7u);
    EXPECT_EQ(three->movable_elsewhere(), 12u);
    one->claim(3);
    EXPECT_EQ(one->claimed_elsewhere(), 0u);
    EXPECT_EQ(two->claimed_elsewhere(), 3u);
    EXPECT_EQ(three->movable_elsewhere(), 15u) << "when it is there";
    one->drop_claim(3);
    EXPECT_EQ(two->claimed_elsewhere(), 0u);
    two->offer(idle(UINT64_MAX), 0);
    three->offer(idle(UINT64_MAX), 0);
    EXPECT_EQ(one->movable_elsewhere(), UINT64_MAX) << "nonsense stays a number";
}

TEST_F(Board, WhoIsKilledIsClearedAway) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        one->want(10, true, Clock::now());
        one->offer(idle(5), 0);
        one->claim(3);
        (void)::raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(two->is_anothers_turn(now));
    EXPECT_EQ(two->claimed_elsewhere(), 3u);
    watcher->clear(1);
    EXPECT_FALSE(two->first(now));
    EXPECT_EQ(two->claimed_elsewhere(), 0u);
    EXPECT_EQ(two->movable_elsewhere(), 0u);
    // Its number is not given out again.
    two->want(1, false, now);
    one->want(1, false, now);
    EXPECT_TRUE(two->first(now)->is_own);
}

TEST_F(Board, OnlyFilesThatFit) {
    EXPECT_FALSE(RoomBoard::join(file.get(), RoomBoard::most_processes).ok());
    const UniqueFd other(::dup(STDERR_FILENO));
    EXPECT_FALSE(RoomBoard::join(other.get(), 1).ok());
}

// One that was taken over writes where it likes, and then it is gone.
TEST_F(Board, WhatTheDeadHaveWrittenElsewhereDoesNotOutliveThem) {
    one->claim(10);
    const auto forged_line = RoomBoard::join(file.get(), 1).take();
    const auto nobodys_line = RoomBoard::join(file.get(), 400).take();
    forged_line->claim(std::uint64_t{1} << 60);
    nobodys_line->claim(std::uint64_t{1} << 60);
    nobodys_line->want(1, false, now);
    EXPECT_GE(two->claimed_elsewhere(), std::uint64_t{1} << 60);
    const std::size_t living[] = {1, 2};
    watcher->keep_only(living);
    EXPECT_FALSE(two->first(now));
    // Whoever lives says what is his the next time.
    one->drop_claim(4);
    EXPECT_EQ(two->claimed_elsewhere(), 6U);
}

// A line with a time in the future would never become old.
TEST_F(Board, WhatIsSaidOfTheFutureIsNotBelieved) {
    // A line whose owner lives, and wants nothing.
    const auto forged = RoomBoard::join(file.get(), 1).take();
    forged->want(1, true, now + std::chrono::hours(1000));
    const std::size_t living[] = {1, 2};
    watcher->keep_only(living);
    const Clock::time_point later = now + RoomBoard::longest_silence + 1ms;
    EXPECT_FALSE(two->is_anothers_turn(later));
    // Two processes may look at the clock in one order and write in the other.
    forged->withdraw();
    one->want(1, false, now + 1ms);
    EXPECT_TRUE(two->is_anothers_turn(now));
}

TEST_F(Board, NobodyHasTheLineOfWhoeverClears) {
    const auto forged = RoomBoard::join(file.get(), 0).take();
    forged->want(1, true, now);
    forged->claim(std::uint64_t{1} << 60);
    const std::size_t living[] = {1, 2};
    watcher->keep_only(living);
    EXPECT_FALSE(two->first(now));
    EXPECT_EQ(two->claimed_elsewhere(), 0U);
}

TEST_F(Board, WhoeverIsAskedSaysWhatIsHis) {
    one->claim(10);
    const auto forged = RoomBoard::join(file.get(), 1).take();
    forged->claim(std::uint64_t{1} << 60);
    one->offer(idle(5), 0);
    EXPECT_EQ(two->claimed_elsewhere(), 10U);
}

}  // namespace
}  // namespace ringfence
