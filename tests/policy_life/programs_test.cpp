// Program arrays and reserved records of policies in C, interpreted and as code.
#include <gmock/gmock.h>

#include "simulated_policy.h"

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

class ProgramsOfPolicies : public testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }
    static MakeRunner runner() { return GetParam() ? MakeRunner(native_or_interpreted) : MakeRunner(interpret); }
};

std::string with_ways(const std::string& first, const std::string& second, const std::string& other) {
    return "static void first(struct rf_dispatch* ctx) { ctx->answer.order.key = " + first +
           "; }\nstatic void second(struct rf_dispatch* ctx) { ctx->answer.order.key = " + second + R"(; }
RF_PROGRAMS(ways, first, RF_NULL, second);
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_tail_call(ctx, ways, ctx->lane.vgpu);
    ctx->answer.order.key = )" +
           other + ";\n}\nRF_POLICY(\"ways\", .flags = RF_OWN_ANSWERS, .dispatch = on_dispatch);\n";
}

std::uint64_t key_for(HostedPolicy& policy, std::uint32_t vgpu) {
    sched::DispatchFacts facts{};
    facts.lane.vgpu = vgpu;
    return policy.dispatch(facts).order.key;
}

TEST_P(ProgramsOfPolicies, AHookGoesOnWithTheOneOfThatNumberIfThereIsOne) {
    const auto policy = load_source(with_ways("11", "22", "33"), runner());
    EXPECT_EQ(key_for(*policy, 0), 11U);
    EXPECT_EQ(key_for(*policy, 1), 33U);
    EXPECT_EQ(key_for(*policy, 2), 22U);
    EXPECT_EQ(key_for(*policy, 3), 33U);
    EXPECT_EQ(key_for(*policy, UINT32_MAX), 33U);
    EXPECT_EQ(policy->faults(), 0U);
}

// They are numbers of functions, which are others in the next policy.
TEST_P(ProgramsOfPolicies, TheyDoNotGoOverToTheNextPolicy) {
    const auto before = load_source(with_ways("11", "22", "33"), runner());
    const auto after = load_source(
        "static void unused(struct rf_dispatch* ctx) { ctx->answer.order.key = 5; }\n"
        "RF_PROGRAMS(others, unused);\n" +
            with_ways("44", "55", "66"),
        runner());
    EXPECT_EQ(after->take_maps_of(*before), 0U);
    EXPECT_EQ(key_for(*after, 0), 44U);
    EXPECT_EQ(key_for(*after, 2), 55U);
    EXPECT_EQ(key_for(*before, 0), 11U);
}

TEST_P(ProgramsOfPolicies, MoreThanThereMayBeAreRefused) {
    std::string entries = "first";
    for (int i = 0; i < 32; ++i)
        entries += ", first";
    const std::string object =
        compile_policy("static void first(struct rf_dispatch* ctx) { (void)ctx; }\nRF_PROGRAMS(many, " + entries +
                       ");\nstatic void on_dispatch(struct rf_dispatch* ctx) { rf_tail_call(ctx, many, 0); }\n"
                       "RF_POLICY(\"many\", .dispatch = on_dispatch);\n");
    const auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
    ASSERT_FALSE(policy.ok());
    EXPECT_THAT(policy.error().text(), HasSubstr("32 at most"));
}

// A record that is reserved comes as zeros, and is there when it was submitted; one that was discarded is not.
TEST_P(ProgramsOfPolicies, RecordsAreReservedFilledInAndSubmitted) {
    const auto policy = load_source(R"(
RF_MAP_RING(ring, 4096);
struct note { rf_u64 key; rf_u64 rest; };
static void on_dispatch(struct rf_dispatch* ctx) {
    struct note* note = rf_ring_reserve(&ring, sizeof *note, 0);
    if (!note) return;
    ctx->answer.order.key = note->rest;
    note->key = ctx->lane.vgpu;
    note->rest = 4711;
    if (ctx->lane.vgpu == 7)
        rf_ring_discard(note, 0);
    else
        rf_ring_submit(note, 0);
}
RF_POLICY("notes", .flags = RF_OWN_ANSWERS, .dispatch = on_dispatch);
)",
                                    runner());
    for (const std::uint32_t vgpu : {3U, 7U, 5U})
        EXPECT_EQ(key_for(*policy, vgpu), 0U);
    const auto records = policy->maps().at(0).drain();
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].size(), 16U);
    EXPECT_EQ(records[0][0], 3);
    EXPECT_EQ(records[1][0], 5);
    for (int i = 0; i < 1'000; ++i)
        key_for(*policy, 1);
    EXPECT_EQ(policy->maps().at(0).drain().size(), 4096U / 24);
    EXPECT_EQ(policy->faults(), 0U);
}

// A record that a hook left open when its budget was spent is not there for the next one.
TEST_P(ProgramsOfPolicies, ARecordOfARunThatWasEndedIsGone) {
    const auto policy = load_source(R"(
RF_MAP_RING(ring, 4096);
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u64* note = rf_ring_reserve(&ring, 8, 0);
    if (!note) return;
    for (rf_u32 i = 0; i < 100 && i < ctx->lane.vgpu; ++i)
        *(volatile rf_u64*)note += 1;
    rf_ring_submit(note, 0);
}
RF_POLICY("long", .flags = RF_OWN_ANSWERS, .dispatch = on_dispatch);
)",
                                    runner());
    policy->set_budget(60);
    key_for(*policy, 100);
    EXPECT_EQ(policy->faults(), 1U);
    key_for(*policy, 2);
    EXPECT_EQ(policy->faults(), 1U);
    const auto records = policy->maps().at(0).drain();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0][0], 2);
}

INSTANTIATE_TEST_SUITE_P(Runners, ProgramsOfPolicies, testing::Bool(),
                         [](const auto& info) { return info.param ? "Code" : "Interpreted"; });

}  // namespace
}  // namespace ringfence::policy
