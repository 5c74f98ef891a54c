// Orders about policies, as a worker takes them: none is lost, and a tenant's keep nobody else's waiting.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include <gmock/gmock.h>

#include "base/memory_file.h"
#include "policy_source.h"
#include "worker/policy_keeper.h"
#include "worker/policy_orders.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

PolicyOrder order_of(std::uint32_t number, const std::string& vgpu, bool is_to_load) {
    PolicyOrder order;
    order.header.number = number;
    put_text(order.vgpu, vgpu);
    order.is_to_load = is_to_load ? 1 : 0;
    order.budget = 1'000;
    order.most_wrong = 32;
    return order;
}

template <typename Condition>
bool comes(const Condition& is_met) {
    for (int i = 0; i < 12'000; ++i) {
        if (is_met()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

PolicyState state_in(const PolicyKeeper& keeper, const std::string& vgpu) {
    for (const PolicyState& state : keeper.states()) {
        if (state.vgpu == vgpu) return state;
    }
    return {};
}

// A keeper whose thread for virtual GPUs stands still, as if it verified for long: it was sent something that is no
// policy, and cannot go on from telling so before it is let.
class StuckKeeper {
public:
    StuckKeeper() {
        keeper.take(order_of(1, "busy", true), UniqueFd());
        EXPECT_TRUE(comes([&] { return is_stuck_.load(); }));
    }
    ~StuckKeeper() { go_on(); }
    void go_on() {
        may_go_on_ = true;
        may_go_on_.notify_all();
    }

private:
    void wait_once() {
        if (std::this_thread::get_id() == test_ || is_stuck_.exchange(true)) return;
        may_go_on_.wait(false);
    }
    const std::thread::id test_ = std::this_thread::get_id();
    std::atomic<bool> is_stuck_ = false;
    std::atomic<bool> may_go_on_ = false;

public:
    const std::shared_ptr<Jobs> jobs = Jobs::create();
    PolicyKeeper keeper{jobs, [this] { wait_once(); }};
};

TEST(PolicyOrdersOfWorkers, NoneIsLost) {
    StuckKeeper busy;
    for (std::uint32_t i = 0; i < 200; ++i)
        busy.keeper.take(order_of(2 + i, "vgpu" + std::to_string(i), true), UniqueFd());
    busy.go_on();
    for (std::uint32_t i = 0; i < 200; ++i) {
        const std::string vgpu = "vgpu" + std::to_string(i);
        EXPECT_TRUE(comes([&] { return state_in(busy.keeper, vgpu).header.number == 2 + i; })) << vgpu;
    }
}

TEST(PolicyOrdersOfWorkers, TheCardsIsNotKeptWaitingByWhatATenantHasToBeVerified) {
    StuckKeeper busy;
    busy.keeper.take(order_of(2, "", false), UniqueFd());
    EXPECT_TRUE(comes([&] { return state_in(busy.keeper, "").header.number == 2; }));
    EXPECT_EQ(state_in(busy.keeper, "busy").header.number, 1U);
}

TEST(PolicyOrdersOfWorkers, BeyondAllBoundsIsRefusedWithAWord) {
    StuckKeeper busy;
    std::uint32_t number = 1;
    for (std::size_t i = 0; i < PolicyOrders::most_places; ++i)
        busy.keeper.take(order_of(++number, "v" + std::to_string(i), false), UniqueFd());
    busy.keeper.take(order_of(++number, "more", false), UniqueFd());
    const PolicyState state = state_in(busy.keeper, "more");
    EXPECT_EQ(state.header.number, number);
    EXPECT_EQ(state.is_refused, 1U);
    EXPECT_THAT(state.refusal, HasSubstr("try again"));
}

TEST(PolicyOrdersOfWorkers, OneOfEachPlaceWaitsAndToTakeOneOutComesFirst) {
    PolicyOrders orders;
    for (const auto& [number, vgpu, is_to_load] :
         {std::tuple{1U, "one", true}, {2U, "two", true}, {3U, "one", true}, {4U, "three", false}, {5U, "two", false}})
        EXPECT_TRUE(orders.add({order_of(number, vgpu, is_to_load), UniqueFd()}));
    std::vector<std::uint32_t> taken;
    while (!orders.is_empty())
        taken.push_back(orders.take().order.header.number);
    EXPECT_EQ(taken, (std::vector<std::uint32_t>{4, 5, 3}));
}

TEST(PolicyOrdersOfWorkers, TenantsTakeTurnsHoweverManyVirtualGpusTheyHave) {
    PolicyOrders orders;
    const auto add = [&](std::uint32_t number, const std::string& vgpu, const std::string& tenant) {
        PolicyOrder order = order_of(number, vgpu, true);
        put_text(order.tenant, tenant);
        EXPECT_TRUE(orders.add({order, UniqueFd()}));
    };
    const auto take = [&] { return orders.take().order.header.number; };
    for (std::uint32_t i = 1; i <= 4; ++i)
        add(i, "a" + std::to_string(i), "alice");
    add(5, "b1", "bob");
    add(6, "b2", "bob");
    EXPECT_EQ(take(), 1U);
    // A session that comes now waits for one of each.
    add(7, "c1", "carol");
    add(8, "a5", "alice");
    std::vector<std::uint32_t> taken;
    while (!orders.is_empty())
        taken.push_back(take());
    EXPECT_EQ(taken, (std::vector<std::uint32_t>{5, 7, 2, 6, 3, 4, 8}));
}

// It is neither verified nor are its maps made.
TEST(PolicyOrdersOfWorkers, WhatDeclaresTooMuchIsRefusedBeforeAnythingElse) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const std::string object = compile_policy(
        "RF_MAP_ARRAY(much, rf_u64, 1000000);\nstatic void on_tick(struct rf_tick* ctx) {\n"
        "    rf_u32 key = (rf_u32)ctx->now;\n    *(rf_u64*)rf_map_lookup(&much, &key) = 1;\n}\n"
        "RF_POLICY(\"much\", .tick = on_tick);\n");
    ASSERT_FALSE(object.empty());
    const std::shared_ptr<Jobs> jobs = Jobs::create();
    PolicyKeeper keeper(jobs, {});
    keeper.take(order_of(1, "web", true), memory_file_of("policy", object).take());
    ASSERT_TRUE(comes([&] { return state_in(keeper, "web").header.number == 1; }));
    EXPECT_THAT(state_in(keeper, "web").refusal, HasSubstr("those of a policy of a virtual GPU may take 4096"));
}

// Where kernels run is obeyed or refused, never passed over.
TEST(PolicyOrdersOfWorkers, WhoWantsToDivideADeviceThatCannotBeIsRefused) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const std::string object = compile_policy(
        "RF_MAP_PLACEMENT(4);\nstatic void on_tick(struct rf_tick* ctx) { (void)ctx; }\n"
        "RF_POLICY(\"divides\", .tick = on_tick);\n");
    ASSERT_FALSE(object.empty());
    for (const std::uint32_t multiprocessors : {0U, 4U}) {
        PolicyKeeper keeper(Jobs::create({.multiprocessors = multiprocessors}), {});
        keeper.take(order_of(1, "", true), memory_file_of("policy", object).take());
        ASSERT_TRUE(comes([&] { return state_in(keeper, "").header.number == 1; }));
        EXPECT_EQ(state_in(keeper, "").is_refused, multiprocessors == 0 ? 1U : 0U) << state_in(keeper, "").refusal;
    }
}

}  // namespace
}  // namespace ringfence::worker
