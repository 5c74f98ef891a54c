#include "supervisor/audit_trail.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "supervisor/unfinished_sessions.h"

namespace ringfence::supervisor {
namespace {

using testing::HasSubstr;

class AuditTrailTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("rf-audit-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        path_ = (folder_ / "a" / "b" / "audit.jsonl").string();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    static std::vector<nlohmann::json> lines(const std::string& path) {
        std::vector<nlohmann::json> all;
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);)
            all.push_back(nlohmann::json::parse(line, nullptr, false));
        return all;
    }

    std::filesystem::path folder_;
    std::string path_;
};

TEST_F(AuditTrailTest, EveryEventIsALineOfJson) {
    auto trail = AuditTrail::open(path_);
    ASSERT_TRUE(trail.ok()) << trail.error().text();
    ASSERT_TRUE(trail.value().append("session_begins", {{"pid", 7}}).ok());
    ASSERT_TRUE(trail.value().append("violation", {{"text", "a\nline, \"quoted\", and \xff"}}).ok());
    const auto all = lines(path_);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0]["event"], "session_begins");
    EXPECT_EQ(all[0]["pid"], 7);
    EXPECT_THAT(all[0]["time"].get<std::string>(), testing::MatchesRegex("....-..-..T..:..:..\\.[0-9][0-9][0-9]Z"));
    EXPECT_THAT(all[1]["text"].get<std::string>(), HasSubstr("a\nline, \"quoted\""));
    struct stat status {};
    ASSERT_EQ(::stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(AuditTrailTest, ItGoesOnWhereItWas) {
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(AuditTrail::open(path_).value().append("begin", {{"number", i}}).ok());
    EXPECT_EQ(lines(path_).size(), 3u);
}

TEST_F(AuditTrailTest, LargeFilesArePutAsideAndTheOldestGo) {
    auto trail = AuditTrail::open(path_, {.file_bytes = 1000, .files_put_aside = 2}).take();
    for (int i = 0; i < 100; ++i)
        ASSERT_TRUE(trail.append("event", {{"number", i}, {"text", std::string(100, 'x')}}).ok());
    std::uint64_t bytes = 0;
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(path_).parent_path())) {
        EXPECT_LE(file.file_size(), 1000u);
        bytes += file.file_size();
        ++files;
    }
    EXPECT_EQ(files, 3u);
    EXPECT_LE(bytes, 3000u);
    EXPECT_EQ(lines(path_).back()["number"], 99);
    EXPECT_EQ(lines(path_ + ".1").back()["number"].get<int>() + 1, lines(path_).front()["number"].get<int>());
}

TEST_F(AuditTrailTest, SessionsWithoutAnEndAreFoundInAllFiles) {
    auto trail = AuditTrail::open(path_).take();
    EXPECT_TRUE(trail.is_ours_alone());
    const auto begins = [&](int session) {
        EXPECT_TRUE(trail.append("session_begins", {{"worker", 5}, {"session", session}, {"pid", 70 + session}}).ok());
    };
    begins(1);
    ASSERT_TRUE(trail.append("daemon_starts", nlohmann::ordered_json::object()).ok());
    begins(2);
    begins(3);
    std::filesystem::rename(path_, path_ + ".1");
    trail = AuditTrail::open(path_).take();
    begins(4);
    ASSERT_TRUE(trail.append("session_ends", {{"worker", 5}, {"session", 2}}).ok());
    ASSERT_TRUE(trail.append("session_ends", {{"worker", 6}, {"session", 4}}).ok());
    std::ofstream(path_, std::ios::app) << R"({"time":"x","event":"session_ends","worker":5,"sess)";
    const auto open = unfinished_sessions(path_);
    ASSERT_EQ(open.size(), 2u);
    EXPECT_EQ(open[0]["pid"], 73);
    EXPECT_EQ(open[1]["pid"], 74);
}

TEST_F(AuditTrailTest, OthersMustNotBeAbleToWriteIt) {
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path());
    std::ofstream(path_) << "";
    ::chmod(path_.c_str(), 0666);
    const auto writable = AuditTrail::open(path_);
    ASSERT_FALSE(writable.ok());
    EXPECT_THAT(writable.error().message, HasSubstr("others can write it"));
    std::filesystem::remove(path_);
    std::filesystem::create_symlink("/dev/null", path_);
    EXPECT_FALSE(AuditTrail::open(path_).ok());
}

TEST_F(AuditTrailTest, ItLiesBesideASocketOfOnesOwn) {
    ::setenv("RINGFENCE_SOCKET", "/some/where/socket", 1);
    EXPECT_EQ(default_audit_path(), "/some/where/audit.jsonl");
    ::unsetenv("RINGFENCE_SOCKET");
    ::setenv("XDG_STATE_HOME", "/state", 1);
    EXPECT_EQ(default_audit_path(), "/state/ringfence/audit.jsonl");
    ::unsetenv("XDG_STATE_HOME");
    ::setenv("HOME", "/home/me", 1);
    EXPECT_EQ(default_audit_path(), "/home/me/.local/state/ringfence/audit.jsonl");
}

}  // namespace
}  // namespace ringfence::supervisor
