#include "base/whole_number.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

TEST(WholeNumber, IsNothingButDigits) {
    EXPECT_EQ(whole_number<std::uint64_t>("18446744073709551615"), UINT64_MAX);
    EXPECT_EQ(whole_number<std::uint32_t>("007"), 7U);
    for (const char* word : {"", " 1", "1 ", "+1", "-1", "0x1", "1.0", "4294967296"})
        EXPECT_FALSE(whole_number<std::uint32_t>(word)) << word;
}

}  // namespace
}  // namespace ringfence
