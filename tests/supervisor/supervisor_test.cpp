// The daemon as its clients see it, with a stand-in for the worker.
#include "supervisor/supervisor.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../share_windows.h"
#include "audit/verify.h"
#include "base/runtime_folder.h"
#include "base/sanitizers.h"
#include "channel/handshake.h"
#include "patient.h"
#include "supervisor/daemon_client.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class SupervisorTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = (std::filesystem::temp_directory_path() / ("rf-supervisor-" + std::to_string(::getpid()))).string();
        std::filesystem::create_directories(folder_);
        std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
        socket_ = folder_ + "/socket";
        ::setenv("RINGFENCE_SOCKET", socket_.c_str(), 1);
    }
    void TearDown() override {
        if (daemon_ > 0) {
            ::kill(daemon_, SIGKILL);
            ::waitpid(daemon_, nullptr, 0);
        }
        std::filesystem::remove_all(folder_);
    }

    void start(const Settings& settings = {}) {
        daemon_ = ::fork();
        if (daemon_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            const rlimit descriptors{daemon_descriptors_, daemon_descriptors_};
            ::setrlimit(RLIMIT_NOFILE, &descriptors);
            auto supervisor = Supervisor::create(patient(socket_, FAKE_WORKER, settings));
            ::_exit(supervisor.ok() && supervisor.value()->run().ok() ? 0 : 1);
        }
        for (int i = 0; i < 12000 && !is_daemon_running(); ++i)
            std::this_thread::sleep_for(milliseconds(5));
    }

    UniqueFd say_hello(const std::string& program, const std::string& isolation = "", const std::string& guard = "",
                       const std::string& why_private = "") {
        UniqueFd socket = connect_to(socket_).take();
        channel::Hello hello;
        hello.program = program;
        hello.isolation = isolation;
        hello.guard = guard;
        hello.why_private = why_private;
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, 1).ok());
        return socket;
    }

    // The text of the answer, whoever gave it.
    std::string answer(const UniqueFd& socket) {
        // A machine that does much else may take long to start, and to end, an instrumented process.
        const auto welcome = channel::receive_welcome(socket.get(), milliseconds(60'000));
        return welcome.ok() ? "welcome" : welcome.error().message;
    }

    nlohmann::ordered_json status() { return daemon_status().take(); }

    // The events of this name in the audit trail.
    std::vector<nlohmann::json> audited(const std::string& event) {
        std::vector<nlohmann::json> found;
        std::ifstream file(folder_ + "/audit.jsonl");
        for (std::string line; std::getline(file, line);) {
            const auto entry = nlohmann::json::parse(line);
            if (entry["event"] == event) found.push_back(entry);
        }
        return found;
    }

    // The damage that the audit log has.
    std::string damage() const {
        const auto verdict = audit::verify_log({folder_ + "/audit.jsonl", "", false, {}});
        if (!verdict.ok()) return verdict.error().text();
        return verdict.value().is_whole() ? "" : verdict.value().findings.front().what;
    }

    void wait_for_begins(std::size_t count) {
        for (int i = 0; i < 12000 && audited("session_begins").size() < count; ++i)
            std::this_thread::sleep_for(milliseconds(5));
        EXPECT_EQ(audited("session_begins").size(), count);
    }

    // A daemon that has just been started writes them when it listens already.
    void wait_for_ends(std::size_t count) {
        for (int i = 0; i < 12000 && audited("session_ends").size() < count; ++i)
            std::this_thread::sleep_for(milliseconds(5));
    }

    // Asks from a process of its own, which then ends, and returns the answer.
    std::string answer_to_another_process(const std::string& program, const std::string& isolation) {
        int pipe[2] = {-1, -1};
        EXPECT_EQ(::pipe(pipe), 0);
        UniqueFd reading(pipe[0]);
        UniqueFd writing(pipe[1]);
        const pid_t pid = ::fork();
        if (pid == 0) {
            const std::string said = answer(say_hello(program, isolation));
            ::_exit(::write(writing.get(), said.data(), said.size()) < 0 ? 1 : 0);
        }
        writing.reset();
        ::waitpid(pid, nullptr, 0);
        std::string said(4096, '\0');
        said.resize(static_cast<std::size_t>(std::max<ssize_t>(::read(reading.get(), said.data(), said.size()), 0)));
        return said;
    }

    static void send_nothing_with_descriptors(const UniqueFd& socket) {
        const std::vector<int> fds(8, 1);
        alignas(cmsghdr) char control[CMSG_SPACE(8 * sizeof(int))] = {};
        msghdr header = {};
        header.msg_control = control;
        header.msg_controllen = sizeof control;
        cmsghdr* const rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(8 * sizeof(int));
        std::memcpy(CMSG_DATA(rights), fds.data(), 8 * sizeof(int));
        EXPECT_EQ(::sendmsg(socket.get(), &header, MSG_NOSIGNAL), 0);
    }

    std::size_t descriptors_of_daemon() const {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& entry :
             std::filesystem::directory_iterator("/proc/" + std::to_string(daemon_) + "/fd"))
            ++count;
        return count;
    }

    // The daemon closes others' descriptors in the background.
    void wait_for_descriptors(std::size_t fewer_than) const {
        for (int i = 0; i < 6000 && descriptors_of_daemon() >= fewer_than; ++i)
            std::this_thread::sleep_for(milliseconds(10));
        EXPECT_LT(descriptors_of_daemon(), fewer_than);
    }
    double processor_seconds_of_daemon() const {
        std::ifstream file("/proc/" + std::to_string(daemon_) + "/stat");
        std::string text;
        std::getline(file, text);
        std::istringstream fields(text.substr(text.rfind(')') + 2));
        std::string field;
        double ticks = 0;
        for (int i = 0; i < 13 && fields >> field; ++i)
            if (i >= 11) ticks += std::stod(field);
        return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }

    std::string folder_;
    std::string socket_;
    pid_t daemon_ = 0;
    rlim_t daemon_descriptors_ = 1024;
};

TEST_F(SupervisorTest, AClientGetsAWorkerWithTheSettings) {
    Settings settings;
    settings.backend = Backend::Soft;
    settings.soft_memory = 12345;
    settings.kernel_limit_ms = 1234;
    start(settings);
    const std::string said = answer(say_hello("app"));
    EXPECT_THAT(said, HasSubstr("--backend soft --isolation shared --guard fence --memory 12345"));
    EXPECT_THAT(said, HasSubstr("--local-memory 20480 --kernel-grace-ms 5000 --host-backing 0 --kernel-limit-ms 1234"));
    EXPECT_THAT(answer(say_hello("app", "private")), HasSubstr("--isolation private --guard off --memory 12345"));
}

TEST_F(SupervisorTest, PrivateClientsGetWorkersOfTheirOwnSharedOnesDoNot) {
    start();
    EXPECT_NE(answer(say_hello("a", "private")), answer(say_hello("b", "private")));
    EXPECT_EQ(answer(say_hello("a")), answer(say_hello("b")));
    const std::string first = answer(say_hello("a", "shared", "off"));
    EXPECT_EQ(first, answer(say_hello("b", "shared", "off")));
}

TEST_F(SupervisorTest, SharedClientsAreGuardedUnlessTheyTrustEachOther) {
    start();
    const std::string guarded = answer(say_hello("a", "shared"));
    EXPECT_THAT(guarded, HasSubstr("--isolation shared --guard fence"));
    EXPECT_EQ(guarded, answer(say_hello("b", "auto", "fence")));
    EXPECT_THAT(answer(say_hello("a", "shared", "off")), HasSubstr("--isolation shared --guard off"));
    EXPECT_THAT(answer(say_hello("a", "auto", "check")), HasSubstr("--isolation shared --guard check"));
    EXPECT_THAT(answer(say_hello("a", "shared", "on")), HasSubstr("there is no guard 'on'"));
    EXPECT_THAT(answer(say_hello("a", "public")), HasSubstr("there is no isolation 'public'"));
}

TEST_F(SupervisorTest, AutoIsSharedUnlessTheClientHasAReason) {
    start();
    EXPECT_THAT(answer(say_hello("a")), HasSubstr("--isolation shared --guard fence"));
    EXPECT_THAT(answer(say_hello("a", "", "", "no PTX")), HasSubstr("--isolation private --guard off"));
    EXPECT_THAT(answer(say_hello("a", "auto", "check", "no PTX")), HasSubstr("--isolation private --guard off"));
    // Nobody shares with kernels that are not guarded unless he says so.
    EXPECT_THAT(answer(say_hello("a", "auto", "off")), HasSubstr("--isolation private --guard off"));
    // A reason does not change what was asked for.
    EXPECT_THAT(answer(say_hello("a", "shared", "", "no PTX")), HasSubstr("--isolation shared --guard fence"));
}

TEST_F(SupervisorTest, StatusSaysWhySomebodyIsAlone) {
    start();
    const UniqueFd alone = say_hello("stay", "", "", "one of its images holds no PTX");
    for (int i = 0; i < 12000 && status()["sessions"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(10));
    const nlohmann::ordered_json worker = status()["workers"].at(0);
    EXPECT_EQ(worker["isolation"], "private");
    EXPECT_EQ(worker["guard"], "off");
    EXPECT_EQ(worker["why_private"], "one of its images holds no PTX");
}

TEST_F(SupervisorTest, AFullSharedWorkerGetsACompanion) {
    Settings settings;
    settings.max_sessions_per_process = 100;
    start(settings);
    std::vector<UniqueFd> clients;
    for (std::uint32_t i = 0; i < worker::most_sessions; ++i)
        clients.push_back(say_hello("stay"));
    for (int i = 0; i < 12000 && status()["sessions"] != worker::most_sessions; ++i)
        std::this_thread::sleep_for(milliseconds(10));
    EXPECT_EQ(status()["workers"].size(), 1U);
    clients.push_back(say_hello("stay"));
    for (int i = 0; i < 12000 && status()["sessions"] != worker::most_sessions + 1; ++i)
        std::this_thread::sleep_for(milliseconds(10));
    EXPECT_EQ(status()["workers"].size(), 2U);
}

TEST_F(SupervisorTest, ADyingWorkerIsNoticedAndReplaced) {
    start();
    const UniqueFd client = say_hello("crash", "shared", "off");
    EXPECT_THAT(answer(client), testing::Not(HasSubstr("worker ")));
    for (int i = 0; i < 12000 && status()["workers_died"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(status()["workers_died"], 1);
    EXPECT_THAT(answer(say_hello("next", "shared", "off")), HasSubstr("worker "));
    EXPECT_EQ(status()["workers"].size(), 1u);
}

TEST_F(SupervisorTest, AClientWhoseWorkerDiesBeforeItTakesItGetsAnother) {
    start();
    for (const char* isolation : {"private", "shared"}) {
        const std::string file = folder_ + "/die";
        std::ofstream(file) << "once";
        EXPECT_THAT(answer(say_hello(file, isolation, "off")), HasSubstr("worker ")) << isolation;
        EXPECT_FALSE(std::filesystem::exists(file));
    }
    EXPECT_EQ(status()["workers_died"], 2);
}

TEST_F(SupervisorTest, AClientThatKillsWorkersKillsTwo) {
    start();
    EXPECT_THAT(answer(say_hello("die")), HasSubstr("two workers in a row ended"));
    EXPECT_EQ(status()["workers_died"], 2);
}

TEST_F(SupervisorTest, WorkersHaveALimit) {
    Settings settings;
    settings.max_workers = 2;
    start(settings);
    const UniqueFd one = say_hello("stay", "private");
    {
        const UniqueFd two = say_hello("stay", "private");
        const std::string said = answer(say_hello("app", "private"));
        EXPECT_THAT(said, HasSubstr("there are 2 workers, as many as there may be"));
        EXPECT_THAT(said, HasSubstr("max_workers"));
    }
    EXPECT_EQ(status()["workers"].size(), 2u);
}

TEST_F(SupervisorTest, SessionsHaveALimit) {
    Settings settings;
    settings.max_sessions = 2;
    start(settings);
    const UniqueFd one = say_hello("stay", "shared", "off");
    const UniqueFd two = say_hello("stay", "shared", "off");
    for (int i = 0; i < 12000 && status()["sessions"] != 2; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    const std::string said = answer(say_hello("app", "shared", "off"));
    EXPECT_THAT(said, HasSubstr("there are 2 sessions, as many as there may be"));
    EXPECT_THAT(said, HasSubstr("max_sessions"));
}

TEST_F(SupervisorTest, NonsenseDisturbsNobody) {
    start();
    for (const std::string& text :
         {std::string("hello"), std::string("{"), std::string(10000, 'x'), std::string(1, 0)}) {
        const UniqueFd socket = connect_to(socket_).take();
        static_cast<void>(send_message(socket.get(), std::as_bytes(std::span(text))));
        static_cast<void>(receive_message(socket.get(), 4096, milliseconds(2000)));
    }
    const UniqueFd silent = connect_to(socket_).take();
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("worker "));
}

// As long as a worker can read, and no longer: it was the worker that broke on the rest.
TEST_F(SupervisorTest, AHelloThatIsTooLongIsRefusedByName) {
    start();
    // Our own client would cut this: a last text that is longer than texts may be.
    channel::Hello hello;
    hello.isolation = "shared";
    hello.token = std::string(1000, 'x');
    std::vector<std::byte> longer = channel::encode(hello);
    const std::size_t last = longer.size() - 1000 - sizeof(std::uint32_t);
    longer.resize(5000, std::byte{'x'});
    const auto bytes = static_cast<std::uint32_t>(longer.size() - last - sizeof(std::uint32_t));
    std::memcpy(longer.data() + last, &bytes, sizeof bytes);
    ASSERT_EQ(channel::decode_hello(longer).take().token.size(), bytes);
    const UniqueFd socket = connect_to(socket_).take();
    ASSERT_TRUE(send_message(socket.get(), longer).ok());
    EXPECT_THAT(answer(socket), HasSubstr("more than 4096 bytes"));
    EXPECT_EQ(status()["clients_refused"], 1);
    EXPECT_EQ(status()["workers"].size(), 0u);
    const auto refused = audited("client_refused");
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_EQ(refused[0]["pid"], ::getpid());
}

TEST_F(SupervisorTest, EmptyMessagesLeaveNoDescriptorsBehind) {
    start();
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("worker "));
    const std::size_t before = descriptors_of_daemon();
    for (int i = 0; i < 140; ++i)
        send_nothing_with_descriptors(connect_to(socket_).take());
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("worker "));
    wait_for_descriptors(before + 16);
}

TEST_F(SupervisorTest, SilentConnectionsKeepNobodyOut) {
    start();
    std::vector<UniqueFd> silent;
    for (int i = 0; i < 300; ++i)
        silent.push_back(connect_to(socket_).take());
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("worker "));
    EXPECT_GT(status()["visitors_sent_away"], 200);
}

// When descriptors run out, accepting fails, and the connection that cannot be accepted stays ready.
TEST_F(SupervisorTest, WithoutDescriptorsTheDaemonNeitherSpinsNorStops) {
    if (RINGFENCE_ASAN)
        GTEST_SKIP() << "the undefined-behaviour sanitizer needs descriptors to look at an object's type";
    daemon_descriptors_ = 32;
    start();
    std::vector<UniqueFd> silent;
    for (int i = 0; i < 40; ++i)
        silent.push_back(connect_to(socket_).take());
    // One that spins does so all the time; the time of a machine that stands still may count as anybody's.
    EXPECT_TRUE(share_becomes(0, 20, [this] {
        const double before = processor_seconds_of_daemon();
        std::this_thread::sleep_for(milliseconds(1000));
        return 100 * (processor_seconds_of_daemon() - before);
    }));
    silent.clear();
    // As soon as it has noticed that they have gone, which takes descriptors while the last of them are accepted.
    std::string said = answer(say_hello("app"));
    for (int i = 0; i < 6000 && said.find("worker ") == std::string::npos; ++i) {
        std::this_thread::sleep_for(milliseconds(10));
        said = answer(say_hello("app"));
    }
    EXPECT_THAT(said, HasSubstr("worker "));
}

// Whoever speaks RPC takes two.
TEST_F(SupervisorTest, OneDescriptorTooFewForAConnectionIsNotTheEnd) {
    if (RINGFENCE_ASAN)
        GTEST_SKIP() << "the undefined-behaviour sanitizer needs descriptors to look at an object's type";
    daemon_descriptors_ = 32;
    start();
    for (int odd = 0; odd < 2; ++odd) {
        std::vector<UniqueFd> silent;
        if (odd == 1) silent.push_back(connect_to(socket_).take());
        for (int i = 0; i < 40; ++i)
            silent.push_back(connect_to(control_socket_beside(socket_), SocketKind::Bytes).take());
        std::this_thread::sleep_for(milliseconds(500));
        ASSERT_EQ(::waitpid(daemon_, nullptr, WNOHANG), 0) << "it has ended";
    }
    bool is_well = daemon_status().ok();
    for (int i = 0; i < 600 && !is_well; ++i) {
        std::this_thread::sleep_for(milliseconds(100));
        is_well = daemon_status().ok();
    }
    EXPECT_TRUE(is_well);
}

TEST_F(SupervisorTest, AProcessCannotTakeAllWorkers) {
    Settings settings;
    settings.max_workers = 4;
    settings.max_sessions_per_process = 2;
    start(settings);
    const UniqueFd one = say_hello("stay", "private");
    const UniqueFd two = say_hello("stay", "private");
    const std::string said = answer(say_hello("stay", "private"));
    EXPECT_THAT(said, HasSubstr("this process has 2 sessions, as many as one may have"));
    EXPECT_THAT(said, HasSubstr("max_sessions_per_process"));
    EXPECT_THAT(answer(say_hello("stay", "shared")), HasSubstr("this process has 2 sessions"));
    EXPECT_THAT(answer_to_another_process("app", "private"), HasSubstr("worker "));
}

TEST_F(SupervisorTest, AProcessCannotTakeAllSessionsOfASharedWorker) {
    Settings settings;
    settings.max_sessions_per_process = 3;
    start(settings);
    std::vector<UniqueFd> kept;
    for (int i = 0; i < 3; ++i)
        kept.push_back(say_hello("stay", "shared"));
    EXPECT_THAT(answer(say_hello("stay", "shared")), HasSubstr("this process has 3 sessions"));
    EXPECT_THAT(answer_to_another_process("app", "shared"), HasSubstr("worker "));
}

TEST_F(SupervisorTest, WhatTheAdministratorSetsAClientCanOnlyTighten) {
    Settings settings;
    settings.isolation = Isolation::Private;
    start(settings);
    for (const char* isolation : {"shared", "auto", "private", ""}) {
        EXPECT_THAT(answer(say_hello("app", isolation)), HasSubstr("--isolation private --guard off")) << isolation;
        EXPECT_THAT(answer(say_hello("app", isolation, "off")), HasSubstr("--isolation private --guard off"));
    }
    EXPECT_THAT(answer(say_hello("app", "shared", "check")), HasSubstr("--isolation private --guard check"));
}

TEST_F(SupervisorTest, AGuardThatTheAdministratorSetsStaysOn) {
    Settings settings;
    settings.guard = Guard::Fence;
    start(settings);
    EXPECT_THAT(answer(say_hello("app", "shared", "off")), HasSubstr("--isolation shared --guard fence"));
    EXPECT_THAT(answer(say_hello("app", "auto", "off")), HasSubstr("--isolation shared --guard fence"));
    EXPECT_THAT(answer(say_hello("app", "private", "off")), HasSubstr("--isolation private --guard fence"));
    EXPECT_THAT(answer(say_hello("app", "shared", "check")), HasSubstr("--isolation shared --guard check"));
}

TEST_F(SupervisorTest, RefusedClientsCannotPushOthersOutOfTheAuditTrail) {
    start();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 2000; ++i)
        EXPECT_THAT(answer(say_hello("app", "nowhere")), HasSubstr("there is no isolation"));
    EXPECT_EQ(status()["clients_refused"], 2000);
    const std::size_t told = audited("client_refused").size();
    EXPECT_GE(told, 256u);
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_LE(told, 256u + 30u * static_cast<std::size_t>(minutes));
    EXPECT_EQ(audited("client_refused")[0]["uid"], ::getuid());
    EXPECT_TRUE(end_daemon().ok());
    ::waitpid(daemon_, nullptr, 0);
    daemon_ = 0;
    std::size_t rest = 0;
    for (const auto& record : audited("left_out")) {
        rest += record["events"]["client_refused"].get<std::size_t>();
        EXPECT_EQ(record["uid"], ::getuid());
        EXPECT_EQ(record["pid"], ::getpid());
    }
    EXPECT_EQ(rest, 2000 - audited("client_refused").size());
    EXPECT_EQ(damage(), "");
}

TEST_F(SupervisorTest, TheLogLiesWhereTheSettingsSay) {
    const std::string log = folder_ + "/elsewhere.log";
    std::ofstream(folder_ + "/ringfence.toml") << "log = \"" << log << "\"\n";
    ASSERT_TRUE(ensure_daemon(DAEMON, folder_ + "/ringfence.toml").ok());
    EXPECT_TRUE(daemon_status().ok());  // so that it has come to listening
    std::stringstream text;
    text << std::ifstream(log).rdbuf();
    EXPECT_TRUE(end_daemon().ok());
    EXPECT_THAT(text.str(), HasSubstr("listening at " + socket_));
    EXPECT_EQ(std::filesystem::status(log).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

// More than fits into a message.
TEST_F(SupervisorTest, StatusComesThroughHoweverLongItIs) {
    Settings settings;
    settings.max_sessions_per_process = 100;
    start(settings);
    std::vector<UniqueFd> clients;
    for (int i = 0; i < 40; ++i)
        clients.push_back(say_hello("stay", "", "", std::string(1000, '\1')));
    wait_for_begins(40);
    const auto answered = daemon_status();
    ASSERT_TRUE(answered.ok()) << answered.error().text();
    EXPECT_EQ(answered.value()["workers"].size(), 40u);
    EXPECT_GT(answered.value().dump().size(), 200'000u);
}

TEST_F(SupervisorTest, AWorkerOfAnotherVersionIsNotTalkedTo) {
    ::setenv("FAKE_VERSION", "77", 1);
    start();
    ::unsetenv("FAKE_VERSION");
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("of another version of Ringfence"));
}

TEST_F(SupervisorTest, WorkersCountHostMemoryTogether) {
    Settings settings;
    settings.host_memory = 1000;
    start(settings);
    const std::string one = answer(say_hello("app", "private"));
    EXPECT_THAT(one, HasSubstr("--host-place 1"));
    const UniqueFd client = say_hello("granted", "shared");
    const auto granted = [&] { return status()["host_memory"]["granted"].get<std::uint64_t>(); };
    for (int i = 0; i < 12000 && granted() == 0; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(granted(), 300u);
    EXPECT_EQ(status()["host_memory"]["limit"], 1000);
    const nlohmann::ordered_json now = status();
    for (const auto& worker : now["workers"]) {
        if (worker["isolation"] == "shared") ::kill(worker["pid"].get<pid_t>(), SIGKILL);
    }
    for (int i = 0; i < 12000 && granted() != 0; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(granted(), 0u);
}

TEST_F(SupervisorTest, AHelloWithManyDescriptorsIsRefused) {
    start();
    const UniqueFd socket = connect_to(socket_).take();
    const int descriptors[] = {1, 1, 1};
    ASSERT_TRUE(send_message(socket.get(), channel::encode(channel::Hello()), descriptors).ok());
    EXPECT_THAT(answer(socket), HasSubstr("this one has 3"));
}

TEST_F(SupervisorTest, StatusCountsSessions) {
    start();
    const UniqueFd one = say_hello("stay", "shared", "off");
    const UniqueFd two = say_hello("stay", "shared", "off");
    for (int i = 0; i < 12000 && status()["sessions"] != 2; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(status()["sessions"], 2);
    EXPECT_EQ(status()["workers"][0]["backend"], "fake");
}

TEST_F(SupervisorTest, StatusAndAuditTellOfEachSession) {
    start();
    const UniqueFd client = say_hello("astray", "shared", "check");
    for (int i = 0; i < 12000 && status()["sessions"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    const nlohmann::ordered_json worker = status()["workers"][0];
    EXPECT_EQ(worker["guard"], "check");
    ASSERT_EQ(worker["session_list"].size(), 1u);
    const auto& session = worker["session_list"][0];
    EXPECT_EQ(session["pid"], ::getpid());
    EXPECT_EQ(session["violations"], 3);
    EXPECT_EQ(session["memory_used"], 4096);
    EXPECT_EQ(session["last_fault"], "a stray store");
    EXPECT_EQ(session["unsupported_calls"], 5);
    EXPECT_EQ(session["unsupported_functions"].dump(), R"(["cuGreenCtxCreate","cudnnOpTensor"])");
    ::kill(worker["pid"].get<pid_t>(), SIGKILL);
    for (int i = 0; i < 12000 && status()["workers_died"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    std::vector<std::string> events;
    std::ifstream file(folder_ + "/audit.jsonl");
    for (std::string line; std::getline(file, line);) {
        const auto event = nlohmann::json::parse(line);
        if (event["event"] == "daemon_starts" || event["event"] == "file_begins") continue;
        EXPECT_EQ(event.contains("uid"), event["event"] != "worker_dies");
        events.push_back(event["event"]);
        EXPECT_EQ(event["worker"].get<int>(), worker["pid"].get<int>());
    }
    EXPECT_EQ(events, (std::vector<std::string>{"session_begins", "violation", "worker_dies", "session_ends"}));
}

TEST_F(SupervisorTest, WhoBreaksHisOwnWorkersHidesNoOther) {
    Settings settings;
    settings.audit.log.quota.at_once = 2;
    settings.audit.log.quota.per_minute = 1;
    start(settings);
    const UniqueFd neighbour = say_hello("stay", "shared", "fence");
    for (int i = 0; i < 5; ++i) {
        const UniqueFd own = say_hello("crash", "private", "");
        EXPECT_TRUE(receive_message(own.get(), 4096, milliseconds(60'000)).ok());
    }
    for (int i = 0; i < 12000 && status()["workers_died"] != 5; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    const pid_t shared = status()["workers"][0]["pid"];
    ::kill(shared, SIGKILL);
    for (int i = 0; i < 12000 && status()["workers_died"] != 6; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    bool is_written = false;
    std::ifstream file(folder_ + "/audit.jsonl");
    for (std::string line; std::getline(file, line);) {
        const auto event = nlohmann::json::parse(line);
        is_written = is_written || (event["event"] == "worker_dies" && event["worker"] == shared);
    }
    EXPECT_TRUE(is_written);
}

// A kernel may break the worker that runs it, and no other.
TEST_F(SupervisorTest, AWorkerHasNoWordInTheSessionsOfOthers) {
    start();
    const UniqueFd shared = say_hello("stay", "shared");
    const UniqueFd alone = say_hello("stay", "private");
    wait_for_begins(2);
    const UniqueFd liar = say_hello("liar", "private");
    for (int i = 0; i < 12000 && status()["workers_died"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    EXPECT_EQ(status()["workers_died"], 1);
    EXPECT_EQ(status()["session_list"].size(), 2U);
    EXPECT_TRUE(audited("card_unshareable").empty());
    EXPECT_EQ(audited("session_begins").size(), 2U);
    for (const auto& record : audited("session_ends"))
        EXPECT_NE(record["text"], "a lie");
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr("--isolation shared"));
}

TEST_F(SupervisorTest, AWorkerThatTakesNoMoreIsLeftAlone) {
    start();
    const UniqueFd client = say_hello("overrun", "shared");
    for (int i = 0; i < 12000 && status()["sessions"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    const auto first = status()["workers"][0]["pid"];
    EXPECT_THAT(answer(say_hello("app", "shared")), testing::Not(HasSubstr("worker " + first.dump() + ":")));
    EXPECT_EQ(status()["workers"].size(), 2u);
}

TEST_F(SupervisorTest, ACardThatDisagreesWithTheGuardIsNotShared) {
    const std::string why = "this card cannot be shared: fact 'shifts' does not hold";
    ::setenv("FAKE_UNSHAREABLE", why.c_str(), 1);
    start();
    ::unsetenv("FAKE_UNSHAREABLE");
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr(why));
    EXPECT_THAT(answer(say_hello("app", "shared")), HasSubstr("--isolation private"));
    // A program that does not ask for a domain, or asks for "auto", gets a worker of its own.
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("--isolation private --guard off"));
    EXPECT_THAT(answer(say_hello("app", "auto", "fence")), HasSubstr("--isolation private --guard off"));
    // A program that trusts the others, or wants to be alone, does not need the guard.
    EXPECT_THAT(answer(say_hello("app", "shared", "off")), HasSubstr("--isolation shared --guard off"));
    EXPECT_THAT(answer(say_hello("app", "private")), HasSubstr("--isolation private"));
    EXPECT_EQ(status()["unshareable"]["auto"], why);
    const UniqueFd alone = say_hello("stay");
    for (int i = 0; i < 12000 && status()["sessions"] != 1; ++i)
        std::this_thread::sleep_for(milliseconds(5));
    bool is_told = false;
    const nlohmann::ordered_json now = status();
    for (const auto& worker : now["workers"])
        is_told = is_told || (worker.contains("why_private") && worker["why_private"] == why);
    EXPECT_TRUE(is_told);
}

TEST_F(SupervisorTest, TheFirstClientOfACardThatIsNotSharedIsNotLost) {
    ::setenv("FAKE_UNSHAREABLE", "this card cannot be shared", 1);
    start();
    ::unsetenv("FAKE_UNSHAREABLE");
    EXPECT_THAT(answer(say_hello("app")), HasSubstr("--isolation private --guard off"));
}

TEST_F(SupervisorTest, DownEndsDaemonAndWorkers) {
    start();
    const UniqueFd client = say_hello("stay");
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_TRUE(end_daemon().ok());
    EXPECT_EQ(::waitpid(daemon_, nullptr, 0), daemon_);
    daemon_ = 0;
    EXPECT_FALSE(is_daemon_running());
    EXPECT_TRUE(receive_message(client.get(), 16, milliseconds(60'000)).value().is_end);
}

TEST_F(SupervisorTest, DownAndSignalsLeaveNoSessionWithoutItsEnd) {
    for (const bool is_signal : {false, true}) {
        start();
        const UniqueFd client = say_hello("stay");
        wait_for_begins(is_signal ? 2 : 1);
        if (is_signal) {
            ::kill(daemon_, SIGTERM);
        } else {
            EXPECT_TRUE(end_daemon().ok());
        }
        EXPECT_EQ(::waitpid(daemon_, nullptr, 0), daemon_);
        daemon_ = 0;
        const auto ends = audited("session_ends");
        ASSERT_EQ(ends.size(), is_signal ? 2u : 1u);
        EXPECT_EQ(ends.back()["pid"], ::getpid());
        EXPECT_THAT(ends.back()["text"].get<std::string>(), HasSubstr(is_signal ? "a signal" : "said down"));
        EXPECT_EQ(audited("daemon_ends").size(), is_signal ? 2u : 1u);
        EXPECT_EQ(damage(), "");
    }
}

TEST_F(SupervisorTest, AfterAKilledDaemonTheNextOneWritesWhatIsMissing) {
    start();
    const UniqueFd one = say_hello("stay");
    const UniqueFd two = say_hello("stay", "private");
    wait_for_begins(2);
    ::kill(daemon_, SIGKILL);
    ::waitpid(daemon_, nullptr, 0);
    EXPECT_TRUE(audited("session_ends").empty());
    EXPECT_EQ(damage(), "");
    for (int i = 0; i < 2; ++i) {
        start();
        wait_for_ends(2);
        const auto ends = audited("session_ends");
        ASSERT_EQ(ends.size(), 2u);
        EXPECT_EQ(ends[0]["worker"], audited("session_begins")[0]["worker"]);
        EXPECT_THAT(ends[1]["text"].get<std::string>(), HasSubstr("the daemon was killed"));
        EXPECT_EQ(ends[1]["uid"], ::getuid());
        EXPECT_EQ(damage(), "");
        // And the one after that has nothing to add.
        ::kill(daemon_, SIGKILL);
        ::waitpid(daemon_, nullptr, 0);
        daemon_ = 0;
    }
}

// As it would be where users share a daemon. The folder lets nobody else in, so it is opened.
TEST_F(SupervisorTest, AnotherUserCannotSayDown) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user";
    start();
    std::filesystem::permissions(folder_, std::filesystem::perms::all);
    std::filesystem::permissions(socket_, std::filesystem::perms::all);
    const pid_t other = ::fork();
    if (other == 0) {
        if (::setuid(4321) != 0) ::_exit(1);
        const Result<UniqueFd> socket = connect_to(socket_);
        const std::string text = R"({"ask": "down"})";
        if (socket.ok()) static_cast<void>(send_message(socket.value().get(), std::as_bytes(std::span(text))));
        if (socket.ok()) static_cast<void>(receive_message(socket.value().get(), 4096, milliseconds(2000)));
        ::_exit(socket.ok() ? 0 : 2);
    }
    int how = 0;
    ::waitpid(other, &how, 0);
    EXPECT_EQ(how, 0);
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
    EXPECT_TRUE(is_daemon_running());
    EXPECT_EQ(status()["clients_refused"], 1);
    EXPECT_EQ(audited("client_refused")[0]["uid"], 4321);
}

TEST_F(SupervisorTest, ASecondDaemonIsRefused) {
    start();
    EXPECT_FALSE(Supervisor::create({socket_, FAKE_WORKER, {}}).ok());
    EXPECT_TRUE(is_daemon_running());
}

}  // namespace
}  // namespace ringfence::supervisor
