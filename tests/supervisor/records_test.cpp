#include "supervisor/records.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "audit/files.h"
#include "audit/reader.h"
#include "supervisor/unfinished_sessions.h"

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

class RecordsTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("rf-records-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        settings_.log.writer.path = (folder_ / "audit.jsonl").string();
        settings_.log.writer.patience = std::chrono::milliseconds(0);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::vector<ordered_json> written(const std::string& event) const {
        std::vector<ordered_json> found;
        EXPECT_TRUE(audit::each_line(settings_.log.writer.path, {.event = event}, [&](std::string_view line) {
                        found.push_back(ordered_json::parse(line));
                    }).ok());
        return found;
    }

    std::filesystem::path folder_;
    AuditSettings settings_;
};

TEST_F(RecordsTest, SessionsWithoutAnEndAreFoundInAllFiles) {
    settings_.log.writer.file_bytes = 1000;
    {
        auto log = audit::Log::open(settings_.log).take();
        const auto tell = [&](const char* event, int worker, int session) {
            log->note_own(event, {{"worker", worker}, {"session", session}, {"pid", 70 + session}});
        };
        tell("session_begins", 5, 1);
        log->note_own("daemon_starts", ordered_json::object());
        tell("session_begins", 5, 2);
        tell("session_begins", 5, 3);
        for (int i = 0; i < 20; ++i)
            tell("violation", 5, 3);
        tell("session_begins", 5, 4);
        tell("session_ends", 5, 2);
        tell("session_ends", 6, 4);
    }
    std::ofstream(settings_.log.writer.path, std::ios::app)
        << R"({"time":"x","event":"session_ends","worker":5,"session":4)";
    const auto open = unfinished_sessions(settings_.log.writer.path);
    ASSERT_EQ(open.size(), 2u);
    EXPECT_EQ(open[0]["pid"], 73);
    EXPECT_EQ(open[1]["pid"], 74);
    Records records;
    ASSERT_TRUE(records.open(settings_).ok());
    records.daemon_starts();
    const auto ends = written("session_ends");
    EXPECT_EQ(ends.back()["pid"], 74);
    EXPECT_THAT(ends.back()["text"].get<std::string>(), HasSubstr("the daemon was killed"));
}

TEST_F(RecordsTest, ALogThatIsRequiredMustBeThere) {
    std::filesystem::create_directories(folder_ / "audit.jsonl");  // a folder in its place
    settings_.log.writer.path = (folder_ / "audit.jsonl").string();
    Records records;
    EXPECT_FALSE(records.open(settings_).ok());  // it was named
    ::setenv("RINGFENCE_SOCKET", (folder_ / "socket").c_str(), 1);
    settings_.log.writer.path.clear();
    EXPECT_TRUE(records.open(settings_).ok());
    EXPECT_TRUE(records.check().ok());
    EXPECT_EQ(records.path(), "");
    records.write("event", {{"text", "nowhere"}});
    settings_.is_required = true;
    EXPECT_FALSE(records.open(settings_).ok());
    EXPECT_THAT(records.check().error().message, HasSubstr("nobody is served without it"));
    ::unsetenv("RINGFENCE_SOCKET");
}

TEST_F(RecordsTest, ItLiesBesideASocketOfOnesOwn) {
    ::setenv("RINGFENCE_SOCKET", "/some/where/socket", 1);
    EXPECT_EQ(audit::default_path(), "/some/where/audit.jsonl");
    ::unsetenv("RINGFENCE_SOCKET");
    ::setenv("XDG_STATE_HOME", "/state", 1);
    EXPECT_EQ(audit::default_path(), "/state/ringfence/audit.jsonl");
    ::unsetenv("XDG_STATE_HOME");
    ::setenv("HOME", "/home/me", 1);
    EXPECT_EQ(audit::default_path(), "/home/me/.local/state/ringfence/audit.jsonl");
}

TEST_F(RecordsTest, StatusTellsTheEndOfTheChain) {
    Records records;
    ASSERT_TRUE(records.open(settings_).ok());
    records.refused({7, 1000, 0}, "no");
    const ordered_json said = records.describe();
    EXPECT_EQ(said["sequence"], 2);
    EXPECT_EQ(said["hash"].get<std::string>().size(), 64u);
    EXPECT_EQ(said["written"], 1);
    EXPECT_EQ(said["lost"], 0);
    EXPECT_EQ(written("client_refused")[0]["uid"], 1000);
}

}  // namespace
}  // namespace ringfence::supervisor
