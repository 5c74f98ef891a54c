#include "supervisor/process_log.h"

#include <unistd.h>

#include <vector>

#include <gmock/gmock.h>

namespace ringfence::supervisor {
namespace {

using testing::ElementsAre;

struct ProcessLogTest : testing::Test {
    ProcessLogTest() : pipe(ProcessLog::make_pipe().take()) {}

    void say(const std::string& text) {
        ASSERT_EQ(::write(pipe.second.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
        while (lines_read < 64 && log.read(now))
            ++lines_read;
        lines_read = 0;
    }

    std::pair<UniqueFd, UniqueFd> pipe;
    std::vector<std::string> lines;
    int lines_read = 0;
    ProcessLog::Clock::time_point now = ProcessLog::Clock::now();
    ProcessLog log{std::move(pipe.first), "worker[7]", [this](std::string line) { lines.push_back(std::move(line)); },
                   now};
};

TEST_F(ProcessLogTest, EachLineSaysWhoseItIsAlsoIfItComesInParts) {
    say("one\nt");
    say("wo\n\nthree");
    log.finish(now);
    EXPECT_THAT(lines, ElementsAre("worker[7]: one\n", "worker[7]: two\n", "worker[7]: \n", "worker[7]: three\n"));
}

TEST_F(ProcessLogTest, LinesAreFitToPrintAndNotTooLong) {
    say("\rringfenced: all is well\x1b[2J\n");
    say(std::string(3 * ProcessLog::longest_line, 'x') + "\nnext\n");
    EXPECT_THAT(lines,
                ElementsAre("worker[7]: \\x0dringfenced: all is well\\x1b[2J\n",
                            "worker[7]: " + std::string(ProcessLog::longest_line, 'x') + "...\n", "worker[7]: next\n"));
}

TEST_F(ProcessLogTest, WhoWritesTooMuchIsCountedAndHasRoomAgainLater) {
    const std::string line = std::string(1000, 'x') + "\n";
    for (std::size_t i = 0; i < 2 * ProcessLog::most_at_once / line.size(); ++i)
        say(line);
    std::size_t bytes = 0;
    for (const std::string& written : lines)
        bytes += written.size();
    EXPECT_LE(bytes, ProcessLog::most_at_once);
    EXPECT_GT(bytes, ProcessLog::most_at_once / 2);
    lines.clear();
    now += std::chrono::seconds(1);
    say("again\n");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], testing::MatchesRegex("worker.7.: \\([0-9]+ lines were left out: it writes too much\\)\n"
                                                "worker.7.: again\n"));
}

TEST_F(ProcessLogTest, AProcessThatIsNotReadDoesNotWait) {
    const std::string much(1 << 20, 'x');
    EXPECT_LT(::write(pipe.second.get(), much.data(), much.size()), static_cast<ssize_t>(much.size()));
    EXPECT_LT(::write(pipe.second.get(), much.data(), much.size()), 0);
}

}  // namespace
}  // namespace ringfence::supervisor
