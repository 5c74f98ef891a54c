// Loads as they were recorded: what is read of a timeline, what is refused, and that a simulation repeats it.
#include "sched/simulator/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "sched/band.h"
#include "sched/simulator/simulation.h"

namespace ringfence::sched {
namespace {

// As `ringfence run --trace-file` writes it: times are microseconds.
std::string work(std::string_view name, double submitted, double length, int track = 1) {
    return "{\"name\":\"" + std::string(name) +
           "\",\"cat\":\"stream\",\"ph\":\"X\",\"ts\":" + std::to_string(submitted) +
           ",\"dur\":" + std::to_string(length) + ",\"pid\":7,\"tid\":" + std::to_string(track) +
           ",\"args\":{\"bytes\":4,\"submitted\":" + std::to_string(submitted) + ",\"waited\":0.000}},\n";
}

constexpr std::string_view of_others =
    "[\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":7,\"tid\":1,\"args\":{\"name\":\"default stream\"}},\n"
    "{\"name\":\"cuInit\",\"cat\":\"cuda\",\"ph\":\"X\",\"ts\":1.5,\"dur\":2.5,\"pid\":7,\"tid\":8,\"args\":{}},\n";

std::string problem(const std::string& text) {
    const Result<Recording> read = parse_recording(text, "t.json");
    return read.ok() ? "none" : read.error().text();
}

TEST(Recording, IsReadByStreamAndResource) {
    const Recording read =
        parse_recording(std::string(of_others) + work("copy host to device", 1000, 20) +
                            work("scale(float*)", 1010, 2.5, 2) + work("other", 1020, 1, 2) +
                            work("scale(float*)", 1005, 0) + work("copy host to host", 1, 1) +
                            work("copy device to device", 1030, 1) + work("copy device to host", 1040, 1) +
                            work("fill", 1050, 1) + work("graph", 1060, 1) + "]\n",
                        "t.json")
            .take();
    ASSERT_EQ(read.streams.size(), 2U);
    const std::vector<RecordedJob>& first = read.streams[0];
    ASSERT_EQ(first.size(), 6U);
    EXPECT_EQ(first[0].resource, Resource::CopyTo);
    EXPECT_EQ(first[0].submitted, millisecond);
    EXPECT_EQ(first[0].length, 20 * microsecond);
    EXPECT_EQ(first[0].kernel, 0U);
    EXPECT_EQ(first[1].submitted, millisecond + 5 * microsecond) << "in the order of submission";
    EXPECT_EQ(first[1].length, 1) << "every job takes some time";
    EXPECT_EQ(first[2].resource, Resource::Compute) << "within the device";
    EXPECT_EQ(first[3].resource, Resource::CopyFrom);
    EXPECT_EQ(first[4].kernel, 0U);
    EXPECT_EQ(first[5].kernel, 0U);
    const std::vector<RecordedJob>& second = read.streams[1];
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0].kernel, first[1].kernel);
    EXPECT_NE(second[0].kernel, second[1].kernel);
    EXPECT_EQ(read.begin, millisecond);
    EXPECT_EQ(read.end, millisecond + 61 * microsecond);
}

TEST(Recording, WhatIsWrongIsNamedWithItsLine) {
    const std::string good = work("scale", 1, 1);
    EXPECT_TRUE(
        problem(good + good.substr(0, good.size() / 2)).starts_with("t.json:2: this is no event of a timeline: "));
    EXPECT_TRUE(problem("\n\nnonsense\n").starts_with("t.json:3: this is no event of a timeline: 'nonsense'"));
    EXPECT_TRUE(problem("\x01\xff").starts_with("t.json:1: this is no event of a timeline: '\\x01\\xff'"));
    EXPECT_TRUE(problem("").starts_with("t.json: there is no work of streams in it"));
    EXPECT_TRUE(problem(std::string(of_others)).starts_with("t.json: there is no work of streams in it"));
    EXPECT_EQ(problem(work("scale", -1, 1)), "t.json:1: the event's 'submitted' cannot be a time: it is -1.0");
    EXPECT_TRUE(problem(work("scale", 1, 1e300)).starts_with("t.json:1: the event's 'dur' cannot be a time: it is "));
    EXPECT_EQ(problem(work("scale", 1, 2e9)), "t.json:1: no job takes as long as that");
    EXPECT_EQ(problem("{\"cat\":\"stream\"}"), "t.json:1: the event has no name");
    EXPECT_EQ(problem("{\"cat\":\"stream\",\"name\":7}"), "t.json:1: the event has no name");
    EXPECT_EQ(problem("{\"cat\":\"stream\",\"name\":\"a\",\"args\":[]}"), "t.json:1: the event has no 'args'");
    EXPECT_EQ(problem("{\"cat\":\"stream\",\"name\":\"a\",\"args\":{}}"),
              "t.json:1: the event has no number 'submitted'");
    EXPECT_EQ(
        problem("{\"cat\":\"stream\",\"name\":\"a\",\"dur\":1,\"pid\":\"x\",\"tid\":1,\"args\":{\"submitted\":1}}"),
        "t.json:1: the event has no stream: its 'pid' and 'tid' must be numbers");
}

TEST(Recording, HasLimits) {
    EXPECT_EQ(problem(std::string(100'000, '[')), "t.json:1: a line of a timeline is not as long as that");
    EXPECT_TRUE(problem(std::string(60'000, '[')).starts_with("t.json:1: this is no event"));
    std::string streams;
    for (int track = 0; track <= static_cast<int>(most_recorded_streams); ++track)
        streams += work("scale", 1, 1, track);
    EXPECT_EQ(problem(streams), "t.json:1025: these are more than 1024 streams");
}

TEST(Recording, MayHoldAnyBytes) {
    const std::string good =
        std::string(of_others) + work("scale", 5, 3) + work("copy host to device", 7, 1, 2) + "]\n";
    std::mt19937 random(7);
    int accepted = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = good;
        for (std::uint32_t changes = 1 + random() % 4; changes != 0; --changes) {
            const std::size_t at = random() % text.size();
            if (random() % 3 == 0) {
                text.erase(at, random() % 20);
                if (text.empty()) text = "x";
            } else {
                text[at] = random() % 2 == 0 ? static_cast<char>(random()) : "0123456789e-{}[]\",:"[random() % 19];
            }
        }
        const Result<Recording> read = parse_recording(text, "t.json");
        if (!read.ok()) {
            EXPECT_TRUE(read.error().text().starts_with("t.json")) << read.error().text();
            continue;
        }
        ++accepted;
        for (const std::vector<RecordedJob>& jobs : read.value().streams) {
            for (const RecordedJob& job : jobs) {
                EXPECT_GE(job.submitted, read.value().begin);
                EXPECT_TRUE(job.length > 0 && job.submitted + job.length <= read.value().end);
            }
        }
    }
    EXPECT_GT(accepted, 100);
}

class RecordedLoads : public testing::Test {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "ringfence-recorded-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void record(const std::string& name, const std::string& text) { std::ofstream(folder_ + "/" + name) << text; }
    Result<Workload> read(std::string_view text) {
        RF_TRY(Workload workload, parse_workload(text, "w"));
        RF_RETURN_IF_ERROR(read_recordings(workload, folder_));
        return workload;
    }

    std::string folder_;
};

TEST_F(RecordedLoads, AreRepeatedJobForJob) {
    // Hours after the machine started; the second one comes 50 ms later.
    std::string one;
    std::string other;
    for (int i = 0; i < 100; ++i) {
        one += work("one", 9e9 + i * 10'000, 1000);
        other += work("copy host to device", 9e9 + 50'000 + i * 10'000, 500);
    }
    record("one.json", one);
    record("other.json", other);
    const Workload workload =
        read("vgpu a compute=50%\nvgpu b\nload a recorded one.json\nload b recorded other.json\n").take();
    EXPECT_EQ(workload.warmup, 0);
    EXPECT_EQ(workload.duration, 3 * second) << "the last job ends after 1.04 s";
    EXPECT_EQ(workload.loads[1].recording.begin, 50 * millisecond);
    Band band;
    const Outcome outcome = simulate(workload, band).value();
    EXPECT_EQ(outcome.jobs_of_load, (std::vector<std::uint64_t>{100, 100}));
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_EQ(outcome.unfinished, 0U);
    ASSERT_EQ(outcome.lanes.size(), 2U);
    EXPECT_EQ(outcome.lanes[0].device_time, 100 * millisecond);
    EXPECT_EQ(outcome.lanes[1].device_time, 50 * millisecond);
    EXPECT_LT(outcome.lanes[0].waits.at_permille(1000), 20 * microsecond) << "nobody is in the way";
}

TEST_F(RecordedLoads, WaitForWhoIsThereNow) {
    std::string one;
    for (int i = 0; i < 100; ++i)
        one += work("one", i * 10'000, 1000);
    record("one.json", one);
    const Workload workload =
        read("vgpu a compute=50%\nvgpu b compute=50%\nload a recorded one.json at=500ms\nload b endless compute 5ms\n")
            .take();
    EXPECT_EQ(workload.loads[0].recording.begin, 500 * millisecond);
    Band band;
    const Outcome outcome = simulate(workload, band).value();
    EXPECT_EQ(outcome.jobs_of_load[0], 100U);
    EXPECT_GT(outcome.lanes[0].waits.at_permille(500), millisecond);
    // 100 ms of three seconds, and the wanted part is known though nobody wrote it down.
    EXPECT_NEAR(outcome.lanes[0].wanted, 33'333, 10);
}

TEST_F(RecordedLoads, ThatCannotBeReadAreNamed) {
    record("good.json", work("one", 1, 1));
    record("late.json", work("one", 9e9, 1));
    record("bad.json", "nonsense");
    const auto problem = [&](const char* load) {
        const Result<Workload> workload = read(std::string("vgpu a\nload a recorded good.json\n") + load);
        return workload.ok() ? "none" : workload.error().text();
    };
    EXPECT_EQ(problem("load a recorded good.json weight=10%\n"), "none");
    EXPECT_NE(problem("load a recorded none.json\n").find("none.json"), std::string::npos);
    EXPECT_TRUE(problem("load a recorded bad.json\n").starts_with("bad.json:1: this is no event"));
    EXPECT_TRUE(problem("load a recorded late.json\n").starts_with("late.json: it begins 8999 s after good.json"));
    EXPECT_EQ(problem("load a recorded late.json at=1s\n"), "none");
    EXPECT_EQ(problem("load a recorded\n"), "w:3: write: load NAME recorded FILE [at=TIME] [weight=SHARE]");
    EXPECT_EQ(problem("load a recorded good.json streams=2\n"),
              "w:3: a recorded load has no 'streams'; it has: at, weight");
    EXPECT_TRUE(problem("warmup 9\n").starts_with("the warm-up takes all of the time"));
}

}  // namespace
}  // namespace ringfence::sched
