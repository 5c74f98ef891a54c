#include "audit/background_writer.h"

#include <chrono>
#include <latch>
#include <thread>

#include "log_folder.h"

namespace ringfence::audit {
namespace {

using namespace std::chrono_literals;

class BackgroundWriterTest : public LogFolder {
protected:
    std::unique_ptr<BackgroundWriter> open_with(const DiskThread::Options& thread) {
        auto writer = BackgroundWriter::open(options_, thread);
        EXPECT_TRUE(writer.ok()) << writer.error().text();
        return writer.take();
    }
    // Until all that was brought is written.
    static void wait_for(BackgroundWriter& writer) {
        std::latch is_done(1);
        while (!writer.thread().run([&] { is_done.count_down(); }))
            std::this_thread::sleep_for(1ms);
        is_done.wait();
    }
};

TEST_F(BackgroundWriterTest, WritesBeforeItReturns) {
    const auto writer = open_with({.patience = 60s});
    for (int i = 1; i <= 50; ++i) {
        writer->append("event", {1000, 7, ""}, {{"number", i}});
        ASSERT_EQ(last_record()["number"], i);
        ASSERT_EQ(writer->state().last.sequence, last_record()["seq"]);
    }
    EXPECT_EQ(writer->state().written, 50U);
    EXPECT_EQ(writer->state().problem, "");
    EXPECT_EQ(findings(), "");
}

TEST_F(BackgroundWriterTest, ADiskThatIsLateGetsTheRecordsInTheirOrderWithTheirTimes) {
    std::latch is_awake(1);
    auto writer = open_with({.patience = 10ms});
    ASSERT_TRUE(writer->thread().run([&] { is_awake.wait(); }));
    for (int i = 0; i < 20; ++i)
        writer->append("event", {1000, 7, ""}, {{"number", i}});
    EXPECT_EQ(writer->state().written, 0U);
    std::this_thread::sleep_for(50ms);
    const std::string late = time_text();
    is_awake.count_down();
    writer.reset();
    EXPECT_EQ(last_record()["number"], 19);
    EXPECT_LT(last_record()["time"].get<std::string>(), late);
    EXPECT_EQ(verify().records, 21U);  // and file_begins
    EXPECT_EQ(findings(), "");
}

TEST_F(BackgroundWriterTest, TellsThatADiskStandsStill) {
    std::latch is_awake(1);
    const auto writer = open_with({.patience = 10ms});
    ASSERT_TRUE(writer->thread().run([&] { is_awake.wait(); }));
    writer->append("event", {1000, 7, ""}, {{"number", 1}});
    EXPECT_FALSE(writer->finish(50ms));
    is_awake.count_down();
    EXPECT_TRUE(writer->finish(60s));
    EXPECT_EQ(last_record()["number"], 1);
}

// Then nothing was synced, and whoever closes the log has to wait for that.
TEST_F(BackgroundWriterTest, IsNotFinishedIfThereWasNoRoomForThat) {
    int refused = 0;
    for (int turn = 0; turn < 50 && refused == 0; ++turn) {
        std::latch is_awake(1);
        const auto writer = open_with({.patience = 1ms, .most_waiting = 4});
        ASSERT_TRUE(writer->thread().run([&] { is_awake.wait(); }));
        for (int i = 0; i < 10; ++i)
            writer->append("event", {1000, 7, ""}, {{"number", i}});
        // Usually after there was no room; on a machine that stands still, before.
        std::thread wakes([&] {
            std::this_thread::sleep_for(10ms);
            is_awake.count_down();
        });
        refused += writer->finish(60s) ? 0 : 1;
        wakes.join();
        EXPECT_TRUE(writer->finish(60s));
        EXPECT_EQ(writer->state().problem, "");
        EXPECT_EQ(writer->state().lost, 7U);
    }
    EXPECT_EQ(refused, 1);
}

TEST_F(BackgroundWriterTest, WhatFindsNoRoomIsToldAsAGap) {
    std::latch is_awake(1);
    const auto writer = open_with({.patience = 1ms, .most_waiting = 4});
    ASSERT_TRUE(writer->thread().run([&] { is_awake.wait(); }));
    for (int i = 0; i < 10; ++i)
        writer->append("event", {1000, 7, ""}, {{"number", i}});
    EXPECT_EQ(writer->state().lost, 7U);
    is_awake.count_down();
    wait_for(*writer);
    writer->append("last", {}, nlohmann::ordered_json::object());
    wait_for(*writer);
    EXPECT_EQ(last_record()["event"], "last");
    EXPECT_EQ(writer->state().lost, 7U);
    EXPECT_EQ(writer->state().problem, "");
    const std::vector<std::string> lines = lines_of(file(0));
    int gaps = 0;
    for (const std::string& line : lines) {
        const auto record = nlohmann::json::parse(line);
        if (record["event"] != "audit_gap") continue;
        ++gaps;
        EXPECT_EQ(record["records"], 7);
        EXPECT_EQ(record["events"]["event"], 7);
    }
    EXPECT_EQ(gaps, 1);
    EXPECT_EQ(findings(), "");
}

}  // namespace
}  // namespace ringfence::audit
