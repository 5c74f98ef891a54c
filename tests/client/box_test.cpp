#include "client/session/box.h"

#include <set>

#include <gtest/gtest.h>

namespace ringfence::client {
namespace {

TEST(Box, ExtentReachesFromTheFirstToTheLastByte) {
    std::uint64_t bytes = 0;
    ASSERT_TRUE(extent_of({0x1000, 64, 640}, {10, 3, 2}, bytes));
    EXPECT_EQ(bytes, 640U + 2 * 64 + 10);
    ASSERT_TRUE(extent_of({0x1000, 64, 640}, {0, 3, 2}, bytes));
    EXPECT_EQ(bytes, 0U);
}

TEST(Box, AnExtentThatDoesNotFitIsRefused) {
    std::uint64_t bytes = 0;
    EXPECT_FALSE(extent_of({0x1000, 1ULL << 63, 0}, {1, 3, 1}, bytes));
    EXPECT_FALSE(extent_of({~0ULL - 4, 0, 0}, {16, 1, 1}, bytes));
}

TEST(Box, ContiguousCopiesAreOneRow) {
    const BoxSize size{16, 4, 2};
    EXPECT_EQ(flattened({0, 16, 64}, {0, 16, 64}, size).width, 128U);
    EXPECT_EQ(flattened({0, 32, 128}, {0, 16, 64}, size).width, 16U);
}

TEST(Box, PiecesCoverEveryByteOnce) {
    for (const std::uint64_t limit : {1ULL, 7ULL, 16ULL, 40ULL, 4096ULL}) {
        const BoxSize size{17, 5, 3};
        std::set<std::uint64_t> seen;
        for_each_piece(size, limit, [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const BoxSize& piece) {
            EXPECT_LE(piece.bytes(), std::max<std::uint64_t>(limit, 1));
            for (std::uint64_t row = 0; row < piece.height; ++row) {
                for (std::uint64_t column = 0; column < piece.width; ++column) {
                    EXPECT_TRUE(seen.insert(x + column + 17 * (y + row) + 85 * z).second);
                }
            }
            return true;
        });
        EXPECT_EQ(seen.size(), size.bytes()) << limit;
    }
}

}  // namespace
}  // namespace ringfence::client
