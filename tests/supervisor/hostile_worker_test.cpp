// A worker that somebody has taken over says what it likes to the daemon.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../rounds.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "daemon_fixture.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;
using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::MatchesRegex;
using testing::StartsWith;

constexpr std::size_t mebibyte = 1 << 20;

class HostileWorkerTest : public DaemonTest {
protected:
    UniqueFd say_hello_to(const std::string& worker, const std::string& isolation = "private") {
        UniqueFd socket = connect_to(socket_).take();
        channel::Hello hello;
        hello.program = worker;
        hello.isolation = isolation;
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, 1).ok());
        return socket;
    }
    bool is_ended(const UniqueFd& client) {
        const auto message = receive_message(client.get(), 4096, milliseconds(60'000));
        return message.ok() && message.value().is_end;
    }
    template <typename Condition>
    bool becomes(const Condition& is_met) {
        for (int i = 0; i < 3000; ++i) {
            if (is_met()) return true;
            std::this_thread::sleep_for(milliseconds(20));
        }
        return false;
    }
    // It has heard all that the worker had to say before it answered.
    void wait_for_worker_to_answer() {
        EXPECT_TRUE(becomes([&] {
            const auto now = status();
            return !now["workers"].empty() && now["workers"][0]["sessions"] == 1;
        }));
    }
};

TEST_F(HostileWorkerTest, SessionsThatItNeverHadTakeNoMemory) {
    start();
    const UniqueFd well = say_hello_to("stay");
    wait_for_worker_to_answer();
    const std::size_t before = memory_of(daemon_);
    const UniqueFd client = say_hello_to("mentions");
    EXPECT_TRUE(becomes([&] { return status()["sessions"] == 2; }));
    // The address sanitizer keeps what was freed.
    if (!is_sanitized) {
        EXPECT_LT(memory_of(daemon_), before + 8 * mebibyte);
    }
}

TEST_F(HostileWorkerTest, OneThatIsGoneAndStillSpeaksKeepsNobodyWaiting) {
    start();
    const UniqueFd well = say_hello_to("stay");
    wait_for_worker_to_answer();
    const UniqueFd client = say_hello_to("orphans");
    EXPECT_TRUE(is_ended(client));
    EXPECT_TRUE(becomes([&] { return status()["session_list"].size() == 1; }));
    EXPECT_FALSE(has_peer_gone(well.get()));
}

// The audit log would say that they had ended, and what they do afterwards would be nobody's.
TEST_F(HostileWorkerTest, SessionsOfOthersAreNotItsOwn) {
    start();
    const UniqueFd well = say_hello_to("stay");
    wait_for_worker_to_answer();
    const auto session = status()["session_list"][0]["session"].get<std::uint32_t>();
    const UniqueFd client = say_hello_to("forges");
    EXPECT_TRUE(is_ended(client));
    EXPECT_TRUE(becomes([&] { return !audited("worker_dies").empty(); }));
    for (const auto& ended : audited("session_ends"))
        EXPECT_NE(ended["session"].get<std::uint32_t>(), session) << ended.dump();
    EXPECT_FALSE(has_peer_gone(well.get()));
}

// There may be only so many.
TEST_F(HostileWorkerTest, SessionsThatItOnlySaysToHaveKeepNobodyOut) {
    start();
    const UniqueFd client = say_hello_to("boasts");
    wait_for_worker_to_answer();
    const UniqueFd other = say_hello_to("app");
    const auto answer = channel::receive_welcome(other.get(), milliseconds(60'000));
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().message, StartsWith("worker "));
    EXPECT_EQ(status()["sessions"], 1);
}

// It takes as many as the daemon keeps in mind to have it forget an earlier one.
TEST_F(HostileWorkerTest, HoweverManyAreRefusedTheLogKnowsWhoseASessionIs) {
    start();
    UniqueFd well = say_hello_to("stay", "shared");
    wait_for_worker_to_answer();
    for (int i = 0; i < 4200; ++i) {
        const auto refused = channel::receive_welcome(say_hello_to("app", "shared").get(), milliseconds(60'000));
        ASSERT_FALSE(refused.ok());
    }
    EXPECT_EQ(revoke(status()["session_list"][0]["session"].get<std::uint64_t>(), "enough"), "");
    ASSERT_TRUE(becomes([&] { return audited("session_ends").size() == 1; }));
    EXPECT_EQ(audited("session_ends")[0].value("uid", -1), static_cast<int>(::getuid()));
}

TEST_F(HostileWorkerTest, PoliciesThatItNeverHadAreInNoLog) {
    start();
    const UniqueFd client = say_hello_to("falls");
    wait_for_worker_to_answer();
    EXPECT_TRUE(audited("policy_fallback").empty()) << audited("policy_fallback").size();
}

// Its session is in no list any more, and nobody could take it back.
TEST_F(HostileWorkerTest, APrivateWorkerThatOutlivesItsSessionIsEnded) {
    Settings settings;
    settings.worker_patience_ms = 500;
    start(settings);
    const UniqueFd client = say_hello_to("overstays");
    EXPECT_TRUE(is_ended(client));
    EXPECT_TRUE(becomes([&] { return audited("worker_hangs").size() == 1; }));
}

TEST_F(HostileWorkerTest, APrivateWorkerThatDoesNotObeyIsEnded) {
    Settings settings;
    settings.worker_patience_ms = 2000;
    start(settings);
    const UniqueFd client = say_hello_to("stubborn");
    const UniqueFd well = say_hello_to("stay");
    EXPECT_TRUE(becomes([&] { return status()["sessions"] == 2; }));
    const auto now = status();
    for (const auto& session : now["session_list"]) {
        if (session["name"] != "stubborn") continue;
        EXPECT_EQ(revoke(session["session"].get<std::uint64_t>(), "it is hostile"), "");
    }
    EXPECT_TRUE(is_ended(client));
    EXPECT_FALSE(has_peer_gone(well.get()));
    EXPECT_TRUE(becomes([&] { return status()["session_list"].size() == 1; }));
}

TEST_F(HostileWorkerTest, WhatItWritesIsItsOwnInTheLogFitToPrintAndNotWithoutEnd) {
    const std::string path = folder_ + "/log";
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    const UniqueFd before(::dup(STDERR_FILENO));
    ::dup2(file.get(), STDERR_FILENO);
    start();
    ::dup2(before.get(), STDERR_FILENO);
    const UniqueFd client = say_hello_to("writes");
    std::vector<std::string> lines;
    EXPECT_TRUE(becomes([&] {
        lines.clear();
        std::ifstream log(path);
        for (std::string line; std::getline(log, line);)
            lines.push_back(line);
        return !lines.empty() && lines.back().ends_with("]: flood");
    }));
    EXPECT_THAT(lines, Contains(MatchesRegex(R"(ringfence-worker\[[0-9]+\]: \\x1b\[31mall is well)")));
    EXPECT_THAT(lines,
                Contains(MatchesRegex(R"(ringfence-worker\[[0-9]+\]: ringfenced: listening at /tmp/elsewhere)")));
    EXPECT_THAT(lines, Each(AnyOf(StartsWith("ringfenced: "), StartsWith("ringfence-worker["))));
    for (const std::string& line : lines)
        EXPECT_LT(line.size(), 3000U);
}

TEST_F(HostileWorkerTest, WhoeverSendsDescriptorsUnaskedIsEnded) {
    start();
    const UniqueFd client = say_hello_to("presents");
    EXPECT_TRUE(is_ended(client));
    EXPECT_TRUE(becomes([&] { return status()["workers_died"] == 1; }));
}

}  // namespace
}  // namespace ringfence::supervisor
