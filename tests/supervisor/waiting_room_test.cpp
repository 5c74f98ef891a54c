#include "supervisor/waiting_room.h"

#include <gtest/gtest.h>

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;

const auto begin = std::chrono::steady_clock::now();

Visitor visitor(pid_t pid, uid_t uid, std::chrono::milliseconds at = 0ms) {
    return {UniqueFd(), PeerProcess{pid, uid, 0}, begin + at};
}

std::size_t count_of(WaitingRoom& room, pid_t pid) {
    std::size_t count = 0;
    for (const Visitor& one : room.visitors())
        count += one.peer.pid == pid ? 1 : 0;
    return count;
}

TEST(WaitingRoom, AProcessHasSoManyPlacesAndItsEldestGo) {
    WaitingRoom room;
    room.admit(visitor(7, 1000));
    for (int i = 0; i < 300; ++i)
        room.admit(visitor(8, 1000, std::chrono::milliseconds(i)));
    EXPECT_EQ(count_of(room, 7), 1U);
    EXPECT_EQ(count_of(room, 8), WaitingRoom::most_of_a_process);
    EXPECT_EQ(room.visitors().back().since, begin + 299ms);
    EXPECT_EQ(room.sent_away(), 300 - WaitingRoom::most_of_a_process);
}

TEST(WaitingRoom, ManyProcessesOfAUserDoNotTakeAnothersPlace) {
    WaitingRoom room;
    room.admit(visitor(7, 1000));
    for (pid_t pid = 100; pid < 1000; ++pid)
        room.admit(visitor(pid, 2000));
    EXPECT_EQ(room.visitors().size(), WaitingRoom::most);
    EXPECT_EQ(count_of(room, 7), 1U);
    EXPECT_EQ(count_of(room, 999), 1U);
    EXPECT_EQ(count_of(room, 100), 0U);
}

TEST(WaitingRoom, WhoSaysNothingHasFiveSeconds) {
    WaitingRoom room;
    room.admit(visitor(7, 1000));
    room.admit(visitor(8, 1000, 2000ms));
    room.send_away_the_silent(begin + 4900ms);
    EXPECT_EQ(room.visitors().size(), 2U);
    room.send_away_the_silent(begin + 5100ms);
    EXPECT_EQ(count_of(room, 7), 0U);
    EXPECT_EQ(count_of(room, 8), 1U);
    EXPECT_EQ(room.sent_away(), 1U);
}

TEST(WaitingRoom, WhoHasSpokenAndWasNotHeardIsNotSilent) {
    auto ends = socket_pair().take();
    ASSERT_TRUE(send_message(ends.first.get(), std::as_bytes(std::span("Hello"))).ok());
    WaitingRoom room;
    Visitor spoke = visitor(7, 1000);
    spoke.socket = std::move(ends.second);
    room.admit(std::move(spoke));
    room.make_room();
    room.send_away_the_silent(begin + 60'000ms);
    EXPECT_EQ(count_of(room, 7), 1U);
    EXPECT_EQ(room.sent_away(), 0U);
}

}  // namespace
}  // namespace ringfence::supervisor
