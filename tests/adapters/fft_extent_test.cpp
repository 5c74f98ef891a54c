#include "adapters/fft_extent.h"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace ringfence::adapters {
namespace {

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

// The end of the highest element of one side, all elements looked at one by one.
std::uint64_t highest_byte(const FftPlan& plan, bool input, bool in_place) {
    const bool real_transform = plan.type.kind != FftKind::ComplexToComplex;
    const bool real_side = plan.type.kind == (input ? FftKind::RealToComplex : FftKind::ComplexToReal);
    const auto rank = static_cast<std::size_t>(plan.rank);
    const std::int64_t half = plan.n[rank - 1] / 2 + 1;
    FftSizes count = {1, 1, 1};
    FftSizes embed = {1, 1, 1};
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t at = 3 - rank + i;
        count[at] = plan.n[i];
        if (i == rank - 1 && real_transform && !real_side) count[at] = half;
        embed[at] = plan.inembed ? (*(input ? plan.inembed : plan.onembed))[i] : count[at];
        if (!plan.inembed && i == rank - 1 && real_side && in_place) embed[at] = 2 * half;
    }
    const std::int64_t stride = plan.inembed ? (input ? plan.istride : plan.ostride) : 1;
    const std::int64_t dist = plan.inembed ? (input ? plan.idist : plan.odist) : embed[0] * embed[1] * embed[2];
    std::int64_t highest = 0;
    for (std::int64_t b = 0; b < plan.batch; ++b) {
        for (std::int64_t x = 0; x < count[0]; ++x) {
            for (std::int64_t y = 0; y < count[1]; ++y) {
                for (std::int64_t z = 0; z < count[2]; ++z) {
                    const std::int64_t element = b * dist + ((x * embed[1] + y) * embed[2] + z) * stride;
                    highest = std::max(highest, element);
                }
            }
        }
    }
    return static_cast<std::uint64_t>(highest + 1) * plan.type.number_bytes * (real_side ? 1 : 2);
}

class RandomPlans {
public:
    FftPlan next() {
        FftPlan plan;
        plan.type.kind = static_cast<FftKind>(pick(0, 2));
        plan.type.number_bytes = static_cast<std::uint8_t>(1 << pick(1, 3));
        plan.rank = static_cast<int>(pick(1, 3));
        for (std::int64_t& n : plan.n)
            n = pick(1, 7);
        plan.batch = pick(1, 4);
        if (pick(0, 3) != 0) {
            plan.inembed = sizes();
            plan.onembed = sizes();
        }
        plan.istride = pick(1, 5);
        plan.ostride = pick(1, 5);
        plan.idist = pick(0, 100);
        plan.odist = pick(1, 100);
        return plan;
    }
    std::int64_t pick(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }

private:
    FftSizes sizes() { return {pick(-3, 9), pick(1, 9), pick(1, 9)}; }  // of the first nothing is asked

    std::mt19937_64 random_{14};
};

TEST(FftExtent, IsTheHighestElement) {
    RandomPlans plans;
    for (int i = 0; i < 20000; ++i) {
        FftPlan plan = plans.next();
        // A size of one in front that is not there is a dimension less, so nembed[0] plays no part.
        for (const bool in_place : {false, true}) {
            const std::optional<FftExtent> extent = fft_extent(plan, in_place);
            ASSERT_TRUE(extent) << i;
            ASSERT_EQ(extent->input, highest_byte(plan, true, in_place)) << i;
            ASSERT_EQ(extent->output, highest_byte(plan, false, in_place)) << i;
        }
    }
}

TEST(FftExtent, PadsRealRowsInPlace) {
    // Six rows of 8 real numbers and of 5 complex ones, all of float; in place, of 10 real ones.
    FftPlan plan{.type = {FftKind::RealToComplex, 4}, .rank = 2, .n = {3, 8}, .batch = 2};
    EXPECT_EQ(fft_extent(plan, false), (FftExtent{192, 240}));
    // The last row's padding, two numbers, is not touched through the input pointer, but through the output pointer.
    EXPECT_EQ(fft_extent(plan, true), (FftExtent{232, 240}));
    plan.type.kind = FftKind::ComplexToReal;
    EXPECT_EQ(fft_extent(plan, true), (FftExtent{240, 232}));
    plan.n = {3, 7};  // 4 complex ones, padded to 8
    EXPECT_EQ(fft_extent(plan, true), (FftExtent{192, 188}));
}

TEST(FftExtent, IgnoresStridesOfThePackedLayout) {
    FftPlan plan{.type = {FftKind::ComplexToComplex, 8}, .rank = 1, .n = {10}, .batch = 3};
    const std::optional<FftExtent> packed = fft_extent(plan, false);
    plan.istride = plan.ostride = plan.idist = plan.odist = -5;
    EXPECT_EQ(fft_extent(plan, false), packed);
    EXPECT_EQ(packed, (FftExtent{480, 480}));
}

TEST(FftExtent, RefusesWhatCannotBeBounded) {
    const FftPlan good{.type = {FftKind::ComplexToComplex, 4},
                       .rank = 2,
                       .n = {4, 4},
                       .inembed = FftSizes{4, 4},
                       .onembed = FftSizes{4, 4},
                       .istride = 1,
                       .idist = 16,
                       .ostride = 1,
                       .odist = 16,
                       .batch = 2};
    ASSERT_TRUE(fft_extent(good, false));
    const auto refused = [&](auto change) {
        FftPlan plan = good;
        change(plan);
        return !fft_extent(plan, false) && !fft_extent(plan, true);
    };
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.rank = 0; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.rank = 4; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.n[1] = 0; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.n[0] = -4; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.batch = 0; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.istride = 0; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.ostride = -1; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.idist = -1; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.odist = 0; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { (*plan.inembed)[1] = 0; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { (*plan.onembed)[1] = -4; }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.inembed.reset(); }));
    EXPECT_TRUE(refused([](FftPlan& plan) { plan.onembed.reset(); }));
    EXPECT_FALSE(refused([](FftPlan& plan) { plan.idist = 0; }));  // one input, many outputs
    EXPECT_FALSE(refused([](FftPlan& plan) { (*plan.inembed)[0] = -1; }));
}

TEST(FftExtent, RefusesWhatOverflows) {
    for (const FftKind kind : {FftKind::ComplexToComplex, FftKind::RealToComplex, FftKind::ComplexToReal}) {
        FftPlan plan{.type = {kind, 8}, .rank = 3, .n = {4, 4, 4}, .batch = 2};
        for (std::size_t i = 0; i < 3; ++i) {
            FftPlan large = plan;
            large.n[i] = huge;
            EXPECT_FALSE(fft_extent(large, false));
            EXPECT_FALSE(fft_extent(large, true));
        }
        plan.inembed = plan.onembed = FftSizes{4, 4, 4};
        plan.idist = plan.odist = 64;
        ASSERT_TRUE(fft_extent(plan, false));
        for (std::int64_t FftPlan::*const member :
             {&FftPlan::istride, &FftPlan::ostride, &FftPlan::idist, &FftPlan::odist, &FftPlan::batch}) {
            FftPlan large = plan;
            large.*member = huge;
            EXPECT_FALSE(fft_extent(large, false));
            large.*member = huge / 4;
            EXPECT_FALSE(fft_extent(large, true));
        }
        (*plan.onembed)[1] = huge;
        EXPECT_FALSE(fft_extent(plan, false));
    }
    // Just inside.
    const FftPlan largest{.type = {FftKind::ComplexToComplex, 4}, .rank = 1, .n = {huge / 8}, .batch = 1};
    EXPECT_EQ(fft_extent(largest, false)->input, static_cast<std::uint64_t>(huge / 8 * 8));
}

TEST(FftExtent, KnowsCufftsTypes) {
    EXPECT_EQ(fft_type(0, 4, 4), (FftType{FftKind::RealToComplex, 4}));
    EXPECT_EQ(fft_type(5, 1, 5), (FftType{FftKind::ComplexToReal, 8}));
    EXPECT_EQ(fft_type(6, 6, 6), (FftType{FftKind::ComplexToComplex, 2}));
    EXPECT_EQ(fft_type(14, 15, 15), (FftType{FftKind::RealToComplex, 2}));
    EXPECT_EQ(fft_type(0, 4, 0), std::nullopt);
    EXPECT_EQ(fft_type(1, 4, 4), std::nullopt);
    EXPECT_EQ(fft_type(2, 6, 15), std::nullopt);
}

}  // namespace
}  // namespace ringfence::adapters
