#include "supervisor/refusals.h"

#include <gtest/gtest.h>

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;

TEST(Refusals, TheFirstAreToldAndTheRestCounted) {
    Refusals refusals;
    const auto begin = Refusals::Clock::now();
    int told = 0;
    for (int i = 0; i < 15'000; ++i)
        told += refusals.note({7, 1000, 0}, "no", begin + 5s * i / 15'000) ? 1 : 0;
    EXPECT_EQ(told, 16);
    EXPECT_TRUE(refusals.take_due(begin + 5s).empty());
    EXPECT_TRUE(refusals.has_left_out());
    const auto due = refusals.take_due(begin + 11s);
    ASSERT_EQ(due.size(), 1U);
    EXPECT_EQ(due[0].count, 15'000U - 16);
    EXPECT_EQ(due[0].uid, 1000U);
    EXPECT_EQ(due[0].last_pid, 7);
    EXPECT_EQ(due[0].last_text, "no");
    EXPECT_FALSE(refusals.has_left_out());
    EXPECT_EQ(refusals.count(), 15'000U);
}

TEST(Refusals, OneUserIsNothingToAnother) {
    Refusals refusals;
    const auto now = Refusals::Clock::now();
    for (int i = 0; i < 100; ++i)
        (void)refusals.note({7, 1000, 0}, "no", now);
    EXPECT_TRUE(refusals.note({8, 2000, 0}, "no", now));
    EXPECT_EQ(refusals.take_all().size(), 1U);
}

TEST(Refusals, LinesComeBackSlowly) {
    Refusals refusals;
    const auto begin = Refusals::Clock::now();
    for (int i = 0; i < 16; ++i)
        EXPECT_TRUE(refusals.note({7, 1000, 0}, "no", begin));
    EXPECT_FALSE(refusals.note({7, 1000, 0}, "no", begin + 9s));
    (void)refusals.take_all();
    EXPECT_TRUE(refusals.note({7, 1000, 0}, "no", begin + 21s));
    EXPECT_TRUE(refusals.note({7, 1000, 0}, "no", begin + 21s));
    EXPECT_FALSE(refusals.note({7, 1000, 0}, "no", begin + 21s));
}

}  // namespace
}  // namespace ringfence::supervisor
