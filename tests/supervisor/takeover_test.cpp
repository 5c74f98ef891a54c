// A daemon takes the place of another while programs are served.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <future>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "daemon_fixture.h"
#include "lingering_worker.h"
#include "patient.h"
#include "supervisor/administrator.h"
#include "supervisor/daemon_client.h"
#include "supervisor/policy_office.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class TakeoverTest : public DaemonTest {
protected:
    // The old daemon must end by itself. `meanwhile`: in this thread, since a process with several must not fork.
    void replace(
        const Settings& settings = {}, const std::function<void()>& meanwhile = [] {}) {
        const pid_t before = daemon_;
        daemon_ = ::fork();
        if (daemon_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            auto supervisor = Supervisor::replace(patient(socket_, FAKE_WORKER, settings));
            if (!supervisor.ok()) std::fprintf(stderr, "%s\n", supervisor.error().text().c_str());
            ::_exit(supervisor.ok() && supervisor.value()->run().ok() ? 0 : 1);
        }
        meanwhile();
        int how = -1;
        EXPECT_EQ(::waitpid(before, &how, 0), before);
        EXPECT_EQ(how, 0);
    }

    UniqueFd stay(const std::string& isolation = "") {
        UniqueFd socket = connect_to(socket_).take();
        say(socket, "stay", isolation);
        return socket;
    }

    void say(const UniqueFd& socket, const std::string& program, const std::string& isolation = "") {
        channel::Hello hello;
        hello.program = program;
        hello.isolation = isolation;
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, 1).ok());
    }

    std::string answer(const UniqueFd& socket) {
        const auto welcome = channel::receive_welcome(socket.get(), milliseconds(60'000));
        return welcome.ok() ? "welcome" : welcome.error().message;
    }

    void wait_for_sessions(unsigned count) {
        for (int i = 0; i < 12000 && status()["sessions"] != count; ++i)
            std::this_thread::sleep_for(milliseconds(5));
        EXPECT_EQ(status()["sessions"], count);
    }
};

TEST_F(TakeoverTest, SessionsWorkersAndCountersGoOn) {
    start();
    std::vector<UniqueFd> clients;
    for (int i = 0; i < 6; ++i)
        clients.push_back(stay());
    for (int i = 0; i < 2; ++i)
        clients.push_back(stay("private"));
    wait_for_sessions(8);
    const UniqueFd silent = connect_to(socket_).take();
    const auto before = status();
    for (unsigned i = 1; i <= 3; ++i) {
        replace();
        const auto now = status();
        EXPECT_EQ(now["pid"], daemon_);
        EXPECT_EQ(now["replacements"], i);
        EXPECT_EQ(now["sessions"], 8);
        EXPECT_EQ(now["sessions_started"], before["sessions_started"]);
        EXPECT_EQ(now["session_list"].size(), before["session_list"].size());
        EXPECT_EQ(now["workers"].size(), before["workers"].size());
    }
    for (const UniqueFd& client : clients)
        EXPECT_FALSE(has_peer_gone(client.get()));
    // A client of the first daemon speaks to the last one now, and gets the worker that was there.
    say(silent, "app");
    EXPECT_THAT(answer(silent), HasSubstr("worker " + before["workers"][0]["pid"].dump() + ":"));
    EXPECT_EQ(audited("daemon_replaced").size(), 3u);
    EXPECT_TRUE(audited("session_ends").empty());
    // Numbers go on, and the new one can do what the old one could.
    clients.push_back(stay());
    wait_for_sessions(9);
    const auto listed = status()["session_list"];
    EXPECT_EQ(listed.back()["session"], 10);
    EXPECT_EQ(revoke(1, "it is enough"), "");
    EXPECT_TRUE(receive_message(clients[0].get(), 16, milliseconds(60'000)).value().is_end);
    for (const auto& worker : before["workers"])
        ::kill(worker["pid"].get<pid_t>(), SIGKILL);
    for (int i = 0; i < 12000 && status()["workers_died"] != 3; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(status()["workers_died"], 3);
    EXPECT_TRUE(status()["session_list"].empty());
}

// Whichever of the two daemons is there when they do.
TEST_F(TakeoverTest, VisitorsThatSpeakMeanwhileAreServed) {
    start();
    for (int turn = 0; turn < 4; ++turn) {
        std::vector<UniqueFd> visitors;
        for (int i = 0; i < 12; ++i)
            visitors.push_back(connect_to(socket_).take());
        // All have been let in.
        const auto before = status();
        replace({}, [&] {
            for (const UniqueFd& visitor : visitors) {
                std::this_thread::sleep_for(milliseconds(6));
                say(visitor, "app");
            }
        });
        for (const UniqueFd& visitor : visitors)
            EXPECT_THAT(answer(visitor), HasSubstr("worker "));
    }
}

TEST_F(TakeoverTest, WhoCannotWriteTheAuditLogDoesNotTakeOver) {
    start();
    Settings settings;
    settings.audit.log.writer.path = "/proc/self/no/audit.log";
    const pid_t next = ::fork();
    if (next == 0) {
        const auto failed = Supervisor::replace(patient(socket_, FAKE_WORKER, settings));
        ::_exit(!failed.ok() && failed.error().text().find("the audit log") != std::string::npos ? 0 : 1);
    }
    int how = -1;
    EXPECT_EQ(::waitpid(next, &how, 0), next);
    EXPECT_EQ(how, 0);
    EXPECT_EQ(status()["pid"], daemon_);
    EXPECT_EQ(audited("takeover_failed").size(), 1u);
}

// The old daemon alone knows what it could not write.
TEST_F(TakeoverTest, RecordsThatAreNotWrittenYetKeepTheDaemon) {
    const auto usual = ::signal(SIGXFSZ, SIG_IGN);
    start();
    // A log that is longer than anything else that the daemon writes, such as the state for its successor.
    constexpr unsigned sessions = 24;
    for (unsigned i = 0; i < sessions; ++i) {
        const UniqueFd one = stay();
        wait_for_sessions(1);
        ASSERT_EQ(revoke(i + 1, "the log grows"), "");
        wait_for_sessions(0);
    }
    const UniqueFd client = stay();
    wait_for_sessions(1);
    // As good as a full disk.
    rlimit before = {};
    ASSERT_EQ(::prlimit(daemon_, RLIMIT_FSIZE, nullptr, &before), 0);
    const rlim_t length = std::filesystem::file_size(folder_ + "/audit.jsonl");
    ASSERT_GT(length, rlim_t{8} << 10);
    const rlimit full{length, before.rlim_max};
    ASSERT_EQ(::prlimit(daemon_, RLIMIT_FSIZE, &full, nullptr), 0);
    EXPECT_EQ(revoke(sessions + 1, "it is enough"), "");
    const pid_t next = ::fork();
    if (next == 0) ::_exit(Supervisor::replace(patient(socket_, FAKE_WORKER, {})).ok() ? 1 : 0);
    int how = -1;
    EXPECT_EQ(::waitpid(next, &how, 0), next);
    EXPECT_EQ(how, 0);
    EXPECT_EQ(status()["pid"], daemon_);
    ASSERT_EQ(::prlimit(daemon_, RLIMIT_FSIZE, &before, nullptr), 0);
    replace();
    EXPECT_EQ(status()["pid"], daemon_);
    ::signal(SIGXFSZ, usual);
    EXPECT_EQ(audited("audit_gap").size(), 1u);
    EXPECT_EQ(audited("daemon_replaced").size(), 1u);
}

// Programs of one tenant share a worker whose kernels are not guarded; the next daemon knows whose it is.
TEST_F(TakeoverTest, AnUnguardedWorkerIsStillItsTenants) {
    start();
    const auto ask = [this] {
        UniqueFd socket = connect_to(socket_).take();
        channel::Hello hello;
        hello.program = "stay";
        hello.isolation = "shared";
        hello.guard = "off";
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, 1).ok());
        return socket;
    };
    const UniqueFd first = ask();
    wait_for_sessions(1);
    const auto before = status()["workers"];
    replace();
    const UniqueFd second = ask();
    wait_for_sessions(2);
    const auto now = status()["workers"];
    ASSERT_EQ(now.size(), before.size());
    EXPECT_EQ(now[0]["pid"], before[0]["pid"]);
    EXPECT_EQ(now[0]["sessions"], 2);
}

// Its worker has said that it opens it, but not that it has begun. Then it says something else, to the next daemon.
TEST_F(TakeoverTest, ASessionThatIsBeingOpenedIsNotOver) {
    start();
    const UniqueFd opening = connect_to(socket_).take();
    say(opening, "queued");
    wait_for_sessions(1);
    EXPECT_EQ(status()["session_list"].size(), 1u);
    replace();
    const UniqueFd other = stay();
    wait_for_sessions(2);
    EXPECT_EQ(status()["session_list"].size(), 2u);
}

TEST_F(TakeoverTest, AnOpenedSessionIsStillExpected) {
    start();
    UniqueFd connection;
    {
        RpcGuest guest(connect_control());
        auto manager = guest.devices();
        connection = guest.open(manager, schema::SessionKind::CHANNEL, "later", "private").connection;
    }
    replace();
    say(connection, "app");
    EXPECT_THAT(answer(connection), HasSubstr("--isolation private"));
}

TEST_F(TakeoverTest, ASuccessorThatFailsLeavesTheOldOneInPlace) {
    start();
    const UniqueFd client = stay();
    wait_for_sessions(1);
    // It asks, and goes: before it has begun, and after the state was sent.
    for (const bool has_begun : {false, true}) {
        UniqueFd socket;
        std::thread([&] {
            const auto administrator = Administrator::connect(control_socket_path());
            ASSERT_TRUE(administrator.ok());
            std::optional<schema::Descriptor::Client> carrier;
            auto& asked = *administrator.value();
            ASSERT_TRUE(asked
                            .ask(asked.administration().takeOverRequest().send(),
                                 [&](const auto& response) { carrier.emplace(response.getSocket()); })
                            .ok());
            socket = asked.descriptor_of(*carrier).take();
        }).join();
        if (has_begun) {
            ASSERT_TRUE(send_message(socket.get(), std::as_bytes(std::span("begin", 5))).ok());
            ASSERT_TRUE(receive_message(socket.get(), 32, milliseconds(60'000)).ok());
        }
        socket.reset();
        EXPECT_EQ(status()["pid"], daemon_);
    }
    EXPECT_FALSE(has_peer_gone(client.get()));
    EXPECT_EQ(status()["sessions"], 1);
    EXPECT_EQ(audited("takeover_failed").size(), 1u);
    replace();
    EXPECT_EQ(status()["sessions"], 1);
}

// The next one does not know of the policy, so no worker may go by it.
TEST_F(TakeoverTest, APolicyThatIsBeingVerifiedIsWithdrawnAndItsSenderIsToldToTryAgain) {
    start();
    const UniqueFd client = stay("shared");
    wait_for_sessions(1);
    // Two policies are loaded: one is being verified when the other one is refused for that reason.
    std::promise<std::string> first;
    std::promise<std::string> second;
    const auto load = [](std::promise<std::string>& answer) {
        const auto loaded = load_policy("no daemon looks into it", "late", false, {});
        answer.set_value(loaded.ok() ? "" : loaded.error().text());
    };
    std::thread one([&] { load(first); });
    std::thread other([&] { load(second); });
    std::future<std::string> answers[] = {first.get_future(), second.get_future()};
    const auto is_answered = [](std::future<std::string>& answer) {
        return answer.wait_for(milliseconds(5)) == std::future_status::ready;
    };
    for (int i = 0; i < 12000 && !is_answered(answers[0]) && !is_answered(answers[1]); ++i)
        continue;
    const std::size_t refused = is_answered(answers[0]) ? 0 : 1;
    EXPECT_THAT(answers[refused].get(), HasSubstr("another policy is being verified"));
    replace();
    EXPECT_THAT(answers[1 - refused].get(),
                testing::AllOf(HasSubstr("the daemon was being replaced"), HasSubstr("try again")));
    one.join();
    other.join();
    const UniqueFd verified = connect_to(socket_).take();
    say(verified, "verified", "shared");
    EXPECT_THAT(answer(verified), HasSubstr("worker "));
    EXPECT_EQ(status()["workers"][0]["policy"]["stage"], "built-in");
}

// The old daemon has seen the end of its socket, and not yet that of the process.
TEST_F(TakeoverTest, AWorkerThatIsAboutToEndIsNotForgotten) {
    start();
    const UniqueFd client = connect_to(socket_).take();
    say(client, "linger");
    for (int i = 0; i < 12000 && audited("session_begins").empty() && audited("client_refused").empty(); ++i)
        std::this_thread::sleep_for(milliseconds(5));
    if (audited("session_begins").empty()) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes root";
    const auto before = status();
    ASSERT_EQ(before["workers"].size(), 1u);
    LingeringWorker worker(before["workers"][0]["pid"].get<pid_t>());
    ASSERT_TRUE(worker.comes_to_linger());
    replace();
    EXPECT_EQ(status()["session_list"].size(), 1u);
    // Its place is not given to another.
    const UniqueFd next = stay();
    for (int i = 0; i < 12000 && status()["session_list"].size() != 2; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(status()["workers"].size(), 2u);
    worker.let_go();
    for (int i = 0; i < 12000 && status()["session_list"].size() != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(status()["session_list"].size(), 1u);
    EXPECT_EQ(status()["workers_died"], 1);
    EXPECT_EQ(status()["workers"].size(), 1u);
    const auto ends = audited("session_ends");
    ASSERT_EQ(ends.size(), 1u);
    EXPECT_THAT(ends[0]["text"].get<std::string>(), HasSubstr("its worker died"));
}

TEST_F(TakeoverTest, WorkersOfOtherSettingsAreDrained) {
    start();
    UniqueFd client = stay();
    wait_for_sessions(1);
    const auto old_worker = status()["workers"][0]["pid"];
    Settings settings;
    settings.soft_memory = 4096;
    replace(settings);
    EXPECT_FALSE(has_peer_gone(client.get()));
    const UniqueFd next = connect_to(socket_).take();
    say(next, "app");
    EXPECT_THAT(answer(next), HasSubstr("--memory 4096"));
    EXPECT_EQ(revoke(1, "so that it drains"), "");
    for (int i = 0; i < 12000 && status()["workers"].size() != 1; ++i)
        std::this_thread::sleep_for(milliseconds(10));
    const auto workers = status()["workers"];
    ASSERT_EQ(workers.size(), 1u);
    EXPECT_NE(workers[0]["pid"], old_worker);
}

}  // namespace
}  // namespace ringfence::supervisor
