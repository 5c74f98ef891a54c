#include "base/arena.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

struct Node {
    int key;
    Node* next;
};

bool is_aligned(const void* pointer, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

TEST(Arena, ObjectsStayWhereTheyAre) {
    Arena arena;
    Node* list = nullptr;
    for (int i = 0; i < 100'000; ++i)
        list = arena.allocate<Node>(i, list);
    int expected = 100'000;
    for (const Node* node = list; node != nullptr; node = node->next)
        ASSERT_EQ(node->key, --expected);
    EXPECT_EQ(expected, 0);
    EXPECT_EQ(arena.bytes_used(), 100'000 * sizeof(Node));
}

TEST(Arena, RespectsAlignment) {
    struct alignas(256) Wide {
        char byte;
    };
    Arena arena;
    for (int i = 0; i < 200; ++i) {
        EXPECT_TRUE(is_aligned(arena.allocate<char>('x'), 1));
        EXPECT_TRUE(is_aligned(arena.allocate<std::uint64_t>(1U), alignof(std::uint64_t)));
        EXPECT_TRUE(is_aligned(arena.allocate<Wide>('y'), 256));
    }
}

TEST(Arena, LargeObjectsDoNotWasteTheCurrentChunk) {
    Arena arena;
    char* const first = arena.allocate<char>('a');
    EXPECT_EQ(arena.allocate_span<char>(10'000'000).size(), 10'000'000U);
    EXPECT_EQ(arena.allocate<char>('b'), first + 1);
}

TEST(Arena, CopiesOutliveTheirSource) {
    Arena arena;
    std::string_view text;
    std::span<int> numbers;
    {
        const std::string source = "hello";
        const std::vector<int> values{1, 2, 3};
        text = arena.copy_string(source);
        numbers = arena.copy_span(values);
    }
    EXPECT_EQ(text, "hello");
    EXPECT_EQ(std::vector<int>(numbers.begin(), numbers.end()), (std::vector{1, 2, 3}));
    EXPECT_TRUE(arena.copy_string("").empty());
    EXPECT_TRUE(arena.copy_span(std::vector<int>{}).empty());
}

TEST(Arena, SpansAreZeroed) {
    Arena arena;
    for (const int value : arena.allocate_span<int>(1000))
        EXPECT_EQ(value, 0);
}

TEST(Arena, MovingKeepsAddresses) {
    Arena arena;
    const Node* const node = arena.allocate<Node>(7, nullptr);
    Arena other = std::move(arena);
    EXPECT_EQ(node->key, 7);
    EXPECT_EQ(other.bytes_used(), sizeof(Node));
    arena = Arena(100);
    EXPECT_NE(arena.allocate<Node>(1, nullptr), nullptr);
    EXPECT_EQ(node->key, 7);
}

TEST(Arena, LimitIsExact) {
    Arena arena(10'000);
    EXPECT_EQ(arena.allocate_span<char>(6'000).size(), 6'000U);
    EXPECT_EQ(arena.allocate_span<char>(3'999).size(), 3'999U);
    EXPECT_FALSE(arena.exhausted());
    EXPECT_NE(arena.allocate<char>('z'), nullptr);
    EXPECT_EQ(arena.allocate<char>('z'), nullptr);
    EXPECT_TRUE(arena.exhausted());
    EXPECT_EQ(arena.bytes_used(), 10'000U);
}

TEST(Arena, LimitHoldsForEverySequenceOfSizes) {
    for (const std::size_t limit : {0, 1, 7, 100, 4'096, 5'000, 100'000}) {
        Arena arena(limit);
        for (std::size_t i = 0; i < 2'000; ++i) {
            (void)arena.allocate_bytes(i * 37 % 5'003, std::size_t{1} << (i % 7));
            ASSERT_LE(arena.bytes_used(), limit);
        }
        EXPECT_TRUE(arena.exhausted());
    }
}

TEST(Arena, HugeRequestsAreRefusedNotWrapped) {
    Arena arena(1'000'000);
    EXPECT_EQ(arena.allocate_bytes(Arena::unlimited, 64), nullptr);
    EXPECT_EQ(arena.allocate_bytes(Arena::unlimited - 10, 64), nullptr);
    EXPECT_TRUE(arena.allocate_span<std::uint64_t>(Arena::unlimited / 4).empty());
    EXPECT_TRUE(arena.exhausted());
}

}  // namespace
}  // namespace ringfence
