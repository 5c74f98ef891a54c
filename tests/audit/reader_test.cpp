#include "audit/reader.h"

#include "log_folder.h"

namespace ringfence::audit {
namespace {

using testing::HasSubstr;

class ReaderTest : public LogFolder {};

TEST_F(ReaderTest, TheLastLinesComeFromAllFiles) {
    options_.file_bytes = 1000;
    options_.files_put_aside = 50;
    write(30);
    const auto all = last_lines(options_.path, 1000, {.event = "event"}).take();
    ASSERT_EQ(all.size(), 30U);
    for (int i = 0; i < 30; ++i)
        EXPECT_EQ(nlohmann::json::parse(all[static_cast<std::size_t>(i)])["number"], i);
    EXPECT_EQ(last_lines(options_.path, 5, {}).value().size(), 5U);
    EXPECT_EQ(last_lines(options_.path, 0, {}).value().size(), 0U);
}

TEST_F(ReaderTest, RecentLinesAreThoseAtTheEnd) {
    options_.file_bytes = 1000;
    options_.files_put_aside = 50;
    write(30);
    const auto all = last_lines(options_.path, 1000, {}).take();
    std::size_t bytes = 0;
    for (const std::string& line : all)
        bytes += line.size() + 1;
    EXPECT_EQ(recent_lines(options_.path, 1000, {}, bytes).value(), all);
    EXPECT_EQ(recent_lines(options_.path, 5, {}, bytes).value(), last_lines(options_.path, 5, {}).value());
    EXPECT_EQ(recent_lines(options_.path, 0, {}, bytes).value().size(), 0U);
    const auto few = recent_lines(options_.path, 1000, {}, bytes / 2).take();
    EXPECT_GT(few.size(), all.size() / 4);
    EXPECT_LT(few.size(), all.size() * 3 / 4);
    EXPECT_TRUE(std::equal(few.rbegin(), few.rend(), all.rbegin()));
}

TEST_F(ReaderTest, RecentLinesOfATenantAreItsOwn) {
    {
        const auto writer = open();
        ASSERT_TRUE(writer->append("one", {1000, 7, "ann"}, {{"text", "\"bob\""}}));
        ASSERT_TRUE(writer->append("two", {1001, 8, "bob"}, {}));
        ASSERT_TRUE(writer->append("three", {1002, 9, "bobby"}, {}));
    }
    const auto lines = recent_lines(options_.path, 9, {.tenant = "bob"}, 1 << 20).take();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], HasSubstr(R"("event":"two")"));
}

TEST_F(ReaderTest, FiltersLookAtFields) {
    {
        const auto writer = open();
        ASSERT_TRUE(writer->append("one", {1000, 7, "ann"}, {{"text", "needle"}}));
        ASSERT_TRUE(writer->append("two", {1001, 8, "bob"}, {{"text", "uid 1000"}}));
    }
    EXPECT_EQ(last_lines(options_.path, 9, {.uid = 1000}).value().size(), 1U);
    EXPECT_EQ(last_lines(options_.path, 9, {.pid = 8}).value().size(), 1U);
    EXPECT_EQ(last_lines(options_.path, 9, {.tenant = "bob"}).value().size(), 1U);
    EXPECT_EQ(last_lines(options_.path, 9, {.tenant = "bo"}).value().size(), 0U);
    EXPECT_EQ(last_lines(options_.path, 9, {.text = "needle"}).value().size(), 1U);
    EXPECT_EQ(last_lines(options_.path, 9, {.text = "needle", .uid = 1001}).value().size(), 0U);
    EXPECT_FALSE(last_lines(options_.path + "x", 9, {}).ok());
}

TEST_F(ReaderTest, HostileTextsAreFitToPrint) {
    EXPECT_EQ(describe(R"({"seq":3,"time":"t","event":"e","uid":5,"text":"a\u001b[31mb","prev":"00"})"),
              "3  t  e  uid=5  text=a\\x1b[31mb");
    EXPECT_EQ(describe("no \x1b record"), "?  no \\x1b record");
    EXPECT_THAT(describe(R"({"seq":[1]})"), HasSubstr("[1]"));
}

TEST_F(ReaderTest, WhatComesIsFollowedIntoTheNextFile) {
    options_.file_bytes = 1000;
    const auto writer = open();
    ASSERT_TRUE(writer->append("event", {}, {{"number", -1}}));
    Follower follower(options_.path);
    ASSERT_TRUE(follower.begin().ok());
    std::vector<std::string> lines;
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(writer->append("event", {}, {{"number", i}}));
        for (const std::string& line : follower.next().take())
            if (line.find(R"("event":"event")") != std::string::npos) lines.push_back(line);
    }
    ASSERT_EQ(lines.size(), 20U);
    EXPECT_EQ(nlohmann::json::parse(lines.back())["number"], 19);
}

}  // namespace
}  // namespace ringfence::audit
