#include "client/session/handle_table.h"

#include <gtest/gtest.h>

namespace ringfence::client {
namespace {

using Table = HandleTable<int, HandleKind::Stream>;

TEST(HandleTable, FindsWhatWasInserted) {
    Table table;
    const Handle handle = table.insert(std::make_unique<int>(7));
    ASSERT_NE(table.find(handle), nullptr);
    EXPECT_EQ(*table.find(handle), 7);
    EXPECT_EQ(handle.kind(), HandleKind::Stream);
}

TEST(HandleTable, ForgetsWhatWasErased) {
    Table table;
    const Handle old = table.insert(std::make_unique<int>(1));
    EXPECT_EQ(*table.erase(old), 1);
    EXPECT_EQ(table.find(old), nullptr);
    EXPECT_EQ(table.erase(old), nullptr);
    const Handle reused = table.insert(std::make_unique<int>(2));
    EXPECT_EQ(reused.index(), old.index());
    EXPECT_EQ(table.find(old), nullptr) << "the place is another's now";
    EXPECT_EQ(*table.find(reused), 2);
}

TEST(HandleTable, RefusesWhatIsNoHandle) {
    const Table table;
    for (const std::uint64_t bits : {0ULL, 1ULL, 2ULL, ~0ULL, 0x7fff12345678ULL}) {
        EXPECT_EQ(table.find({bits}), nullptr) << bits;
    }
}

TEST(HandleTable, LeavesTheFirstIndicesToOthers) {
    HandleTable<int, HandleKind::Event, 256> table;
    EXPECT_EQ(table.insert(std::make_unique<int>(1)).index(), 256U);
    EXPECT_EQ(table.select([](int) { return true; }).size(), 1U);
}

TEST(HandleTable, GivesBackWhatItHasNoPlaceFor) {
    HandleTable<int, HandleKind::Event, 256> table;
    table.limit_to(1);
    const Handle first = table.insert(std::make_unique<int>(1));
    auto second = std::make_unique<int>(2);
    EXPECT_EQ(table.insert(std::move(second)).bits, 0U);
    ASSERT_NE(second, nullptr);  // NOLINT(bugprone-use-after-move): it was not taken
    EXPECT_EQ(*second, 2);
    EXPECT_EQ(table.size(), 1U);
    table.erase(first);
    EXPECT_NE(table.insert(std::move(second)).bits, 0U);
    EXPECT_EQ(second, nullptr);  // NOLINT(bugprone-use-after-move): it was
}

}  // namespace
}  // namespace ringfence::client
