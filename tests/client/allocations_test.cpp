#include "client/session/allocations.h"

#include <gtest/gtest.h>

namespace ringfence::client {
namespace {

TEST(Allocations, AnAddressBelongsToTheAllocationAroundIt) {
    Allocations allocations;
    allocations.add({.address = 0x1000, .bytes = 0x100});
    allocations.add({.address = 0x2000, .bytes = 0x100});
    EXPECT_EQ(allocations.find(0x10ff)->address, 0x1000U);
    EXPECT_FALSE(allocations.find(0x1100));
    EXPECT_FALSE(allocations.find(0xfff));
    EXPECT_EQ(allocations.find(0x2000)->address, 0x2000U);
    EXPECT_NE(allocations.find(0x1000)->id, allocations.find(0x2000)->id);
}

TEST(Allocations, ARangeMustEndWithinIt) {
    const Allocation allocation{.address = 0x1000, .bytes = 0x100};
    EXPECT_TRUE(allocation.contains(0x1000, 0x100));
    EXPECT_FALSE(allocation.contains(0x1000, 0x101));
    EXPECT_FALSE(allocation.contains(0x1001, 0x100));
    EXPECT_FALSE(allocation.contains(0x1001, ~0ULL)) << "the sum wraps around";
    EXPECT_FALSE(allocation.contains(0xfff, 1));
}

TEST(Allocations, OnlyTheBeginningCanBeRemoved) {
    Allocations allocations;
    allocations.add({.address = 0x1000, .bytes = 0x100});
    EXPECT_FALSE(allocations.remove(0x1001));
    EXPECT_TRUE(allocations.remove(0x1000));
    EXPECT_FALSE(allocations.find(0x1000));
}

}  // namespace
}  // namespace ringfence::client
