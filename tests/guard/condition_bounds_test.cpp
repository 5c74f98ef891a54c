// Launch conditions at the extreme values of numbers.
#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "checker_support.h"
#include "guard/conditions/builder.h"

namespace ringfence::guard::test {
namespace {

// A launch with eight-byte parameters.
class BoundsOfLaunches : public testing::Test {
protected:
    BoundsOfLaunches() : builder(true) {}

    bool holds(const std::vector<std::uint64_t>& parameters) {
        std::vector<std::byte> bytes(parameters.size() * 8);
        std::memcpy(bytes.data(), parameters.data(), bytes.size());
        LaunchFacts facts;
        facts.parameters = bytes;
        facts.static_shared = 0;
        facts.dynamic_shared = 32;
        facts.window = window;
        return builder.take().hold(facts);
    }
    bool holds_with(std::int64_t value) { return holds(std::vector{static_cast<std::uint64_t>(value)}); }

    ConditionBuilder builder;
    Window window = {std::uint64_t{1} << 40, 32};
};

// A warp's threads are then in one row, and differ in the five low bits of %tid.x.
TEST(WholeWarpsOfLaunches, AskForRowsOfThem) {
    const Checked checked(module_head() +
                          kernel("mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; @%p1 bra L; bar.sync 0; L:"));
    ASSERT_TRUE(checked.report.is_safe()) << checked.findings();
    const LaunchConditions& conditions = checked.report.kernels.at(0).conditions;
    const std::vector<std::byte> parameters(32);
    const auto holds = [&](std::uint32_t x, std::uint32_t y) {
        LaunchFacts facts;
        facts.parameters = parameters;
        facts.block = {x, y, 1};
        return conditions.hold(facts);
    };
    EXPECT_TRUE(holds(32, 1));
    EXPECT_TRUE(holds(96, 3));
    EXPECT_TRUE(holds(1024, 1));
    EXPECT_FALSE(holds(48, 2)) << "the second warp has threads of both rows, on both sides of 31";
    EXPECT_FALSE(holds(16, 16));
    EXPECT_FALSE(holds(33, 1));
}

TEST_F(BoundsOfLaunches, AllOfOneNumberCount) {
    const NodeId number = builder.parameter(0, 64, true);
    ASSERT_TRUE(builder.require(number, -100, 100, 0));
    ASSERT_TRUE(builder.require(number, 0, 200, 0));
    ASSERT_TRUE(builder.require(number, -100, 48, 3));
    EXPECT_TRUE(holds_with(0));
    EXPECT_TRUE(holds_with(48));
    EXPECT_FALSE(holds_with(-8)) << "the second asks for more";
    EXPECT_FALSE(holds_with(56)) << "the third asks for less";
    EXPECT_FALSE(holds_with(12)) << "and for low zeros";
}

TEST_F(BoundsOfLaunches, OfDifferentKindsAreNotOne) {
    const NodeId number = builder.parameter(0, 64, true);
    ASSERT_TRUE(builder.require(number, -100, 100, 0));
    ASSERT_TRUE(builder.require_in_shared(number, 0, -4, 0, 16));
    EXPECT_TRUE(holds_with(28));
    EXPECT_FALSE(holds_with(29));
    EXPECT_FALSE(holds_with(-1));
}

TEST_F(BoundsOfLaunches, InTheWindowAreNoPlainOnes) {
    const NodeId distance = builder.parameter(8, 64, true);
    ASSERT_TRUE(builder.require(distance, -100, 100, 0));
    ASSERT_TRUE(builder.require_in_window(distance, 0, 0, 4, 0));
    EXPECT_TRUE(holds({window.base + 50, 100}));
    EXPECT_TRUE(holds({window.base + 50, static_cast<std::uint64_t>(-50)}));
    EXPECT_FALSE(holds({window.base + 50, static_cast<std::uint64_t>(-51)}));
    EXPECT_FALSE(holds({window.base + 50, 101}));
}

TEST_F(BoundsOfLaunches, OfDifferentNumbersAreNotOne) {
    ASSERT_TRUE(builder.require(builder.parameter(0, 64, true), -100, 100, 0));
    ASSERT_TRUE(builder.require(builder.parameter(8, 64, true), 0, 10, 0));
    EXPECT_TRUE(holds({50, 10}));
    EXPECT_FALSE(holds({50, 11}));
    EXPECT_FALSE(holds({101, 10}));
}

TEST_F(BoundsOfLaunches, DistancesStayInTheWindow) {
    const NodeId distance = builder.parameter(16, 64, true);
    for (const std::uint32_t parameter : {0U, 8U}) {
        ASSERT_TRUE(builder.require_pointer(parameter, 4));
        ASSERT_TRUE(builder.require_in_window(distance, parameter, 0, 4, 0));
    }
    const std::uint64_t middle = window.base + 4096;
    const std::uint64_t end = window.base + window.bytes();
    EXPECT_TRUE(holds({middle, end - 16, 12}));
    EXPECT_FALSE(holds({middle, end - 16, 13})) << "one byte behind the window";
    EXPECT_FALSE(holds({end - 16, middle, 13}));
    EXPECT_TRUE(holds({window.base + 8, middle, static_cast<std::uint64_t>(-8)}));
    EXPECT_FALSE(holds({window.base + 8, middle, static_cast<std::uint64_t>(-9)})) << "one byte before it";
    EXPECT_FALSE(holds({middle, window.base + 8, static_cast<std::uint64_t>(-9)}));
    EXPECT_FALSE(holds({middle, end, 0})) << "no place in the window";
    EXPECT_FALSE(holds({middle, middle + 2, 0})) << "not aligned";
}

TEST_F(BoundsOfLaunches, PointersHaveTheirLargestAlignment) {
    ASSERT_TRUE(builder.require_pointer(0, 4));
    ASSERT_TRUE(builder.require_pointer(0, 16));
    ASSERT_TRUE(builder.require_pointer(0, 2));
    EXPECT_TRUE(holds(std::vector{window.base + 16}));
    EXPECT_FALSE(holds(std::vector{window.base + 8}));
}

TEST_F(BoundsOfLaunches, ParametersHaveTheirSigns) {
    for (const unsigned bits : {8U, 16U, 32U}) {
        ConditionBuilder with_sign(true);
        ConditionBuilder without_sign(true);
        const std::int64_t large = (std::int64_t{1} << bits) - 2;
        ASSERT_TRUE(with_sign.require(with_sign.parameter(0, bits, true), -2, -2, 0));
        ASSERT_TRUE(without_sign.require(without_sign.parameter(0, bits, false), large, large, 0));
        for (ConditionBuilder* one : {&with_sign, &without_sign}) {
            builder = *one;
            EXPECT_TRUE(holds_with(-2)) << bits;
            EXPECT_FALSE(holds_with(2)) << bits;
        }
    }
}

TEST(BoundsOfFunctions, AskNothingOfLaunches) {
    ConditionBuilder builder(false);
    const NodeId number = builder.parameter(0, 64, true);
    EXPECT_FALSE(builder.require(number, 0, 10, 0));
    EXPECT_FALSE(builder.require_in_shared(number, 0, 0, 0, 1));
    EXPECT_FALSE(builder.require_in_window(number, 0, 0, 4, 0));
    EXPECT_FALSE(builder.require_pointer(0, 1));
}

// An unmet bound is reported if and only if hold() says no.
TEST(UnmetConditions, AreTold) {
    ConditionBuilder builder(true);
    const NodeId tid = builder.input(LaunchInput::Tid, 0, {0, 1023, 0});
    builder.begin(7);
    ASSERT_TRUE(builder.require(tid, 0, 99, 0));
    builder.begin(9);
    const NodeId number = builder.parameter(0, 32, false);
    ASSERT_TRUE(builder.require_in_shared(number, -4, -8, 0, 16));
    EXPECT_EQ(builder.askers(), (std::vector<std::vector<std::uint32_t>>{{7}, {9}}));
    const LaunchConditions conditions = builder.take();
    EXPECT_TRUE(conditions.depend_on(0));
    EXPECT_FALSE(conditions.depend_on(1));
    for (const std::uint32_t threads : {1U, 100U, 101U}) {
        for (const std::uint32_t value : {0U, 8U, 9U}) {
            LaunchFacts facts;
            std::vector<std::byte> parameters(4);
            std::memcpy(parameters.data(), &value, sizeof value);
            facts.parameters = parameters;
            facts.block = {threads, 1, 1};
            facts.static_shared = 0;
            facts.dynamic_shared = 16;
            const std::vector<LaunchConditions::Unmet> unmet = conditions.unmet(facts);
            EXPECT_EQ(unmet.empty(), conditions.hold(facts));
            EXPECT_EQ(unmet.size(), (threads > 100 ? 1U : 0U) + (value > 8 ? 1U : 0U));
            EXPECT_EQ(conditions.bounds(facts).size(), 2U);
            for (const LaunchConditions::Unmet& one : unmet)
                EXPECT_EQ(one.kind == LaunchConditions::Unmet::Kind::Shared, one.bound == 1);
            facts.parameters = {};
            EXPECT_FALSE(conditions.unmet(facts).empty());
        }
    }
}

// A value that nothing leaves is never there.
TEST(UnmetConditions, AreNoneWhereNothingGets) {
    ConditionBuilder builder(true);
    const NodeId number = builder.parameter(0, 32, false);
    const NodeId above = builder.apply(RangeOp::AtLeast, 32, number, builder.exactly(8));
    ASSERT_TRUE(builder.is_exact(above));
    ASSERT_TRUE(builder.require(builder.apply(RangeOp::Given, 64, builder.any(64), above), 0, 3, 0));
    const LaunchConditions conditions = builder.take();
    for (const std::uint32_t value : {0U, 7U, 8U, 9U}) {
        LaunchFacts facts;
        std::vector<std::byte> parameters(4);
        std::memcpy(parameters.data(), &value, sizeof value);
        facts.parameters = parameters;
        EXPECT_EQ(conditions.hold(facts), value < 8) << value;
    }
}

}  // namespace
}  // namespace ringfence::guard::test
