#include "memory/address_ranges.h"

#include <gtest/gtest.h>

namespace ringfence::memory {
namespace {

TEST(AddressRanges, TakesTheLowestThatFits) {
    AddressRanges ranges(0x1000, 0x3000);
    EXPECT_EQ(ranges.take(0x1000, 0x1000), 0x1000u);
    EXPECT_EQ(ranges.take(0x2000, 0x1000), 0x2000u);
    EXPECT_EQ(ranges.take(1, 1), std::nullopt);
    EXPECT_EQ(ranges.free_bytes(), 0u);
}

TEST(AddressRanges, LeavesTheUnalignedPartForOthers) {
    AddressRanges ranges(0x1000, 0x3000);
    EXPECT_EQ(ranges.take(0x1000, 0x2000), 0x2000u);
    EXPECT_EQ(ranges.take(0x1000, 0x1000), 0x1000u);
}

TEST(AddressRanges, WhatComesBackIsMergedWithItsNeighbours) {
    AddressRanges ranges(0x1000, 0x3000);
    for (int i = 0; i < 3; ++i)
        (void)ranges.take(0x1000, 0x1000);
    ranges.give_back(0x1000, 0x1000);
    ranges.give_back(0x3000, 0x1000);
    EXPECT_EQ(ranges.take(0x2000, 0x1000), std::nullopt);
    ranges.give_back(0x2000, 0x1000);
    EXPECT_EQ(ranges.take(0x3000, 0x1000), 0x1000u);
}

TEST(AddressRanges, TakesChosenAddressesOnce) {
    AddressRanges ranges(0x1000, 0x3000);
    EXPECT_TRUE(ranges.take_at(0x2000, 0x1000));
    EXPECT_FALSE(ranges.take_at(0x2000, 0x1000));
    EXPECT_FALSE(ranges.take_at(0x1000, 0x2000));
    EXPECT_FALSE(ranges.take_at(0, 0x1000));
    EXPECT_FALSE(ranges.take_at(0x3000, 0x2000));
    EXPECT_TRUE(ranges.take_at(0x3000, 0x1000));
}

TEST(AddressRanges, RoundingUpDoesNotWrapAround) {
    EXPECT_EQ(round_up(~std::uint64_t{0}, 4096), std::nullopt);
    EXPECT_EQ(round_up(0, 4096), 0u);
    EXPECT_EQ(round_up(1, 4096), 4096u);
}

}  // namespace
}  // namespace ringfence::memory
