// Policies that ask for a card's sensors get their values.
#include <chrono>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

#include "base/memory_file.h"
#include "policy_source.h"
#include "worker/card_sensor.h"
#include "worker/policy_keeper.h"

namespace ringfence::worker {
namespace {

constexpr char here[] = "00000000:17:00.0";

TEST(CardSensor, SaysWhatTheLibraryKnows) {
    const CardSensor sensor = nvml_sensor(here, FAKE_NVML);
    const std::optional<sched::ThermalFacts> facts = sensor();
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->temperature, 61'000U);
    EXPECT_EQ(facts->temperature_limit, 90'000U);
    EXPECT_EQ(facts->power, 412'000U);
    EXPECT_EQ(facts->power_limit, 0U);
}

TEST(CardSensor, SaysNothingOfWhatIsNotThere) {
    EXPECT_FALSE(nvml_sensor("00000000:18:00.0", FAKE_NVML)());
    EXPECT_FALSE(nvml_sensor(here, "/nowhere/libnvidia-ml.so.1")());
}

TEST(CardSensor, IsReadForAPolicyThatWantsToKnow) {
    if (!has_clang()) GTEST_SKIP() << "needs clang";
    const std::string object = compile_policy(R"(
RF_MAP_ARRAY(seen, rf_u32, 1);
static void on_thermal(struct rf_thermal* ctx) {
    rf_u32 first = 0;
    rf_u32* power = rf_map_lookup(&seen, &first);
    if (power) *power = ctx->power;
}
RF_POLICY("feels", .thermal = on_thermal);
)");
    ASSERT_FALSE(object.empty());
    const std::shared_ptr<Jobs> jobs = Jobs::create();
    PolicyKeeper keeper(jobs, {}, {}, nvml_sensor(here, FAKE_NVML));
    PolicyOrder order;
    order.header.number = 1;
    order.is_to_load = 1;
    order.budget = 1'000;
    order.most_wrong = 32;
    keeper.take(order, memory_file_of("policy", object).take());
    constexpr auto thermal = static_cast<std::size_t>(policy::Hook::Thermal);
    // Twice: it goes on.
    for (int i = 0; i < 6'000 && jobs->policy_report().runs[thermal] < 2; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(jobs->policy_report().runs[thermal], 2U);
    std::uint32_t power = 0;
    jobs->visit_maps([&](std::vector<policy::Map>& maps) { std::memcpy(&power, maps.front().value(0).data(), 4); });
    EXPECT_EQ(power, 412'000U);
}

}  // namespace
}  // namespace ringfence::worker
