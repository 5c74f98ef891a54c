#include "sched/virtual_gpu.h"

#include <gtest/gtest.h>

namespace ringfence::sched {
namespace {

TEST(VirtualGpu, SettingsAreRead) {
    VirtualGpu vgpu;
    vgpu.name = "trainer";
    for (const auto& [key, value] : {std::pair{"compute", "50%"},
                                     {"copy", "40%"},
                                     {"copy_from", "12.5%"},
                                     {"memory", "40GiB"},
                                     {"priority", "2"},
                                     {"sms", "32"}})
        ASSERT_TRUE(set(vgpu, key, value).ok()) << key;
    EXPECT_EQ(vgpu.shares, (std::array<Share, 3>{500'000, 400'000, 125'000}));
    EXPECT_EQ(vgpu.memory, std::uint64_t{40} << 30);
    EXPECT_EQ(vgpu.priority, 2U);
    EXPECT_EQ(vgpu.sms, 32U);
    EXPECT_TRUE(check(vgpu).ok());
}

TEST(VirtualGpu, WhatIsWrongIsNamed) {
    VirtualGpu vgpu;
    EXPECT_EQ(set(vgpu, "compute", "50").error().message,
              "compute: '50' is no share; write for instance 50% or 12.5%, from 0.1% to 100%");
    EXPECT_EQ(set(vgpu, "memory", "many").error().message,
              "memory: 'many' is no amount of memory; write for instance 40GiB or 512MiB");
    EXPECT_EQ(set(vgpu, "priority", "8").error().message, "priority: '8' is not a number from 0 to 7");
    EXPECT_EQ(set(vgpu, "speed", "9").error().message,
              "a virtual GPU has no 'speed'; it has: compute, copy, copy_to, copy_from, memory, priority, sms");
    for (const char* share : {"", "%", "0%", "0.05%", "101%", "100.1%", "-5%", "5.%", "1e1%", "5.00001%", " 5%"})
        EXPECT_FALSE(parse_share(share).ok()) << share;
    for (const char* memory : {"", "GiB", "5iB", "-1", "5GB", "99999999999TiB", "1.5GiB"})
        EXPECT_FALSE(parse_memory(memory).ok()) << memory;
    vgpu.name = "-x";
    EXPECT_FALSE(check(vgpu).ok());
    vgpu.name = std::string(longest_vgpu_name, 'x');
    EXPECT_TRUE(check(vgpu).ok());
    vgpu.name += 'x';  // it would not fit the messages to workers, which have 64 bytes with a zero
    EXPECT_EQ(vgpu.name.size(), 64U);
    EXPECT_FALSE(check(vgpu).ok());
    vgpu.name = "x";
    vgpu.shares[0] = whole + 1;
    EXPECT_FALSE(check(vgpu).ok());
    vgpu.shares[0] = 0;
    vgpu.memory = 4096;
    EXPECT_FALSE(check(vgpu).ok());
}

TEST(VirtualGpu, SharesAreWrittenAsTheyAreRead) {
    for (const char* text : {"100%", "50%", "12.5%", "0.1%", "33.3333%"})
        EXPECT_EQ(share_text(parse_share(text).take()), text);
}

TEST(VirtualGpu, TogetherTheyFitOnTheCard) {
    VirtualGpu one{"one", {600'000, 500'000, 0}, std::uint64_t{80} << 30, 0, 0};
    VirtualGpu two{"two", {400'000, 500'000, 0}, std::uint64_t{60} << 30, 0, 0};
    EXPECT_TRUE(check_together(std::vector{one, two}, std::uint64_t{140} << 30).ok());
    EXPECT_TRUE(check_together(std::vector{one, two}, 0).ok()) << "the card's memory is not known";
    EXPECT_EQ(check_together(std::vector{one, two}, std::uint64_t{139} << 30).error().message,
              "virtual GPU 'two': with it more memory is promised than the card's 142336 MiB");
    two.shares[1] += 1000;
    EXPECT_EQ(check_together(std::vector{one, two}, 0).error().message,
              "virtual GPU 'two': with it the shares of copy_to are more than 100%");
    two = one;
    two.shares = {};
    EXPECT_EQ(check_together(std::vector{one, two}, 0).error().message, "there are two virtual GPUs 'one'");
}

}  // namespace
}  // namespace ringfence::sched
