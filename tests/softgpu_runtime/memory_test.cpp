#include "softgpu/runtime/memory.h"

#include <cstring>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringfence::softgpu {
namespace {

using testing::HasSubstr;

std::unique_ptr<DeviceMemory> small_memory() {
    return DeviceMemory::create({.total_bytes = 64 << 20, .reservation_bytes = 128 << 20, .heap_bytes = 64 << 10})
        .take();
}

TEST(DeviceMemory, SizesAreExactAndPiecesNeverTouch) {
    const auto memory = small_memory();
    std::uint64_t before = 0;
    for (const std::uint64_t bytes : {1U, 255U, 256U, 257U, 4000U, 4096U, 65536U, 5U << 20}) {
        const std::uint64_t address = memory->allocate(bytes).take();
        EXPECT_EQ(address % 256, 0U);
        EXPECT_TRUE(memory->find(address, bytes).has_value());
        EXPECT_TRUE(memory->find(address + bytes - 1, 1).has_value());
        EXPECT_FALSE(memory->find(address + bytes, 1).has_value()) << bytes;
        EXPECT_FALSE(memory->find(address + bytes - 1, 2).has_value());
        EXPECT_FALSE(memory->find(address - 1, 1).has_value());
        EXPECT_NE(address, before);
        before = address + bytes;
        std::memset(reinterpret_cast<void*>(address), 0xab, bytes);
    }
}

TEST(DeviceMemory, HonoursAlignment) {
    const auto memory = small_memory();
    EXPECT_EQ(memory->allocate(1000, 4096).take() % 4096, 0U);
    EXPECT_EQ(memory->allocate(1000, 1 << 20).take() % (1 << 20), 0U);
    EXPECT_FALSE(memory->allocate(1000, 24).ok());
}

TEST(DeviceMemory, KeepsItsBudget) {
    const auto memory = small_memory();
    EXPECT_FALSE(memory->allocate(0).ok());
    const std::uint64_t all = memory->allocate(64 << 20).take();
    EXPECT_EQ(memory->used_bytes(), 64U << 20);
    EXPECT_EQ(memory->allocate(1).error().message, "out of device memory: 1 bytes asked for, 0 of 67108864 are free");
    EXPECT_TRUE(memory->release(all).ok());
    EXPECT_EQ(memory->used_bytes(), 0U);
    EXPECT_TRUE(memory->allocate(1).ok());
    EXPECT_FALSE(memory->allocate(~std::uint64_t{0}).ok());
}

TEST(DeviceMemory, DescribesTheNearestAllocation) {
    const auto memory = small_memory();
    EXPECT_EQ(memory->describe(0x1'0000'0000, 4), "not in the device's memory");
    const std::uint64_t a = memory->allocate(4000).take();
    const std::uint64_t v = memory->allocate(64, 256, MemoryKind::ModuleVariable, "table").take();
    const std::string at = fmt::format("the 4000-byte allocation at {:#x}", a);
    EXPECT_EQ(memory->describe(a + 4000, 4), "0 bytes past the end of " + at);
    EXPECT_EQ(memory->describe(a + 4001, 4), "1 byte past the end of " + at);
    EXPECT_EQ(memory->describe(a - 16, 4), "16 bytes before " + at);
    EXPECT_EQ(memory->describe(a + 8, 4), "8 bytes into " + at);
    EXPECT_EQ(memory->describe(a + 3998, 4), "2 bytes before the end of " + at);
    EXPECT_EQ(memory->describe(v + 64, 4),
              fmt::format("0 bytes past the end of the 64-byte variable 'table' at {:#x}", v));
    EXPECT_EQ(memory->describe(0, 4), "a null pointer");
    EXPECT_EQ(memory->describe(8, 4), "a null pointer plus 8 bytes");
    ASSERT_TRUE(memory->release(a).ok());
    EXPECT_EQ(memory->describe(a + 8, 4), "8 bytes into " + at + " that was freed");
    EXPECT_TRUE(memory->is_freed(a + 3999));
    EXPECT_FALSE(memory->is_freed(a + 4000));
    EXPECT_FALSE(memory->is_freed(v));
}

TEST(DeviceMemory, FreedAddressesAreNotReusedWhileOthersAreLeft) {
    const auto memory = small_memory();
    const std::uint64_t first = memory->allocate(1 << 20).take();
    std::memset(reinterpret_cast<void*>(first), 1, 1 << 20);
    ASSERT_TRUE(memory->release(first).ok());
    std::uint64_t rounds = 0;
    bool reused = false;
    for (; rounds < 1000 && !reused; ++rounds) {
        const std::uint64_t next = memory->allocate(1 << 20).take();
        reused = next == first;
        ASSERT_TRUE(memory->release(next).ok());
    }
    EXPECT_TRUE(reused);
    EXPECT_GT(rounds, 64U);
}

TEST(DeviceMemory, RefusesWrongReleases) {
    const auto memory = small_memory();
    const std::uint64_t a = memory->allocate(4000).take();
    EXPECT_THAT(memory->release(a + 256).error().message, HasSubstr("256 bytes into the 4000-byte allocation"));
    EXPECT_THAT(memory->release(1234).error().message, HasSubstr("is not the address of an allocation"));
    ASSERT_TRUE(memory->release(a).ok());
    EXPECT_THAT(memory->release(a).error().message, HasSubstr("was freed before"));
}

TEST(DeviceMemory, ManySmallAllocationsComeAndGo) {
    const auto memory = small_memory();
    std::vector<std::uint64_t> live;
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        live.push_back(memory->allocate(1 + i % 700).take());
        if (live.size() > 1000) {
            std::swap(live[i % live.size()], live.back());
            ASSERT_TRUE(memory->release(live.back()).ok());
            live.pop_back();
        }
    }
    for (const std::uint64_t address : live)
        EXPECT_TRUE(memory->find(address, 1).has_value());
}

TEST(DeviceMemory, ReadersAndWritersAtOnce) {
    const auto memory = small_memory();
    const std::uint64_t fixed = memory->allocate(4000).take();
    std::atomic<bool> done{false};
    std::vector<std::thread> readers;
    for (int i = 0; i < 2; ++i) {
        readers.emplace_back([&] {
            while (!done)
                ASSERT_TRUE(memory->find(fixed + 100, 4).has_value());
        });
    }
    for (int i = 0; i < 2000; ++i)
        ASSERT_TRUE(memory->release(memory->allocate(10'000).take()).ok());
    done = true;
    for (std::thread& reader : readers)
        reader.join();
}

TEST(DeviceHeap, GivesAndTakes) {
    const auto memory = small_memory();
    const std::uint64_t a = memory->heap_allocate(100);
    const std::uint64_t b = memory->heap_allocate(100);
    ASSERT_NE(a, 0U);
    EXPECT_EQ(a % 16, 0U);
    EXPECT_TRUE(memory->find(a, 100).has_value());
    EXPECT_FALSE(memory->find(a + 100, 1).has_value());
    EXPECT_FALSE(memory->find(a, b + 1 - a).has_value());
    EXPECT_EQ(memory->heap_free(a + 16), FreeOutcome::NotAPiece);
    EXPECT_EQ(memory->heap_free(a), FreeOutcome::Freed);
    EXPECT_EQ(memory->heap_free(a), FreeOutcome::FreedBefore);
    EXPECT_FALSE(memory->find(a, 1).has_value());
    EXPECT_TRUE(memory->is_freed(a));
    EXPECT_EQ(memory->describe(a + 4, 4),
              fmt::format("4 bytes into the 100-byte allocation by the device's malloc at {:#x} that was freed", a));
    EXPECT_FALSE(memory->set_heap_bytes(1 << 20).ok());
}

TEST(DeviceHeap, IsNullWhenFull) {
    const auto memory = small_memory();
    EXPECT_EQ(memory->heap_allocate(65 << 10), 0U);
    std::vector<std::uint64_t> all;
    while (const std::uint64_t address = memory->heap_allocate(1000))
        all.push_back(address);
    EXPECT_GT(all.size(), 60U);
    EXPECT_EQ(memory->heap_free(all.back()), FreeOutcome::Freed);
    EXPECT_NE(memory->heap_allocate(1000), 0U);
}

TEST(DeviceMemory, AnnouncedPiecesOfAZoneAreFoundExactly) {
    const auto memory = small_memory();
    constexpr std::uint64_t zone = 0x1000'0000'0000;
    memory->announce(zone, 100);
    EXPECT_FALSE(memory->find(zone, 1).has_value()) << "there is no zone yet";
    memory->add_zone(zone, 1 << 20);
    EXPECT_EQ(memory->describe(zone, 4), "not in the device's memory");
    memory->announce(zone + 256, 100);
    memory->announce(zone + 1024, 4000);
    EXPECT_TRUE(memory->find(zone + 256, 100).has_value());
    EXPECT_FALSE(memory->find(zone + 256, 101).has_value());
    EXPECT_FALSE(memory->find(zone + 255, 1).has_value());
    EXPECT_EQ(memory->find(zone + 2000, 4)->bytes, 4000U);
    EXPECT_EQ(memory->describe(zone + 356, 4), "0 bytes past the end of the 100-byte allocation at 0x100000000100");
    EXPECT_EQ(memory->describe(zone + 1020, 4), "4 bytes before the 4000-byte allocation at 0x100000000400");
    EXPECT_EQ(memory->describe(zone + (2 << 20), 4), "not in the device's memory");
    memory->remove_zone(zone);
    EXPECT_FALSE(memory->find(zone + 256, 100).has_value());
}

TEST(DeviceMemory, ARetractedPieceIsRememberedUntilItsPlaceIsTaken) {
    const auto memory = small_memory();
    constexpr std::uint64_t zone = 0x1000'0000'0000;
    memory->add_zone(zone, 1 << 20);
    memory->announce(zone, 512);
    const std::uint64_t generation = memory->generation();
    memory->retract(zone + 8);
    EXPECT_EQ(memory->generation(), generation);
    memory->retract(zone);
    EXPECT_NE(memory->generation(), generation);
    EXPECT_FALSE(memory->find(zone, 4).has_value());
    EXPECT_TRUE(memory->is_freed(zone + 100));
    EXPECT_EQ(memory->describe(zone + 100, 4),
              "100 bytes into the 512-byte allocation at 0x100000000000 that was freed");
    memory->announce(zone + 256, 64);
    EXPECT_FALSE(memory->is_freed(zone + 100));
    EXPECT_TRUE(memory->find(zone + 256, 64).has_value());
}

TEST(DeviceMemory, MemoryThatLiesElsewhereIsChargedToTheBudget) {
    const auto memory = small_memory();
    EXPECT_TRUE(memory->charge(60 << 20));
    EXPECT_FALSE(memory->charge(5 << 20));
    EXPECT_EQ(memory->allocate(5 << 20).error().status, 2);
    memory->refund(60 << 20);
    EXPECT_EQ(memory->used_bytes(), 0U);
}

}  // namespace
}  // namespace ringfence::softgpu
