#include "memory/heap.h"

#include <chrono>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "units.h"

namespace ringfence::memory {
namespace {

constexpr Address base = 0x1000'0000'0000;

// Counts what is committed and refuses what is wrong or beyond its limit.
class CountingSource : public ChunkSource {
public:
    std::uint64_t granularity() const override { return 2 * MiB; }
    Result<void> commit(Address address, std::uint64_t bytes) override {
        EXPECT_EQ(address % granularity(), 0u);
        EXPECT_EQ(bytes % granularity(), 0u);
        if (committed + bytes > limit) return Error::bad_input("full").with_status(cuda_status::out_of_memory);
        EXPECT_TRUE(chunks.emplace(address, bytes).second);
        committed += bytes;
        return {};
    }
    Result<void> decommit(Address address, std::uint64_t bytes) override {
        EXPECT_EQ(chunks.at(address), bytes);
        chunks.erase(address);
        committed -= bytes;
        return {};
    }

    std::map<Address, std::uint64_t> chunks;
    std::uint64_t committed = 0;
    std::uint64_t limit = ~std::uint64_t{0};
};

struct HeapTest : testing::Test {
    CountingSource source;
    Heap heap{source, base, std::uint64_t{1} << 36};

    Address allocate(std::uint64_t bytes, std::uint64_t alignment = 256) {
        auto address = heap.allocate(bytes, alignment);
        EXPECT_TRUE(address.ok()) << address.error().text();
        return address.ok() ? address.value() : 0;
    }
};

TEST_F(HeapTest, AllocationsAreAlignedAndApart) {
    const Address first = allocate(1);
    const Address second = allocate(513);
    const Address third = allocate(1 * MiB, 1 * MiB);
    EXPECT_EQ(first % 512, 0u);
    EXPECT_EQ(second, first + 512);
    EXPECT_EQ(third % MiB, 0u);
    EXPECT_GE(third, second + 1024);
}

TEST_F(HeapTest, RefusesWhatIsNoSize) {
    EXPECT_EQ(heap.allocate(0).error().status, cuda_status::invalid_value);
    EXPECT_EQ(heap.allocate(16, 3).error().status, cuda_status::invalid_value);
    EXPECT_EQ(heap.allocate(16, 0).error().status, cuda_status::invalid_value);
    for (const std::uint64_t huge :
         {~std::uint64_t{0}, ~std::uint64_t{0} - 511, std::uint64_t{1} << 63, (std::uint64_t{1} << 36) + 1}) {
        EXPECT_EQ(heap.allocate(huge).error().status, cuda_status::out_of_memory) << huge;
        EXPECT_EQ(heap.allocate(512, std::uint64_t{1} << 62).error().status, cuda_status::out_of_memory);
    }
    EXPECT_EQ(source.committed, 0u);
}

TEST_F(HeapTest, FindsWhatHoldsAnAddress) {
    const Address address = allocate(100);
    EXPECT_EQ(heap.find(address)->bytes, 100u);
    EXPECT_EQ(heap.find(address + 99)->address, address);
    EXPECT_FALSE(heap.find(address + 100));
    EXPECT_FALSE(heap.find(address - 1));
    EXPECT_FALSE(heap.find(0));
    EXPECT_FALSE(heap.find(~Address{0}));
    EXPECT_EQ(heap.at_or_below(address + 4096)->address, address);
    EXPECT_EQ(heap.above(base - 1)->address, address);
}

TEST_F(HeapTest, OnlyTheBeginOfAnAllocationCanBeFreedAndOnce) {
    const Address address = allocate(4096);
    EXPECT_EQ(heap.release(address + 512).error().status, cuda_status::invalid_value);
    EXPECT_EQ(heap.release(address).value().bytes, 4096u);
    EXPECT_EQ(heap.release(address).error().status, cuda_status::invalid_value);
    EXPECT_EQ(heap.release(0).error().status, cuda_status::invalid_value);
}

TEST_F(HeapTest, WhatWasFreedLastIsUsedFirst) {
    const Address first = allocate(4096);
    (void)allocate(512);
    const Address second = allocate(4096);
    (void)allocate(512);
    ASSERT_TRUE(heap.release(second).ok());
    ASSERT_TRUE(heap.release(first).ok());
    EXPECT_EQ(allocate(4096), first);
    EXPECT_EQ(allocate(4096), second);
}

TEST_F(HeapTest, NeighboursMerge) {
    std::vector<Address> pieces;
    for (int i = 0; i < 4; ++i)
        pieces.push_back(allocate(MiB / 2));
    for (const int i : {0, 2, 1, 3})
        ASSERT_TRUE(heap.release(pieces[i]).ok());
    EXPECT_EQ(allocate(2 * MiB), pieces[0]);
    EXPECT_EQ(source.committed, 2 * MiB);
}

TEST_F(HeapTest, ChunksGrowAndLargeOnesAreExact) {
    (void)allocate(1);
    EXPECT_EQ(source.committed, 2 * MiB);
    (void)allocate(2 * MiB);  // the free end of the first chunk is made longer by the second, of 4 MiB
    EXPECT_EQ(source.committed, 6 * MiB);
    (void)allocate(1024 * MiB);
    EXPECT_LE(source.committed, (1024 + 8) * MiB);
}

TEST_F(HeapTest, TrimGivesFreeChunksBackAndTheirAddressesAreUsedAgain) {
    const Address kept = allocate(1);
    const Address large = allocate(100 * MiB);
    ASSERT_TRUE(heap.release(large).ok());
    EXPECT_GT(source.committed, 100 * MiB);
    heap.trim();
    EXPECT_EQ(source.committed, 2 * MiB);
    EXPECT_EQ(allocate(100 * MiB), large);
    ASSERT_TRUE(heap.release(large).ok());
    ASSERT_TRUE(heap.release(kept).ok());
    heap.trim();
    EXPECT_EQ(source.committed, 0u);
    EXPECT_EQ(heap.statistics().allocated_bytes, 0u);
}

TEST_F(HeapTest, UnderPressureFreeChunksAreGivenUp) {
    source.limit = 64 * MiB;
    std::vector<Address> small;
    for (int i = 0; i < 60; ++i)
        small.push_back(allocate(MiB));
    for (const Address address : small)
        ASSERT_TRUE(heap.release(address).ok());
    EXPECT_EQ(heap.allocate(65 * MiB).error().status, cuda_status::out_of_memory);
    (void)allocate(64 * MiB);
}

TEST_F(HeapTest, WhatTheSourceRefusesIsTriedSmaller) {
    source.limit = 5 * MiB;
    (void)allocate(2 * MiB);
    (void)allocate(2 * MiB);
    EXPECT_FALSE(heap.allocate(2 * MiB).ok());
}

TEST(HeapQuarantine, FreedMemoryIsNotUsedAgainSoon) {
    CountingSource source;
    Heap heap(source, base, std::uint64_t{1} << 36, {.quarantine_bytes = MiB, .gap_bytes = 512});
    const Address first = heap.allocate(512).take();
    ASSERT_TRUE(heap.release(first).ok());
    EXPECT_FALSE(heap.find(first));
    EXPECT_FALSE(heap.release(first).ok());
    bool came_back = false;
    for (int i = 0; i < 2000 && !came_back; ++i) {
        const Address next = heap.allocate(512).take();
        came_back = next == first;
        EXPECT_TRUE(!came_back || i >= 1023) << i;
        ASSERT_TRUE(heap.release(next).ok());
    }
    EXPECT_TRUE(came_back);
    EXPECT_LE(heap.statistics().quarantined_bytes, MiB);
}

TEST(HeapQuarantine, PressureEndsIt) {
    CountingSource source;
    source.limit = 4 * MiB;
    Heap heap(source, base, std::uint64_t{1} << 36, {.quarantine_bytes = 1024 * MiB});
    for (int i = 0; i < 10; ++i) {
        auto address = heap.allocate(3 * MiB);
        ASSERT_TRUE(address.ok());
        ASSERT_TRUE(heap.release(address.value()).ok());
    }
}

TEST(HeapQuarantine, AGapFollowsEveryAllocation) {
    CountingSource source;
    Heap heap(source, base, std::uint64_t{1} << 36, {.gap_bytes = 512});
    const Address first = heap.allocate(512).take();
    EXPECT_EQ(heap.allocate(512).take(), first + 1024);
}

// No allocation overlaps another whatever is asked for in whatever order, and in the end nothing is left.
TEST(HeapRandom, HoldsTogether) {
    for (const std::uint64_t quarantine : {std::uint64_t{0}, 4 * MiB}) {
        CountingSource source;
        source.limit = 256 * MiB;
        Heap heap(source, base, std::uint64_t{1} << 30, {.quarantine_bytes = quarantine});
        std::mt19937_64 random(7);
        std::map<Address, std::uint64_t> live;
        for (int i = 0; i < 20000; ++i) {
            if (random() % 2 == 0 && !live.empty()) {
                auto victim = live.lower_bound(base + random() % (256 * MiB));
                if (victim == live.end()) victim = live.begin();
                ASSERT_EQ(heap.release(victim->first).value().bytes, victim->second);
                live.erase(victim);
                continue;
            }
            const std::uint64_t bytes = 1 + random() % (random() % 8 == 0 ? 8 * MiB : 64 * 1024);
            const std::uint64_t alignment = std::uint64_t{1} << (random() % 22);
            auto address = heap.allocate(bytes, alignment);
            if (!address.ok()) continue;
            ASSERT_EQ(address.value() % std::max<std::uint64_t>(alignment, 512), 0u);
            const auto after = live.lower_bound(address.value());
            if (after != live.end()) {
                ASSERT_LE(address.value() + bytes, after->first);
            }
            if (after != live.begin()) {
                ASSERT_LE(std::prev(after)->first + std::prev(after)->second, address.value());
            }
            live.emplace(address.value(), bytes);
            if (i % 1000 == 0) heap.trim();
        }
        for (const auto& [address, bytes] : live)
            ASSERT_TRUE(heap.release(address).ok());
        heap.trim();
        EXPECT_EQ(source.committed, 0u);
        EXPECT_EQ(heap.statistics().allocations, 0u);
    }
}

}  // namespace
}  // namespace ringfence::memory
