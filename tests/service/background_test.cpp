#include "service/background.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringfence::service {
namespace {

// A process that goes on in the background, and the one that waits for it.
class Background : public testing::Test {
protected:
    void SetUp() override {
        for (auto& [reading, writing] : pipes_) {
            int ends[2] = {-1, -1};
            ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
            reading.reset(ends[0]);
            writing.reset(ends[1]);
        }
    }

    // `before`: in the process that asks. `after`: in the background; it speaks by `say` and `hear`.
    void start(
        const std::function<void(UniqueFd)>& after, const std::function<void()>& before = [] {}) {
        asker_ = ::fork();
        if (asker_ != 0) {
            said_.writing.reset();
            heard_.reading.reset();
            return;
        }
        said_.reading.reset();
        heard_.writing.reset();
        before();
        Result<UniqueFd> waiting = go_on_in_background();
        if (waiting.ok()) after(waiting.take());
        ::_exit(EXIT_SUCCESS);
    }
    void say(const std::string& text) {
        EXPECT_EQ(::write(said_.writing.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    void hear() {
        char byte = 0;
        while (::read(heard_.reading.get(), &byte, 1) > 0)
            continue;
    }
    // Of the process in the background, until it ends.
    std::string all_said() {
        heard_.writing.reset();
        std::string text;
        char buffer[4096];
        for (ssize_t got = 0; (got = ::read(said_.reading.get(), buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(got));
        return text;
    }
    std::string next_said() {
        char byte = 0;
        return ::read(said_.reading.get(), &byte, 1) == 1 ? std::string(1, byte) : "";
    }
    int status_of_asker() {
        int status = -1;
        EXPECT_EQ(::waitpid(asker_, &status, 0), asker_);
        return status;
    }

    struct Pipe {
        UniqueFd reading;
        UniqueFd writing;
    };
    Pipe pipes_[2];
    Pipe& said_ = pipes_[0];
    Pipe& heard_ = pipes_[1];
    pid_t asker_ = 0;
};

TEST_F(Background, WhoeverAsksWaitsUntilItIsReady) {
    start([this](UniqueFd waiting) {
        say(is_awaited(waiting) ? "awaited" : "alone");
        hear();
        say_ready(std::move(waiting));
    });
    EXPECT_EQ(next_said(), "a");
    EXPECT_EQ(::waitpid(asker_, nullptr, WNOHANG), 0) << "it does not wait";
    EXPECT_EQ(all_said(), "waited");
    const int status = status_of_asker();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) << status;
}

TEST_F(Background, WhoeverAsksIsToldOfAFailure) {
    start([](const UniqueFd& /*waiting*/) {});
    const int status = status_of_asker();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE) << status;
}

TEST_F(Background, KnowsThatNobodyWaitsAnyMore) {
    start([this](const UniqueFd& waiting) {
        say("a");
        hear();
        say(is_awaited(waiting) ? "awaited" : "alone");
    });
    EXPECT_EQ(next_said(), "a");
    ::kill(asker_, SIGKILL);
    status_of_asker();
    EXPECT_EQ(all_said(), "alone");
}

// What it starts would get them, too, and read what somebody else types.
TEST_F(Background, CannotReadTheTerminal) {
    const UniqueFd ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!ours || ::grantpt(ours.get()) != 0 || ::unlockpt(ours.get()) != 0)
        GTEST_SKIP() << "there are no terminals here";
    const UniqueFd theirs(::open(::ptsname(ours.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
    ASSERT_TRUE(theirs);
    start(
        [this](const UniqueFd& /*waiting*/) {
            for (const int number : {0, 1, 2}) {
                const int how = ::fcntl(number, F_GETFL) & O_ACCMODE;
                say(::isatty(number) == 0 ? "no terminal, " : how == O_WRONLY ? "writes, " : "reads, ");
            }
        },
        [&] {
            for (const int number : {0, 1, 2})
                ::dup2(theirs.get(), number);
        });
    EXPECT_EQ(all_said(), "no terminal, writes, writes, ");
    status_of_asker();
}

}  // namespace
}  // namespace ringfence::service
