#include "policy/map.h"

#include <malloc.h>

#include <cstring>
#include <unordered_map>

#include <gtest/gtest.h>

namespace ringfence::policy {
namespace {

// The bytes of the heap that this process uses. With a sanitizer: 0, since its heap does not tell.
std::size_t taken_bytes() {
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::vector<std::uint8_t> bytes_from(std::uint64_t number, std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    std::memcpy(bytes.data(), &number, std::min<std::size_t>(size, 8));
    return bytes;
}

std::uint64_t number_in_value(Map& map, std::uint32_t number) {
    std::uint64_t value = 0;
    std::memcpy(&value, map.value(number).data(), 8);
    return value;
}

TEST(Map, AnArrayIsThereFromTheStart) {
    Map map({"m", MapKind::Array, 4, 8, 3});
    EXPECT_EQ(map.lookup(bytes_from(2, 4), 0), 2U);
    EXPECT_FALSE(map.lookup(bytes_from(3, 4), 0).has_value());
    EXPECT_EQ(map.update(bytes_from(2, 4), bytes_from(7, 8), 0, 0), 0);
    EXPECT_EQ(number_in_value(map, 2), 7U);
    EXPECT_EQ(map.update(bytes_from(3, 4), bytes_from(7, 8), 0, 0), map_error::full);
    EXPECT_EQ(map.update(bytes_from(1, 4), bytes_from(7, 8), 1, 0), map_error::exists);
    EXPECT_EQ(map.remove(bytes_from(1, 4)), map_error::bad_argument);
}

TEST(Map, EachWorkerHasItsOwn) {
    Map map({"m", MapKind::WorkerArray, 4, 8, 2});
    const auto first = map.lookup(bytes_from(1, 4), 0);
    const auto second = map.lookup(bytes_from(1, 4), 1);
    ASSERT_TRUE(first && second);
    EXPECT_NE(*first, *second);
    EXPECT_TRUE(map.has_value(*map.lookup(bytes_from(1, 4), UINT32_MAX)));
}

TEST(Map, AHashKeepsWhatItWasGiven) {
    Map map({"m", MapKind::Hash, 8, 8, 50});
    std::unordered_map<std::uint64_t, std::uint64_t> reference;
    std::uint64_t state = 1;
    for (int i = 0; i < 20'000; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const std::uint64_t key = (state >> 33U) % 80;
        const auto key_bytes = bytes_from(key, 8);
        switch ((state >> 60U) % 3) {
            case 0: {
                const std::int64_t result = map.update(key_bytes, bytes_from(state, 8), 0, 0);
                const bool fits = reference.contains(key) || reference.size() < 50;
                ASSERT_EQ(result, fits ? 0 : map_error::full);
                if (fits) reference[key] = state;
                break;
            }
            case 1: ASSERT_EQ(map.remove(key_bytes), reference.erase(key) == 1 ? 0 : map_error::not_there); break;
            default: {
                const auto found = map.lookup(key_bytes, 0);
                ASSERT_EQ(found.has_value(), reference.contains(key));
                if (found) {
                    ASSERT_EQ(number_in_value(map, *found), reference[key]);
                }
            }
        }
    }
}

// The sum of the charges when each of these keys came into a map.
std::uint64_t charge_of_keys(const std::vector<std::uint64_t>& keys, std::uint64_t seed) {
    Map map({"m", MapKind::Hash, 8, 8, 1U << 16}, seed);
    std::uint64_t charge = 0;
    for (const std::uint64_t key : keys) {
        EXPECT_EQ(map.update(bytes_from(key, 8), bytes_from(0, 8), 0, 0), 0);
        charge += map.charge();
    }
    return charge;
}

TEST(Map, KeysThatAreMadeToFallIntoOneBucketDoNot) {
    std::vector<std::uint64_t> high_bits;
    std::vector<std::uint64_t> inverted;  // of a multiplication with a constant, and its halves
    for (std::uint64_t i = 0; i < 4096; ++i) {
        high_bits.push_back(i << 52U);
        inverted.push_back((i << 32U | i) * 0x4f74430c22a54005U ^ 0x9e3779b97f4a7c1dU);
    }
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        EXPECT_LT(charge_of_keys(high_bits, seed * 0x123456789abcdefU), 4096U) << seed;
        EXPECT_LT(charge_of_keys(inverted, seed * 0x123456789abcdefU), 4096U) << seed;
    }
}

TEST(Map, EachMapHasItsOwnSeed) {
    EXPECT_NE(random_seed(), random_seed());
}

TEST(Map, WhatIsCopiedAndPassedIsCharged) {
    Map large({"m", MapKind::Hash, 64, 65536, 2});
    EXPECT_EQ(large.update(bytes_from(1, 64), bytes_from(1, 65536), 0, 0), 0);
    EXPECT_EQ(large.charge(), 1U + 1024U);
    EXPECT_TRUE(large.lookup(bytes_from(1, 64), 0).has_value());
    EXPECT_EQ(large.charge(), 1U);
    Map small({"m", MapKind::Array, 4, 8, 2});
    EXPECT_EQ(small.update(bytes_from(1, 4), bytes_from(1, 8), 0, 0), 0);
    EXPECT_EQ(small.charge(), 0U);
    Map ring({"r", MapKind::Ring, 0, 0, 4096});
    EXPECT_EQ(ring.write_record(bytes_from(1, 640), 0), 0);
    EXPECT_EQ(ring.charge(), 10U);
    // One bucket: what is there is passed on the way to what is not.
    Map chained({"m", MapKind::Hash, 8, 8, 1});
    EXPECT_EQ(chained.update(bytes_from(1, 8), bytes_from(1, 8), 0, 0), 0);
    EXPECT_FALSE(chained.lookup(bytes_from(2, 8), 0).has_value());
    EXPECT_EQ(chained.charge(), 1U);
}

TEST(Map, AnLruHashDropsWhatWasNotUsedForLongest) {
    Map map({"m", MapKind::LruHash, 4, 8, 3});
    for (const std::uint64_t key : {1, 2, 3})
        ASSERT_EQ(map.update(bytes_from(key, 4), bytes_from(key, 8), 0, 0), 0);
    ASSERT_TRUE(map.lookup(bytes_from(1, 4), 0).has_value());
    ASSERT_EQ(map.update(bytes_from(4, 4), bytes_from(4, 8), 0, 0), 0);
    EXPECT_FALSE(map.lookup(bytes_from(2, 4), 0).has_value());
    for (const std::uint64_t key : {1, 3, 4})
        EXPECT_TRUE(map.lookup(bytes_from(key, 4), 0).has_value());
    ASSERT_EQ(map.remove(bytes_from(3, 4)), 0);
    for (std::uint64_t key = 10; key < 200; ++key)
        ASSERT_EQ(map.update(bytes_from(key, 4), bytes_from(key, 8), 1, 0), 0);
    for (const std::uint64_t key : {197, 198, 199})
        EXPECT_TRUE(map.lookup(bytes_from(key, 4), 0).has_value());
}

TEST(Map, QueuesAndStacks) {
    Map queue({"q", MapKind::Queue, 0, 8, 2});
    Map stack({"s", MapKind::Stack, 0, 8, 2});
    for (Map* map : {&queue, &stack}) {
        EXPECT_EQ(map->push(bytes_from(1, 8), 0), 0);
        EXPECT_EQ(map->push(bytes_from(2, 8), 0), 0);
        EXPECT_EQ(map->push(bytes_from(3, 8), 0), map_error::full);
        EXPECT_EQ(map->push(bytes_from(3, 8), 1), map_error::bad_argument);
    }
    std::vector<std::uint8_t> value(8, 0xff);
    EXPECT_EQ(queue.take(value, false), 0);
    EXPECT_EQ(value, bytes_from(1, 8));
    EXPECT_EQ(queue.take(value, true), 0);
    EXPECT_EQ(value, bytes_from(1, 8));
    EXPECT_EQ(queue.push(bytes_from(3, 8), 0), 0);
    EXPECT_EQ(queue.take(value, true), 0);
    EXPECT_EQ(value, bytes_from(2, 8));
    EXPECT_EQ(stack.take(value, true), 0);
    EXPECT_EQ(value, bytes_from(2, 8));
    EXPECT_EQ(stack.take(value, true), 0);
    EXPECT_EQ(stack.take(value, true), map_error::not_there);
    EXPECT_EQ(value, bytes_from(0, 8));
}

TEST(Map, ARingHoldsSoManyBytes) {
    Map map({"r", MapKind::Ring, 0, 0, 4096});
    const std::vector<std::uint8_t> record(1000, 7);
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(map.write_record(record, 0), 0);
    EXPECT_EQ(map.write_record(record, 0), map_error::full);
    EXPECT_EQ(map.drain().size(), 4U);
    EXPECT_EQ(map.write_record(record, 0), 0);
    EXPECT_EQ(map.drain(), (std::vector<std::vector<std::uint8_t>>{record}));
}

TEST(Map, RecordsLieAroundTheEndOfARing) {
    Map map({"r", MapKind::Ring, 0, 0, 4096});
    for (std::uint64_t i = 0; i < 500; ++i) {
        const std::size_t size = 1 + i * 37 % 1300;
        std::vector<std::uint8_t> first(size, static_cast<std::uint8_t>(i));
        std::vector<std::uint8_t> second(size + 700, static_cast<std::uint8_t>(i + 1));
        ASSERT_EQ(map.write_record(first, 0), 0);
        ASSERT_EQ(map.write_record(second, 0), 0);
        std::vector<std::vector<std::uint8_t>> seen;
        map.each([&](ConstBytes, ConstBytes record) { seen.emplace_back(record.begin(), record.end()); });
        ASSERT_EQ(seen, (std::vector<std::vector<std::uint8_t>>{first, second}));
        ASSERT_EQ(map.drain(), seen);
        ASSERT_TRUE(map.drain().empty());
    }
}

// The map takes all the memory that it is accounted for when it is made, and no more later.
TEST(Map, ARingIsFullOfSmallRecordsWithoutTakingMore) {
    constexpr std::uint32_t bytes = 1 << 20;
    Map map({"r", MapKind::Ring, 0, 0, bytes});
    const std::vector<std::uint8_t> record(1, 7);
    const std::size_t before = taken_bytes();
    std::uint32_t count = 0;
    while (map.write_record(record, 0) == 0)
        ++count;
    EXPECT_EQ(count, bytes / 9);
    EXPECT_EQ(taken_bytes(), before);
}

}  // namespace
}  // namespace ringfence::policy
