#include "audit/writer.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <thread>

#include "audit/tail.h"
#include "log_folder.h"

namespace ringfence::audit {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class WriterTest : public LogFolder {};
class KilledWriterTest : public LogFolder {};

TEST_F(WriterTest, LinesArePlainText) {
    {
        const auto writer = open();
        ASSERT_TRUE(writer->append("event", {}, {{"text", "\u009b2J \x7f \u202e \u00fc"}}));
    }
    const std::string line = lines_of(options_.path).back();
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c < 127; })) << line;
    EXPECT_EQ(nlohmann::json::parse(line)["text"], "\u009b2J \x7f \u202e \u00fc");
}

TEST_F(WriterTest, RecordsAreChained) {
    {
        const auto writer = open();
        ASSERT_TRUE(writer->append("session_begins", {1000, 7, "ann"}, {{"worker", 8}}));
        ASSERT_TRUE(writer->append("violation", {}, {{"text", "a\nline, \"quoted\", and \xff"}, {"seq", 77}}));
    }
    const auto lines = lines_of(options_.path);
    ASSERT_EQ(lines.size(), 3U);
    const auto begins = nlohmann::json::parse(lines[0]);
    const auto first = nlohmann::json::parse(lines[1]);
    const auto second = nlohmann::json::parse(lines[2]);
    EXPECT_EQ(begins["event"], "file_begins");
    EXPECT_EQ(first["seq"], 2);
    EXPECT_EQ(first["uid"], 1000);
    EXPECT_EQ(first["pid"], 7);
    EXPECT_EQ(first["tenant"], "ann");
    EXPECT_EQ(first["worker"], 8);
    EXPECT_EQ(first["prev"], hex(hash_of(lines[0])));
    EXPECT_EQ(second["prev"], hex(hash_of(lines[1])));
    EXPECT_EQ(second["seq"], 3);  // details do not replace it
    EXPECT_FALSE(second.contains("uid"));
    EXPECT_THAT(first["time"].get<std::string>(), testing::MatchesRegex("....-..-..T..:..:..\\.[0-9][0-9][0-9]Z"));
    EXPECT_EQ(findings(), "");
    for (const std::string& path : {options_.path, head_file(), key_file()}) {
        struct stat status {};
        ASSERT_EQ(::stat(path.c_str(), &status), 0) << path;
        EXPECT_EQ(status.st_mode & 0777, 0600U) << path;
    }
}

TEST_F(WriterTest, ItGoesOnWhereItWas) {
    for (int i = 0; i < 5; ++i)
        write(2, 2 * i);
    EXPECT_EQ(lines_of(options_.path).size(), 11U);
    EXPECT_EQ(findings(), "");
    EXPECT_EQ(notes(), "");
}

TEST_F(WriterTest, FullFilesArePutAsideAndTheChainGoesOn) {
    options_.file_bytes = 2000;
    options_.files_put_aside = 3;
    write(100);
    for (int number = 0; number <= 3; ++number) {
        EXPECT_LE(std::filesystem::file_size(file(number)), 2000U);
        EXPECT_EQ(nlohmann::json::parse(lines_of(file(number)).front())["event"], "file_begins");
    }
    EXPECT_FALSE(std::filesystem::exists(file(4)));
    EXPECT_EQ(last_record()["number"], 99);
    EXPECT_EQ(findings(), "");
    const Verdict verdict = verify();
    EXPECT_EQ(verdict.files, 4U);
    EXPECT_GT(verdict.first, 1U);
    // Fewer from now on.
    options_.files_put_aside = 1;
    write(50, 100);
    EXPECT_FALSE(std::filesystem::exists(file(2)));
    EXPECT_EQ(findings(), "");
    options_.files_put_aside = 0;
    write(50, 150);
    EXPECT_EQ(findings(), "");
    EXPECT_FALSE(std::filesystem::exists(file(1)));
}

TEST_F(WriterTest, TwoDaemonsDoNotWriteOneLog) {
    const auto first = open();
    const auto second = Writer::open(options_);
    ASSERT_FALSE(second.ok());
    EXPECT_THAT(second.error().message, HasSubstr("another daemon writes it"));
}

TEST_F(WriterTest, OneThatIsAboutToEndIsWaitedFor) {
    auto first = open();
    std::thread end([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        first.reset();
    });
    options_.patience = std::chrono::seconds(20);
    EXPECT_TRUE(Writer::open(options_).ok());
    end.join();
}

TEST_F(WriterTest, OthersMustNotBeAbleToWriteIt) {
    write(1);
    ::chmod(options_.path.c_str(), 0666);
    const auto writable = Writer::open(options_);
    ASSERT_FALSE(writable.ok());
    EXPECT_THAT(writable.error().message, HasSubstr("others can write it"));
    ::chmod(options_.path.c_str(), 0600);
    ::chmod(key_file().c_str(), 0644);
    EXPECT_THAT(Writer::open(options_).error().message, HasSubstr("not this user's alone"));
    ::chmod(key_file().c_str(), 0600);
    std::filesystem::remove(options_.path);
    std::filesystem::create_symlink("/dev/null", options_.path);
    EXPECT_FALSE(Writer::open(options_).ok());
}

TEST_F(WriterTest, WhetherItCanBeOpenedIsKnownBefore) {
    EXPECT_TRUE(Writer::can_open(options_).ok());
    EXPECT_FALSE(std::filesystem::exists(options_.path)) << "nothing is made";
    EXPECT_FALSE(std::filesystem::exists(key_file()));
    const auto writer = open();
    EXPECT_TRUE(Writer::can_open(options_).ok()) << "although somebody writes it";
    for (const std::string& path : {options_.path, head_file(), key_file()}) {
        ::chmod(path.c_str(), 0666);
        EXPECT_FALSE(Writer::can_open(options_).ok()) << path;
        ::chmod(path.c_str(), 0600);
    }
    options_.path += "/below.jsonl";
    EXPECT_FALSE(Writer::can_open(options_).ok());
}

TEST_F(WriterTest, KeyAndHeadCanLieElsewhere) {
    options_.state_folder = (folder_ / "state").string();
    write(3);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "state" / "audit.key"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "state" / "audit.head"));
    EXPECT_EQ(findings(), "");
}

TEST_F(WriterTest, AllWaysOfSyncingWrite) {
    for (const Sync sync : {Sync::Always, Sync::Second, Sync::Never}) {
        options_.sync = sync;
        write(3);
    }
    EXPECT_EQ(open()->sync_failures(), 0U);
    EXPECT_EQ(findings(), "");
}

TEST_F(WriterTest, ATornLineIsReportedAndRepaired) {
    write(3);
    std::ofstream(options_.path, std::ios::app) << R"({"seq":5,"time":"2026)";
    EXPECT_EQ(findings(), "");
    EXPECT_THAT(notes(), HasSubstr("the last line is not complete (21 bytes"));
    write(1, 3);
    EXPECT_EQ(findings(), "");
    EXPECT_THAT(slurp(options_.path),
                HasSubstr(R"("event":"log_repaired","text":"the last line was not complete; these 21)"));
    EXPECT_THAT(notes(), HasSubstr("log_repaired"));
}

TEST_F(WriterTest, ARecordThatTheHeadDoesNotKnowYetIsKept) {
    write(3);
    const std::string head = slurp(head_file());
    const std::string key = slurp(key_file());
    write(1, 3);
    spill(head_file(), head);  // as if killed in between
    EXPECT_EQ(findings(), "");
    write(1, 4);
    EXPECT_EQ(findings(), "");
    EXPECT_THAT(slurp(options_.path), HasSubstr("the head was behind: it did not know of 1 records after 4"));
}

TEST_F(WriterTest, AFileThatWasBegunAndNotWrittenIsUsed) {
    options_.file_bytes = 2000;
    write(10);
    std::filesystem::rename(file(0), file(1) + "x");
    for (int number = 8; number > 0; --number)
        if (std::filesystem::exists(file(number))) std::filesystem::rename(file(number), file(number + 1));
    std::filesystem::rename(file(1) + "x", file(1));
    write(1, 10);  // the daemon was killed before it made the new file
    EXPECT_EQ(findings(), "");
    EXPECT_EQ(notes(), "");
    for (int number = 8; number >= 0; --number)
        if (std::filesystem::exists(file(number))) std::filesystem::rename(file(number), file(number + 1));
    spill(options_.path, "");  // and here after it had
    ::chmod(options_.path.c_str(), 0600);
    write(1, 11);
    EXPECT_EQ(findings(), "");
    EXPECT_EQ(notes(), "");
}

TEST_F(WriterTest, WhatWasDoneToTheLogMeanwhileIsWrittenDown) {
    write(6);
    auto lines = lines_of(options_.path);
    lines.pop_back();
    lines.pop_back();
    put_lines(options_.path, lines);
    write(1, 6);
    EXPECT_THAT(slurp(options_.path), HasSubstr("the end of the log was cut off: records 6 to 7"));
    EXPECT_THAT(findings(), HasSubstr("records 6 to 7 missing before this line"));
    EXPECT_THAT(findings(), HasSubstr("the daemon found the log damaged"));
    std::filesystem::remove(options_.path);
    write(1, 7);
    EXPECT_THAT(slurp(options_.path), HasSubstr("the log was gone; it had 9 records"));
    std::filesystem::remove(head_file());
    write(1, 8);
    EXPECT_THAT(slurp(options_.path), HasSubstr("there was a log, and no head that says where it ends"));
    std::filesystem::remove(options_.path);
    std::filesystem::remove(head_file());
    write(1, 9);
    EXPECT_THAT(slurp(options_.path), HasSubstr("there was the key of a log, and neither the log nor its head"));
}

TEST_F(WriterTest, AFileThatIsTakenAwayWhileItIsWrittenIsNoticed) {
    const auto writer = open();
    ASSERT_TRUE(writer->append("event", {}, {{"number", 0}}));
    std::filesystem::remove(options_.path);
    ASSERT_TRUE(writer->append("event", {}, {{"number", 1}}));
    EXPECT_THAT(slurp(options_.path), HasSubstr("the file was moved or removed while it was written"));
    EXPECT_EQ(last_record()["number"], 1);
    EXPECT_THAT(findings(), HasSubstr("the beginning is missing"));
}

TEST_F(WriterTest, ALineWithoutAnEndIsPutAside) {
    write(2);
    std::ofstream(options_.path, std::ios::app) << std::string(1 << 20, 'x');
    write(1, 2);
    EXPECT_EQ(last_record()["number"], 2);
    EXPECT_THAT(findings(), HasSubstr("the last line is not complete (1048576 bytes"));
}

// A limit on the size of files is as good as a full disk, and needs no disk.
TEST_F(WriterTest, WhatCannotBeWrittenIsCountedAndTold) {
    struct sigaction old {};
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGXFSZ, &ignore, &old);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto writer = open();
    ASSERT_TRUE(writer->append("event", {}, {{"number", 0}}));
    const auto bytes = std::filesystem::file_size(options_.path);
    for (const std::uintmax_t more : {0, 1, 40}) {
        const rlimit full{bytes + more, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &full);
        EXPECT_FALSE(writer->append("session_begins", {1000, 7, ""}, {{"number", 1}}));
        EXPECT_FALSE(writer->append("session_ends", {1000, 7, ""}, {{"number", 2}}));
        EXPECT_TRUE(writer->has_gap());
        ::setrlimit(RLIMIT_FSIZE, &before);
        // Half a line is not left behind.
        EXPECT_EQ(std::filesystem::file_size(options_.path), bytes);
    }
    EXPECT_EQ(findings(), "");
    EXPECT_EQ(writer->lost(), 6U);
    EXPECT_THAT(writer->problem(), AnyOf(HasSubstr("File too large"), HasSubstr("No space left")));
    const std::string why = writer->problem();
    ASSERT_TRUE(writer->append("event", {}, {{"number", 3}}));
    EXPECT_FALSE(writer->has_gap());
    ::sigaction(SIGXFSZ, &old, nullptr);
    const auto lines = lines_of(options_.path);
    const auto gap = nlohmann::json::parse(lines[lines.size() - 2]);
    EXPECT_EQ(gap["event"], "audit_gap");
    EXPECT_EQ(gap["records"], 6);
    EXPECT_EQ(gap["events"]["session_begins"], 3);
    EXPECT_EQ(gap["text"], why);
    EXPECT_EQ(findings(), "");
    EXPECT_THAT(notes(), HasSubstr("audit_gap"));
}

TEST_F(WriterTest, AFullDiskKeepsNobodyFromStarting) {
    write(1);
    std::ofstream(options_.path, std::ios::app) << "half";
    struct sigaction old {};
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGXFSZ, &ignore, &old);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit full{1, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
    auto writer = Writer::open(options_);
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::sigaction(SIGXFSZ, &old, nullptr);
    ASSERT_TRUE(writer.ok()) << writer.error().text();
    EXPECT_TRUE(writer.value()->has_gap());
    ASSERT_TRUE(writer.value()->append("event", {}, {{"number", 1}}));
    EXPECT_THAT(slurp(options_.path), HasSubstr("log_repaired"));
    EXPECT_EQ(findings(), "");
}

TEST_F(WriterTest, DetailsThatAreTooLongAreLeftOut) {
    const auto writer = open();
    ASSERT_TRUE(writer->append("event", {1000, 7, ""}, {{"number", std::string(100'000, 'x')}}));
    EXPECT_THAT(last_record()["text"].get<std::string>(), HasSubstr("its details were too long"));
    EXPECT_EQ(findings(), "");
}

// Killed at any moment, also while files are put aside: the log is whole, what was written is there.
TEST_F(KilledWriterTest, TheLogIsWhole) {
    options_.file_bytes = 3000;
    options_.files_put_aside = 40;
    int told = 0;
    for (int round = 0; round < 60; ++round) {
        int pipe[2] = {-1, -1};
        ASSERT_EQ(::pipe(pipe), 0);
        const pid_t pid = ::fork();
        if (pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            auto writer = Writer::open(options_);
            for (int i = told; writer.ok(); ++i) {
                if (!writer.value()->append("event", {1000, 7, ""}, {{"number", i}})) break;
                if (::write(pipe[1], &i, sizeof i) != sizeof i) break;
            }
            ::_exit(1);
        }
        ::close(pipe[1]);
        int number = 0;
        const int rounds = 1 + round * 7 % 23;
        for (int i = 0; i < rounds; ++i)
            ASSERT_EQ(::read(pipe[0], &number, sizeof number), static_cast<ssize_t>(sizeof number));
        std::this_thread::sleep_for(std::chrono::microseconds(round * 37 % 500));
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        while (::read(pipe[0], &number, sizeof number) == static_cast<ssize_t>(sizeof number)) {
        }
        ::close(pipe[0]);
        told = number + 1;
        ASSERT_EQ(findings(), "") << "round " << round;
        const auto tail = read_tail(options_.path);
        ASSERT_TRUE(tail.ok());
        EXPECT_GE(tail.value().records.back().link.sequence, static_cast<std::uint64_t>(told));
        // Moves full files away, so that none is rotated out.
        if (std::filesystem::exists(file(30))) {
            std::filesystem::remove_all(folder_ / "deep");
            told = 0;
        }
    }
}

}  // namespace
}  // namespace ringfence::audit
