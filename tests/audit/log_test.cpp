#include "audit/log.h"

#include "log_folder.h"

namespace ringfence::audit {
namespace {

using namespace std::chrono_literals;

class LogTest : public LogFolder {};

TEST_F(LogTest, WhatIsLeftOutIsCountedInARecord) {
    auto log = Log::open({options_, {.at_once = 4, .per_minute = 6}}).take();
    const auto now = Log::Clock::now();
    int told = 0;
    for (int i = 0; i < 100; ++i)
        told += log->note("client_refused", {1000, 7, "alice"}, {{"text", "no"}}, now) ? 1 : 0;
    EXPECT_EQ(told, 4);
    EXPECT_TRUE(log->note("client_refused", {2000, 8, "bob"}, {{"text", "no"}}, now));
    EXPECT_TRUE(log->is_waiting());
    log->look(now + 1s);
    EXPECT_TRUE(log->is_waiting());
    log->look(now + 11s);
    EXPECT_FALSE(log->is_waiting());
    const auto record = last_record();
    EXPECT_EQ(record["event"], "left_out");
    EXPECT_EQ(record["uid"], 1000);
    EXPECT_EQ(record["pid"], 7);
    EXPECT_EQ(record["count"], 96);
    EXPECT_EQ(record["events"]["client_refused"], 96);
    EXPECT_EQ(record["text"], "no");
    EXPECT_EQ(log->left_out(), 96U);
    EXPECT_EQ(findings(), "");
}

TEST_F(LogTest, TheRestIsToldAtTheEnd) {
    auto log = Log::open({options_, {.at_once = 1, .per_minute = 1}}).take();
    (void)log->note("event", {1000, 7, ""}, {{"text", "a"}});
    (void)log->note("event", {1000, 7, ""}, {{"text", "b"}});
    EXPECT_TRUE(log->close(std::chrono::seconds(60)));
    EXPECT_EQ(last_record()["event"], "left_out");
    EXPECT_EQ(last_record()["text"], "b");
    EXPECT_TRUE(Log::open({options_, {}}).ok());
}

TEST_F(LogTest, WithoutAFileItIsCountedAllTheSame) {
    const auto log = Log::nowhere({.at_once = 2, .per_minute = 1});
    const auto now = Log::Clock::now();
    EXPECT_TRUE(log->note("event", {1000, 7, ""}, nlohmann::ordered_json::object(), now));
    EXPECT_TRUE(log->note("event", {1000, 7, ""}, nlohmann::ordered_json::object(), now));
    EXPECT_FALSE(log->note("event", {1000, 7, ""}, nlohmann::ordered_json::object(), now));
    EXPECT_FALSE(log->can_write());
}

}  // namespace
}  // namespace ringfence::audit
