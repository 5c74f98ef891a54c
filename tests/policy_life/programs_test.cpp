// Program arrays of policies in C: which function a hook goes on with, interpreted and as code.
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

INSTANTIATE_TEST_SUITE_P(Runners, ProgramsOfPolicies, testing::Bool(),
                         [](const auto& info) { return info.param ? "Code" : "Interpreted"; });

}  // namespace
}  // namespace ringfence::policy
