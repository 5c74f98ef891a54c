#include "service/starter.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
