#include "worker/object_table.h"

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

using Table = ObjectTable<int>;

std::uint64_t stream(std::uint32_t generation, std::uint32_t index) {
    return Handle::make(HandleKind::Stream, generation, index).bits;
}

TEST(ObjectTable, FindsWhatIsThere) {
    Table table(HandleKind::Stream, 10);
    ASSERT_TRUE(table.insert(stream(1, 0), std::make_shared<int>(7)).ok());
    EXPECT_EQ(*table.find(stream(1, 0)), 7);
    EXPECT_EQ(table.count(), 1u);
}

TEST(ObjectTable, RefusesStaleForeignAndForgedHandles) {
    Table table(HandleKind::Stream, 10);
    ASSERT_TRUE(table.insert(stream(1, 3), std::make_shared<int>(7)).ok());
    EXPECT_EQ(table.find(stream(2, 3)), nullptr);
    EXPECT_EQ(table.find(stream(0, 3)), nullptr);
    EXPECT_EQ(table.find(stream(1, 4)), nullptr);
    EXPECT_EQ(table.find(stream(1, 0xffff'fffe)), nullptr);
    EXPECT_EQ(table.find(Handle::make(HandleKind::Event, 1, 3).bits), nullptr);
    for (const std::uint64_t forged : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
        EXPECT_EQ(table.find(forged), nullptr);
        EXPECT_EQ(table.remove(forged), nullptr);
        EXPECT_FALSE(table.insert(forged, std::make_shared<int>(1)).ok());
    }
}

TEST(ObjectTable, APlaceIsTakenUntilItIsFreed) {
    Table table(HandleKind::Stream, 10);
    ASSERT_TRUE(table.insert(stream(1, 3), std::make_shared<int>(7)).ok());
    EXPECT_FALSE(table.insert(stream(1, 3), std::make_shared<int>(8)).ok());
    EXPECT_FALSE(table.insert(stream(2, 3), std::make_shared<int>(8)).ok());
    EXPECT_EQ(*table.remove(stream(1, 3)), 7);
    EXPECT_EQ(table.find(stream(1, 3)), nullptr);
    EXPECT_TRUE(table.insert(stream(2, 3), std::make_shared<int>(8)).ok());
}

TEST(ObjectTable, HasLimits) {
    Table table(HandleKind::Stream, 2);
    EXPECT_FALSE(table.insert(stream(1, Table::most_places), std::make_shared<int>(1)).ok());
    EXPECT_TRUE(table.insert(stream(1, Table::most_places - 1), std::make_shared<int>(1)).ok());
    EXPECT_TRUE(table.insert(stream(1, 0), std::make_shared<int>(1)).ok());
    EXPECT_EQ(table.insert(stream(1, 1), std::make_shared<int>(1)).error().status, cuda_status::out_of_memory);
    table.remove_if([](int) { return true; });
    EXPECT_EQ(table.count(), 0u);
    EXPECT_TRUE(table.insert(stream(1, 1), std::make_shared<int>(1)).ok());
}

}  // namespace
}  // namespace ringfence::worker
