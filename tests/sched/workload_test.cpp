#include "sched/simulator/workload.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "sched/simulator/histogram.h"

namespace ringfence::sched {
namespace {

TEST(Workload, IsRead) {
    const Workload workload = parse_workload(
                                  "# a comment\n"
                                  "seconds 3\nwarmup 0\nseed 9\n"
                                  "device compute=4 copy=2 launch=1us notice=2us\n"
                                  "vgpu many compute=0.1% count=100\n"
                                  "load many sync copy_to 1ms + compute 20us,1ms think=5us streams=2 after=many\n",
                                  "file")
                                  .take();
    EXPECT_EQ(workload.duration, 3 * second);
    EXPECT_EQ(workload.concurrency, (std::array<std::uint32_t, 3>{4, 2, 2}));
    EXPECT_EQ(workload.launch, microsecond);
    ASSERT_EQ(workload.groups.size(), 1U);
    EXPECT_EQ(workload.groups[0].count, 100U);
    ASSERT_EQ(workload.loads.size(), 1U);
    EXPECT_EQ(workload.loads[0].pause, 5 * microsecond);
    EXPECT_EQ(workload.loads[0].after, 0U);
    ASSERT_EQ(workload.loads[0].steps.size(), 2U);
    EXPECT_EQ(workload.loads[0].steps[1].lengths, (std::vector<Time>{20 * microsecond, millisecond}));
}

TEST(Workload, WhatIsWrongIsNamedWithItsLine) {
    const auto problem = [](const char* text) { return parse_workload(text, "w").error().text(); };
    EXPECT_EQ(problem("seconds 1\nvgpu a compute=200%\n"),
              "w:2: compute: '200%' is no share; write for instance 50% or 12.5%, from 0.1% to 100%");
    EXPECT_EQ(problem("load a endless compute 1ms"), "w:1: there is no virtual GPU 'a' above this line");
    EXPECT_EQ(problem("vgpu a\nload a endless compute 1h"),
              "w:2: '1h' is no time up to 100s; write for instance 20us, 1ms or 2s");
    EXPECT_EQ(problem("frob"),
              "w:1: 'frob' is nothing to simulate; there are: seconds, warmup, seed, device, vgpu, load");
    EXPECT_FALSE(parse_workload("", "w").ok());
    EXPECT_FALSE(parse_workload("vgpu a\nload a periodic compute 1ms\n", "w").ok());
    EXPECT_FALSE(parse_workload("vgpu a\nload a endless compute 1ms +\n", "w").ok());
    EXPECT_FALSE(parse_workload("vgpu a count=100001\nload a endless compute 1ms\n", "w").ok());
}

TEST(Histogram, IsExactToWithinThreePercent) {
    std::mt19937_64 random(5);
    std::vector<Time> times;
    Histogram histogram;
    for (int index = 0; index < 20'000; ++index) {
        times.push_back(static_cast<Time>(random() >> (random() % 50 + 10)));
        histogram.add(times.back());
    }
    std::sort(times.begin(), times.end());
    for (const std::uint64_t part : {1U, 500U, 990U, 1000U}) {
        const Time exact = times[(times.size() * part + 999) / 1000 - 1];
        EXPECT_GE(histogram.at_permille(part), exact);
        EXPECT_LE(histogram.at_permille(part), exact + exact / 31 + 1);
    }
    EXPECT_EQ(histogram.most(), times.back());
}

}  // namespace
}  // namespace ringfence::sched
