// Workers before anybody needs them, and workers that are not well.
#include <stdlib.h>

#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/socket.h"
#include "channel/handshake.h"
#include "daemon_fixture.h"
#include "lingering_worker.h"
#include "supervisor/sessions.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint32_t much_longer_than_this_test_ms = 600'000;

class WorkersCareTest : public DaemonTest {
protected:
    UniqueFd say_hello(const std::string& program, const std::string& isolation) {
        UniqueFd socket = connect_to(socket_).take();
        channel::Hello hello;
        hello.program = program;
        hello.isolation = isolation;
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, 1).ok());
        return socket;
    }
    std::string answer(const UniqueFd& socket) {
        const auto welcome = channel::receive_welcome(socket.get(), milliseconds(60'000));
        return welcome.ok() ? "welcome" : welcome.error().message;
    }
    template <typename Condition>
    bool becomes(const Condition& is_met) {
        for (int i = 0; i < 6000; ++i) {
            if (is_met()) return true;
            std::this_thread::sleep_for(milliseconds(20));
        }
        return false;
    }
    // Until the daemon pauses. On a machine that stands still, a worker that came late to serve counts as well, and the
    // pause comes earlier: then the client is refused, and does not lose its worker.
    void let_workers_hang() {
        for (int i = 0; i < 3; ++i) {
            const UniqueFd hanging = say_hello("hang", "shared");
            const auto ended = receive_message(hanging.get(), 4096, milliseconds(60'000));
            ASSERT_TRUE(ended.ok()) << ended.error().message;
            if (!ended.value().is_end) return;
        }
    }
    // The process of the spare worker; 0: there is none.
    pid_t spare() {
        const auto now = status();
        for (const auto& worker : now["workers"]) {
            if (worker.contains("spare")) return worker["pid"].get<pid_t>();
        }
        return 0;
    }
};

TEST_F(WorkersCareTest, ASpareWorkerIsTakenAndTheNextIsStarted) {
    Settings settings;
    settings.spare_workers = 1;
    start(settings);
    ASSERT_TRUE(becomes([&] { return spare() != 0; }));
    const pid_t first = spare();
    EXPECT_THAT(answer(say_hello("app", "private")), HasSubstr("worker " + std::to_string(first) + ":"));
    EXPECT_TRUE(becomes([&] { return spare() != 0 && spare() != first; }));
    // It is for those who are like it.
    const pid_t second = spare();
    EXPECT_THAT(answer(say_hello("app", "shared")), Not(HasSubstr("worker " + std::to_string(second) + ":")));
    EXPECT_EQ(spare(), second);
}

TEST_F(WorkersCareTest, ASpareWorkerKeepsNobodyOut) {
    Settings settings;
    settings.spare_workers = 1;
    settings.max_workers = 2;
    settings.max_sessions_per_process = 10;
    start(settings);
    const UniqueFd one = say_hello("stay", "private");
    const UniqueFd two = say_hello("stay", "shared");
    EXPECT_TRUE(becomes([&] { return status()["sessions"] == 2; }));
}

TEST_F(WorkersCareTest, AWorkerThatHangsIsEndedWithItsSessionsAndNobodyElses) {
    Settings settings;
    // Longer than a machine stands still, with a worker that is well.
    settings.worker_patience_ms = 10'000;
    start(settings);
    const UniqueFd well = say_hello("stay", "shared");
    const UniqueFd hanging = say_hello("hang", "private");
    const auto ended = receive_message(hanging.get(), 16, milliseconds(120'000));
    ASSERT_TRUE(ended.ok());
    EXPECT_TRUE(ended.value().is_end);
    EXPECT_FALSE(has_peer_gone(well.get()));
    EXPECT_TRUE(becomes([&] { return status()["workers_died"] == 1 && status()["session_list"].size() == 1; }));
    EXPECT_EQ(audited("worker_hangs").size(), 1u);
    EXPECT_THAT(answer(say_hello("app", "private")), HasSubstr("worker "));
}

// The driver keeps a thread of it: it answers, and its sessions go on.
TEST_F(WorkersCareTest, AWorkerThatIsLateKeepsItsSessionsAndGetsNoOthers) {
    start();
    const UniqueFd first = say_hello("late", "shared");
    ASSERT_TRUE(becomes([&] { return status()["workers"][0].contains("busy"); }));
    const std::string late = "worker " + status()["workers"][0]["pid"].dump() + ":";
    EXPECT_THAT(answer(say_hello("app", "shared")), testing::AllOf(HasSubstr("worker "), Not(HasSubstr(late))));
    EXPECT_FALSE(has_peer_gone(first.get()));
    EXPECT_EQ(audited("worker_hangs").size(), 0u);
}

TEST_F(WorkersCareTest, AWorkerThatNeverComesToTheEndOfSomethingIsEnded) {
    start();
    const UniqueFd well = say_hello("stay", "private");
    const UniqueFd stuck = say_hello("stuck", "shared");
    const auto ended = receive_message(stuck.get(), 16, milliseconds(60'000));
    ASSERT_TRUE(ended.ok());
    EXPECT_TRUE(ended.value().is_end);
    EXPECT_FALSE(has_peer_gone(well.get()));
    ASSERT_TRUE(becomes([&] { return audited("worker_hangs").size() == 1; }));
    EXPECT_THAT(audited("worker_hangs")[0].dump(), HasSubstr("the end of the opening of a session for 120000 ms"));
}

TEST(SessionsTest, ThoseThatCannotEndAreTheirTenants) {
    Sessions sessions;
    SessionRecord record;
    record.facts.id = sessions.next_id();
    record.facts.tenant = "hostile";
    record.stage = SessionStage::Over;
    record.over_since = SessionRecord::Clock::now();
    SessionRecord& added = sessions.add(std::move(record));
    EXPECT_EQ(sessions.not_in_workers(), 1u);
    EXPECT_EQ(sessions.stuck_of("hostile"), 0u);
    added.over_since -= std::chrono::hours(1);
    EXPECT_EQ(sessions.not_in_workers(), 0u);
    EXPECT_EQ(sessions.stuck_of("hostile"), 1u);
    EXPECT_EQ(sessions.stuck_of("honest"), 0u);
}

TEST_F(WorkersCareTest, OfWorkersForAllThatCannotEndThereAreFew) {
    start();
    std::vector<LingeringWorker> lingering;
    std::vector<UniqueFd> clients;
    std::set<pid_t> seen;
    for (std::size_t i = 1; i <= 4; ++i) {
        clients.push_back(say_hello("linger", "shared"));
        ASSERT_TRUE(
            becomes([&] { return audited("session_begins").size() >= i || !audited("client_refused").empty(); }));
        if (audited("session_begins").size() < i) GTEST_SKIP() << "no FUSE file system can be mounted here";
        const auto now = status();
        for (const auto& worker : now["workers"]) {
            const auto pid = worker["pid"].get<pid_t>();
            if (seen.insert(pid).second) lingering.emplace_back(pid);
        }
        ASSERT_EQ(lingering.size(), i);
        ASSERT_TRUE(lingering.back().comes_to_linger());
    }
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr("were ended and are still there"));
    // Programs that do not insist are served all the same.
    EXPECT_THAT(answer(say_hello("app", "")), HasSubstr("--isolation private"));
    EXPECT_THAT(answer(say_hello("app", "private")), HasSubstr("--isolation private"));
    lingering.clear();
    EXPECT_TRUE(becomes([&] { return answer(say_hello("app", "shared")).starts_with("worker "); }));
}

TEST_F(WorkersCareTest, WorkersThatNeverServeAreStartedLessAndLessOften) {
    ::setenv("FAKE_BROKEN", "1", 1);
    Settings settings;
    settings.worker_pause_ms = much_longer_than_this_test_ms;
    start(settings);
    ::unsetenv("FAKE_BROKEN");
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr("two workers in a row ended"));
    std::string said;
    EXPECT_TRUE(becomes([&] {
        said = answer(say_hello("app", "shared"));
        return said.find("workers of this kind ended before they could serve") != std::string::npos;
    })) << said;
    const auto died = status()["workers_died"].get<unsigned>();
    for (int i = 0; i < 20; ++i)
        answer(say_hello("app", "shared"));
    EXPECT_EQ(status()["workers_died"].get<unsigned>(), died);
}

TEST_F(WorkersCareTest, WorkersThatHangAgainAndAgainAreStartedLessAndLessOften) {
    Settings settings;
    settings.worker_patience_ms = 4000;
    settings.worker_pause_ms = much_longer_than_this_test_ms;
    start(settings);
    let_workers_hang();
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr("workers of this kind hung or ended before they could"));
    // One that breaks its own keeps nobody out.
    EXPECT_THAT(answer(say_hello("app", "private")), HasSubstr("worker "));
}

TEST_F(WorkersCareTest, AfterThePauseAWorkerIsStartedAgain) {
    Settings settings;
    settings.worker_patience_ms = 4000;
    start(settings);
    let_workers_hang();
    EXPECT_TRUE(becomes([&] { return answer(say_hello("app", "shared")).starts_with("worker "); }));
}

TEST_F(WorkersCareTest, AWorkerThatNeverOpensItsDeviceIsEnded) {
    ::setenv("FAKE_NEVER_READY", "1", 1);
    Settings settings;
    settings.worker_patience_ms = 100;
    start(settings);
    ::unsetenv("FAKE_NEVER_READY");
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr("two workers in a row ended"));
    EXPECT_EQ(audited("worker_hangs").size(), 2u);
}

}  // namespace
}  // namespace ringfence::supervisor
