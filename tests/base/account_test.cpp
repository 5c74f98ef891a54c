#include "base/account.h"

#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

using testing::HasSubstr;

SessionLimits limits_in(std::string_view text) {
    return parse_limits_text(text, LimitsFor::Tenant).take();
}

TEST(Account, WhatExceedsItsOwnLimitIsRefusedBeforeOthersAreAsked) {
    const auto tenant = SharedBudget::create({}).take();
    SessionLimits limits;
    limits[Limit::HostMemory] = 100;
    const auto account = Account::create({.limits = limits, .tenant = tenant});
    ASSERT_TRUE(account->take(Limit::HostMemory, 60).ok());
    EXPECT_TRUE(account->check_own(Limit::HostMemory, 40).ok());
    const auto refused = account->check_own(Limit::HostMemory, 41);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    EXPECT_EQ(account->taken(Limit::HostMemory), 60U);
    EXPECT_EQ(account->reached(Limit::HostMemory), 1U);
    EXPECT_EQ(tenant->taken(Limit::HostMemory), 60U);
}

TEST(Account, ItsOwnLimitHolds) {
    const auto account = Account::create({.limits = limits_in("streams=2")});
    EXPECT_TRUE(account->take(Limit::Streams, 2).ok());
    const auto refused = account->take(Limit::Streams, 1);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    EXPECT_EQ(refused.error().message, "1 more streams exceed the session's limit of 2 (streams)");
    EXPECT_EQ(limit_named_in(refused.error().text()), Limit::Streams);
    EXPECT_EQ(account->reached(Limit::Streams), 1U);
    EXPECT_EQ(account->left(Limit::Streams), 0U);
    account->give_back(Limit::Streams, 1);
    EXPECT_TRUE(account->take(Limit::Streams, 1).ok());
    EXPECT_FALSE(account->take(Limit::Streams, UINT64_MAX).ok());
    EXPECT_EQ(account->taken(Limit::Streams), 2U);
    EXPECT_EQ(account->left(Limit::Events), UINT64_MAX);
}

TEST(Account, SoDoesTheTenants) {
    const auto tenant = SharedBudget::create(limits_in("events=3,streams=9")).take();
    auto one = Account::create({.limits = limits_in("streams=5"), .tenant = tenant});
    const auto two = Account::create({.tenant = tenant});
    EXPECT_TRUE(one->take(Limit::Events, 2).ok());
    EXPECT_EQ(two->left(Limit::Events), 1U);
    const auto refused = two->take(Limit::Events, 2);
    EXPECT_THAT(refused.error().message, HasSubstr("what all sessions of the tenant may have together: 3"));
    EXPECT_EQ(two->taken(Limit::Events), 0U) << "what was refused is nobody's";
    EXPECT_EQ(tenant->taken(Limit::Events), 2U);
    EXPECT_EQ(tenant->reached(Limit::Events), 1U);
    EXPECT_EQ(one->effective_limit(Limit::Streams), 5U);
    EXPECT_EQ(two->effective_limit(Limit::Streams), 9U);
    EXPECT_TRUE(two->depends_on_others(Limit::Streams));
    one.reset();
    EXPECT_EQ(tenant->taken(Limit::Events), 0U) << "it all goes back";
    EXPECT_TRUE(two->take(Limit::Events, 3).ok());
}

TEST(Account, TheLastEighthOfTheMachineIsForThoseWhoHaveNone) {
    const auto machine = SharedBudget::create(limits_in("host_memory=800M")).take();
    const auto one = Account::create({.machine = machine});
    const auto two = Account::create({.machine = machine});
    constexpr std::uint64_t mebi = 1 << 20;
    EXPECT_TRUE(one->take(Limit::HostMemory, 600 * mebi).ok());
    EXPECT_THAT(one->take(Limit::HostMemory, 101 * mebi).error().message, HasSubstr("all sessions together"));
    EXPECT_TRUE(two->take(Limit::HostMemory, 200 * mebi).ok());
    EXPECT_EQ(machine->taken(Limit::HostMemory), 800 * mebi);
}

TEST(Account, TheFirstTimeIsTold) {
    std::vector<std::string> told;
    const auto account = Account::create({.limits = limits_in("streams=1,events=1"),
                                          .on_reached = [&](Limit, const Error& why) { told.push_back(why.message); }});
    EXPECT_TRUE(account->take(Limit::Streams, 1).ok());
    for (int i = 0; i < 5; ++i)
        EXPECT_FALSE(account->take(Limit::Streams, 1).ok());
    EXPECT_FALSE(account->take(Limit::Events, 2).ok());
    EXPECT_EQ(told.size(), 2U);
    EXPECT_EQ(account->reached(Limit::Streams), 5U);
}

TEST(Account, WhoTriesAgainIsCountedOnce) {
    const auto account = Account::create({.limits = limits_in("device_memory=4M")});
    account->forget_refusal();
    EXPECT_FALSE(account->try_take(Limit::DeviceMemory, 64 << 20).ok());
    EXPECT_FALSE(account->try_take(Limit::DeviceMemory, 8 << 20).ok());
    EXPECT_EQ(account->reached(Limit::DeviceMemory), 0U);
    account->count_refusal();
    account->count_refusal();
    EXPECT_EQ(account->reached(Limit::DeviceMemory), 1U);
    account->forget_refusal();
    account->count_refusal();
    EXPECT_EQ(account->reached(Limit::DeviceMemory), 1U);
}

TEST(Account, BeyondTheSoftLimitMemoryIsGivenAndReported) {
    const auto tenant = SharedBudget::create(limits_in("device_memory_soft=10")).take();
    const auto account = Account::create({.limits = limits_in("device_memory_soft=5"), .tenant = tenant});
    const auto other = Account::create({.tenant = tenant});
    EXPECT_TRUE(account->take(Limit::DeviceMemory, 5).ok());
    EXPECT_EQ(account->reached(Limit::SoftDeviceMemory), 0U);
    EXPECT_TRUE(account->take(Limit::DeviceMemory, 1).ok());
    EXPECT_EQ(account->reached(Limit::SoftDeviceMemory), 1U);
    EXPECT_TRUE(other->take(Limit::DeviceMemory, 5).ok());
    EXPECT_EQ(other->reached(Limit::SoftDeviceMemory), 1U) << "the tenant's";
    EXPECT_EQ(tenant->reached(Limit::SoftDeviceMemory), 2U);
}

TEST(Account, HoldingsGoBackOnce) {
    const auto account = Account::create({.limits = limits_in("graphs=10")});
    {
        Account::Holding a = account->hold(Limit::Graphs, 3).take();
        Account::Holding b = std::move(a);
        a = account->hold(Limit::Graphs, 4).take();
        EXPECT_EQ(account->taken(Limit::Graphs), 7U);
        a = Account::Holding();
        EXPECT_EQ(account->taken(Limit::Graphs), 3U);
    }
    EXPECT_EQ(account->taken(Limit::Graphs), 0U);
}

TEST(Account, ItBalancesWithManyThreads) {
    const auto tenant = SharedBudget::create(limits_in("events=50")).take();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            const auto account = Account::create({.limits = limits_in("events=20"), .tenant = tenant});
            for (int round = 0; round < 20'000; ++round) {
                auto held = account->hold(Limit::Events, round % 23);
                EXPECT_LE(tenant->taken(Limit::Events), 4U * 22) << "at most what four try to add at once";
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(tenant->taken(Limit::Events), 0U);
}

}  // namespace
}  // namespace ringfence
