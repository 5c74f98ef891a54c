#include "audit/quota.h"

#include <gtest/gtest.h>

namespace ringfence::audit {
namespace {

using namespace std::chrono_literals;

constexpr QuotaOptions small{.at_once = 16, .per_minute = 6};

TEST(Quota, TheFirstAreWrittenAndTheRestCounted) {
    Quota quota(small);
    const auto begin = Quota::Clock::now();
    int written = 0;
    for (int i = 0; i < 15'000; ++i)
        written += quota.admits({1000, 7, ""}, "client_refused", "no", begin + 5s * i / 15'000) ? 1 : 0;
    EXPECT_EQ(written, 16);
    EXPECT_TRUE(quota.take_due(begin + 5s).empty());
    EXPECT_TRUE(quota.has_left_out());
    const auto due = quota.take_due(begin + 11s);
    ASSERT_EQ(due.size(), 1U);
    EXPECT_EQ(due[0].events.at("client_refused"), 15'000U - 16);
    EXPECT_EQ(due[0].peer.uid, 1000U);
    EXPECT_EQ(due[0].peer.pid, 7U);
    EXPECT_EQ(due[0].last_text, "no");
    EXPECT_FALSE(quota.has_left_out());
    EXPECT_EQ(quota.left_out(), 15'000U - 16);
}

TEST(Quota, OnePeerIsNothingToAnother) {
    Quota quota(small);
    const auto now = Quota::Clock::now();
    for (int i = 0; i < 10'000; ++i)
        (void)quota.admits({1000, 7, ""}, "event" + std::to_string(i % 20), "no", now);
    EXPECT_TRUE(quota.admits({1000, 8, "bob"}, "event1", "no", now));
    EXPECT_TRUE(quota.admits({1000, 8, "ann"}, "event1", "no", now));
    EXPECT_TRUE(quota.admits({}, "event1", "no", now));
    EXPECT_EQ(quota.take_due(Quota::Clock::time_point::max()).size(), 1U);
}

TEST(Quota, OneKindOfEventDoesNotHideAnother) {
    Quota quota(small);
    const auto now = Quota::Clock::now();
    for (int i = 0; i < 1000; ++i)
        (void)quota.admits({1000, 7, ""}, "launches", "", now);
    EXPECT_TRUE(quota.admits({1000, 7, ""}, "client_refused", "", now));
}

TEST(Quota, AllKindsTogetherHaveALimitToo) {
    Quota quota(small);
    const auto now = Quota::Clock::now();
    int written = 0;
    for (int i = 0; i < 1000; ++i)
        written += quota.admits({1000, 7, ""}, "event" + std::to_string(i), "", now) ? 1 : 0;
    EXPECT_EQ(written, 64);
}

TEST(Quota, RecordsComeBackSlowly) {
    Quota quota(small);
    const auto begin = Quota::Clock::now();
    const auto admits = [&](auto later) { return quota.admits({1000, 7, ""}, "event", "no", begin + later); };
    for (int i = 0; i < 16; ++i)
        EXPECT_TRUE(admits(0s));
    EXPECT_FALSE(admits(9s));
    (void)quota.take_due(begin + 20s);
    EXPECT_TRUE(admits(21s));
    EXPECT_TRUE(admits(21s));
    EXPECT_FALSE(admits(21s));
}

// A day of one who does what he can.
TEST(Quota, ThereIsALimitToWhatADayCosts) {
    Quota quota({});
    const auto begin = Quota::Clock::now();
    std::uint64_t records = 0;
    for (auto now = begin; now < begin + 24h; now += 1s) {
        for (int event = 0; event < 20; ++event)
            records += quota.admits({1000, 7, ""}, "event" + std::to_string(event), "", now) ? 1 : 0;
        records += quota.take_due(now).size();
    }
    EXPECT_LE(records, 24U * 60 * 60 + 1024 + 24 * 60 * 6);
}

// Whoever has a line in /etc/subuid has 65,536 users.
TEST(Quota, AllWhomNoTenantIsShareOne) {
    Quota quota(small);
    const auto now = Quota::Clock::now();
    int written = 0;
    for (std::uint32_t uid = 0; uid < 20'000; ++uid)
        written += quota.admits({uid, 7, ""}, "event", "", now) ? 1 : 0;
    EXPECT_EQ(written, 16);
    EXPECT_TRUE(quota.admits({30'000, 7, "ann"}, "event", "", now)) << "a tenant has its own";
    EXPECT_TRUE(quota.admits({}, "event", "", now)) << "and so has what nobody has done";
    EXPECT_TRUE(quota.admits({30'000, 7, "bob"}, "event", "", now + 1h));
}

TEST(Quota, ATenantHasOneHoweverManyUsersItHas) {
    Quota quota(small);
    const auto now = Quota::Clock::now();
    int written = 0;
    for (std::uint32_t uid = 0; uid < 1000; ++uid)
        written += quota.admits({uid, 7, "ann"}, "event", "", now) ? 1 : 0;
    EXPECT_EQ(written, 16);
    const auto due = quota.take_due(Quota::Clock::time_point::max());
    ASSERT_EQ(due.size(), 1U);
    EXPECT_EQ(due[0].peer.uid, 999U) << "the last one";
}

// However many tenants there have been: nobody's records are another's.
TEST(Quota, ManyTenantsDoNotShare) {
    Quota quota(small);
    const auto now = Quota::Clock::now();
    for (int tenant = 0; tenant < 5000; ++tenant) {
        for (int i = 0; i < 17; ++i)
            (void)quota.admits({1000, 7, "t" + std::to_string(tenant)}, "event", "", now);
    }
    EXPECT_TRUE(quota.admits({1000, 7, "honest"}, "event", "", now));
}

}  // namespace
}  // namespace ringfence::audit
