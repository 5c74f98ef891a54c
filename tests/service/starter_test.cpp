#include "service/starter.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/socket.h"
#include "base/unique_fd.h"

namespace ringfence::service {
namespace {

using testing::HasSubstr;

constexpr uid_t daemon_uid = 61001;
constexpr uid_t first_worker = 61100;
constexpr uid_t last_worker = 61110;

struct Pipe {
    Pipe() {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        reading.reset(ends[0]);
        writing.reset(ends[1]);
    }
    std::string contents() {
        writing.reset();
        std::string text;
        char buffer[4096];
        for (ssize_t got = 0; (got = ::read(reading.get(), buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(got));
        return text;
    }
    UniqueFd reading;
    UniqueFd writing;
};

int wait_for(const StartedProcess& process) {
    int status = -1;
    EXPECT_EQ(::waitpid(process.pid, &status, 0), process.pid);
    return status;
}

TEST(ProcessStart, TheProgramHasItsDescriptorsAndNoOthers) {
    const auto starter = start_as_self();
    Pipe pipe;
    const UniqueFd other(::open("/dev/null", O_RDONLY));  // not closed at an exec
    auto started =
        starter->start({{"/bin/sh", "-c", "ls /proc/self/fd | tr '\\n' ' ' >&3"}, {pipe.writing.get()}, std::nullopt});
    ASSERT_TRUE(started.ok()) << started.error().text();
    // ls itself has one for the folder; the shell's own are closed.
    EXPECT_EQ(pipe.contents(), "0 1 2 3 4 ");
    EXPECT_EQ(wait_for(started.value()), 0);
}

// It may be a terminal, and what is typed there is for whoever started the daemon.
TEST(ProcessStart, TheProgramReadsNothing) {
    Pipe typed;
    Pipe pipe;
    const UniqueFd usual(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    ASSERT_EQ(::dup2(typed.reading.get(), STDIN_FILENO), STDIN_FILENO);
    auto started =
        start_as_self()->start({{"/bin/sh", "-c", "readlink /proc/self/fd/0 >&3"}, {pipe.writing.get()}, {}});
    ::dup2(usual.get(), STDIN_FILENO);
    ASSERT_TRUE(started.ok()) << started.error().text();
    EXPECT_EQ(pipe.contents(), "/dev/null\n");
    EXPECT_EQ(wait_for(started.value()), 0);
}

TEST(ProcessStart, AProgramThatIsNotThereIsNamed) {
    const auto starter = start_as_self();
    EXPECT_THAT(starter->start({{"/no/such/program"}, {}, std::nullopt}).error().text(), HasSubstr("/no/such/program"));
}

TEST(ProcessStart, ItWritesWhereItIsTold) {
    const auto starter = start_as_self();
    Pipe pipe;
    auto started =
        starter->start({{"/bin/sh", "-c", "echo out; echo error >&2"}, {}, std::nullopt, pipe.writing.get()});
    ASSERT_TRUE(started.ok()) << started.error().text();
    EXPECT_EQ(pipe.contents(), "out\nerror\n");
    EXPECT_EQ(wait_for(started.value()), 0);
}

TEST(ProcessStart, ItCanBeEnded) {
    const auto starter = start_as_self();
    auto started = starter->start({{"/bin/sleep", "60"}, {}, std::nullopt});
    ASSERT_TRUE(started.ok());
    starter->kill(started.value());
    EXPECT_EQ(WTERMSIG(wait_for(started.value())), SIGKILL);
}

class Starter : public testing::Test {
protected:
    void SetUp() override {
        if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
        auto started = start_starter(
            {{daemon_uid, daemon_uid}, {first_worker, last_worker, first_worker}, {"/bin/sh", "/bin/sleep"}});
        ASSERT_TRUE(started.ok()) << started.error().text();
        starter_ = started.take();
    }

    std::unique_ptr<ProcessStarter> starter_;
};

TEST_F(Starter, StartsAsAWorkersUserWithoutAnyRight) {
    Pipe pipe;
    auto started = starter_->start(
        {{"/bin/sh", "-c",
          "id -u >&3; id -g >&3; id -G >&3; grep -E '^(CapEff|CapPrm|NoNewPrivs)' /proc/self/status >&3"},
         {pipe.writing.get()},
         first_worker + 3});
    ASSERT_TRUE(started.ok()) << started.error().text();
    EXPECT_EQ(pipe.contents(),
              "61103\n61100\n61100\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n");
    EXPECT_EQ(wait_for(started.value()), 0);  // a child of ours
}

TEST_F(Starter, WhatItStartsWritesWhereItIsTold) {
    Pipe pipe;
    Pipe other;
    auto started = starter_->start({{"/bin/sh", "-c", "echo three >&3; echo error >&2"},
                                    {other.writing.get()},
                                    first_worker + 3,
                                    pipe.writing.get()});
    ASSERT_TRUE(started.ok()) << started.error().text();
    EXPECT_EQ(pipe.contents(), "error\n");
    EXPECT_EQ(other.contents(), "three\n");
    EXPECT_EQ(wait_for(started.value()), 0);
}

// As in starter.cpp.
struct AnswerOfStarter {
    std::int32_t pid = 0;
    std::uint32_t serial = 0;
    char problem[256] = {};
};

// It came too late, and whoever had asked has given up: each process after that would be taken for the one before.
TEST(AStarterThatWasLate, ItsAnswerIsNotTakenForTheNext) {
    auto ends = socket_pair().take();
    const UniqueFd& starters = ends.second;
    const UniqueFd process(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const auto answer = [&](std::int32_t pid, std::uint32_t serial) {
        const AnswerOfStarter said{pid, serial, {}};
        return send_message(starters.get(), std::as_bytes(std::span(&said, 1)), std::vector{process.get()}).ok();
    };
    ASSERT_TRUE(answer(1111, 0));
    ASSERT_TRUE(answer(2222, 1));
    const auto starter = adopt_starter(std::move(ends.first));
    const auto started = starter->start({{"/bin/true"}, {}, first_worker});
    ASSERT_TRUE(started.ok()) << started.error().text();
    EXPECT_EQ(started.value().pid, 2222);
    // Nobody would know of the other one: it is ended.
    ASSERT_TRUE(receive_message(starters.get(), 4096, std::chrono::seconds(60)).ok());
    const auto killed = receive_message(starters.get(), 4096, std::chrono::seconds(60));
    ASSERT_TRUE(killed.ok());
    std::uint32_t pid = 0;
    std::memcpy(&pid, killed.value().bytes.data() + sizeof pid, sizeof pid);
    EXPECT_EQ(pid, 1111U);
}

TEST_F(Starter, StartsNothingElse) {
    EXPECT_FALSE(starter_->start({{"/bin/sh", "-c", "true"}, {}, uid_t{0}}).ok());
    EXPECT_FALSE(starter_->start({{"/bin/sh", "-c", "true"}, {}, daemon_uid}).ok());
    EXPECT_FALSE(starter_->start({{"/bin/sh", "-c", "true"}, {}, last_worker + 1}).ok());
    EXPECT_THAT(starter_->start({{"/bin/true"}, {}, first_worker}).error().text(), HasSubstr("no such program"));
    EXPECT_TRUE(starter_->start({{"/bin/sleep", "0"}, {}, first_worker}).ok());
}

TEST_F(Starter, EndsWhatItHasStartedAndNobodyElse) {
    auto started = starter_->start({{"/bin/sleep", "60"}, {}, first_worker + 1});
    ASSERT_TRUE(started.ok());
    const auto other = start_as_self()->start({{"/bin/sleep", "1"}, {}, std::nullopt});
    ASSERT_TRUE(other.ok());
    starter_->kill(other.value());
    starter_->kill(started.value());
    EXPECT_EQ(WTERMSIG(wait_for(started.value())), SIGKILL);
    EXPECT_EQ(wait_for(other.value()), 0);  // it ended by itself
}

}  // namespace
}  // namespace ringfence::service
