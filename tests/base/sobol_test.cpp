#include "base/sobol.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

namespace ringfence::sobol {
namespace {

std::uint64_t point(unsigned dimension, std::uint64_t place) {
    const auto numbers = direction_numbers(dimension);
    std::uint64_t result = 0;
    for (unsigned k = 0; place >> k != 0; ++k)
        if ((place >> k & 1) != 0) result ^= numbers[k];
    return result;
}

TEST(Sobol, EachDimensionFillsTheLineEvenly) {
    constexpr unsigned bits = 10;
    for (const unsigned dimension : {0U, 1U, 2U, 3U, 7U, 40U, 999U, most_dimensions - 1}) {
        std::set<std::uint64_t> places;
        for (std::uint64_t i = 0; i < 1U << bits; ++i)
            places.insert(point(dimension, i) >> (64 - bits));
        EXPECT_EQ(places.size(), 1U << bits) << dimension;
    }
}

TEST(Sobol, TheFirstTwoFillTheSquareEvenly) {
    std::set<std::uint64_t> squares;
    for (std::uint64_t i = 0; i < 256; ++i)
        squares.insert(point(0, i) >> 60 << 4 | point(1, i) >> 60);
    EXPECT_EQ(squares.size(), 256U);
}

TEST(Sobol, TheFirstTwoAreWhatTheyAreInAllLibraries) {
    const auto first = direction_numbers(0);
    const auto second = direction_numbers(1);
    const std::uint64_t odd_numbers[] = {1, 3, 5, 15, 17, 51, 85, 255};
    for (unsigned k = 0; k < 8; ++k) {
        EXPECT_EQ(first[k], std::uint64_t{1} << (63 - k));
        EXPECT_EQ(second[k], odd_numbers[k] << (63 - k));
    }
}

TEST(Sobol, DimensionsDiffer) {
    std::set<std::array<std::uint64_t, 64>> seen;
    constexpr unsigned many = 2000;
    for (unsigned dimension = 0; dimension < many; ++dimension)
        seen.insert(direction_numbers(dimension));
    EXPECT_EQ(seen.size(), many);
}

}  // namespace
}  // namespace ringfence::sobol
