#include "softgpu/runtime/mbarrier.h"

#include <gtest/gtest.h>

namespace ringfence::softgpu {
namespace {

void arrive(MbarrierState& state, std::uint32_t threads, bool drop = false) {
    ASSERT_EQ(state.refuse_arrival(threads, true), nullptr);
    state.arrive(threads, drop);
    state.complete_if_done();
}

void add_bytes(MbarrierState& state, std::int64_t bytes) {
    ASSERT_EQ(state.refuse_bytes(bytes), nullptr);
    state.add_bytes(bytes);
    state.complete_if_done();
}

TEST(Mbarrier, NothingIsABarrierUntilInitialised) {
    EXPECT_FALSE(MbarrierState().is_valid());
    const MbarrierState state = MbarrierState::of(3);
    EXPECT_TRUE(state.is_valid());
    EXPECT_FALSE(state.phase());
    EXPECT_EQ(state.pending(), 3U);
    EXPECT_EQ(state.expected(), 3U);
    EXPECT_EQ(state.bytes(), 0);
}

TEST(Mbarrier, PhasesCompleteWhenAllHaveArrived) {
    MbarrierState state = MbarrierState::of(3);
    arrive(state, 1);
    EXPECT_EQ(state.pending(), 2U);
    arrive(state, 2);
    EXPECT_TRUE(state.phase());
    EXPECT_EQ(state.pending(), 3U);
    arrive(state, 3);
    EXPECT_FALSE(state.phase());
}

TEST(Mbarrier, PhasesWaitForAnnouncedBytes) {
    MbarrierState state = MbarrierState::of(1);
    add_bytes(state, 256);
    arrive(state, 1);
    EXPECT_FALSE(state.phase());
    EXPECT_EQ(state.pending(), 0U);
    add_bytes(state, -128);
    EXPECT_FALSE(state.phase());
    add_bytes(state, -128);
    EXPECT_TRUE(state.phase());
    EXPECT_EQ(state.pending(), 1U);
}

TEST(Mbarrier, BytesMayComeBeforeTheyAreAnnounced) {
    MbarrierState state = MbarrierState::of(1);
    add_bytes(state, -16);
    EXPECT_EQ(state.bytes(), -16);
    add_bytes(state, 16);
    EXPECT_FALSE(state.phase());
    arrive(state, 1);
    EXPECT_TRUE(state.phase());
}

TEST(Mbarrier, ThreadsThatDropOutAreNotExpectedAgain) {
    MbarrierState state = MbarrierState::of(4);
    arrive(state, 1, true);
    EXPECT_EQ(state.expected(), 3U);
    arrive(state, 3);
    EXPECT_TRUE(state.phase());
    EXPECT_EQ(state.pending(), 3U);
}

TEST(Mbarrier, RefusesWhatIsUndefined) {
    const MbarrierState state = MbarrierState::of(2);
    EXPECT_NE(state.refuse_arrival(0, true), nullptr);
    EXPECT_NE(state.refuse_arrival(3, true), nullptr);
    EXPECT_NE(state.refuse_arrival(MbarrierState::most_threads + 1, true), nullptr);
    EXPECT_NE(state.refuse_arrival(2, false), nullptr);
    EXPECT_EQ(state.refuse_arrival(1, false), nullptr);
    EXPECT_NE(state.refuse_bytes(MbarrierState::most_bytes + 1), nullptr);
    EXPECT_NE(state.refuse_bytes(-MbarrierState::most_bytes - 1), nullptr);
}

TEST(Mbarrier, LimitsFit) {
    MbarrierState state = MbarrierState::of(MbarrierState::most_threads);
    add_bytes(state, MbarrierState::most_bytes);
    EXPECT_EQ(state.bytes(), MbarrierState::most_bytes);
    EXPECT_EQ(state.pending(), MbarrierState::most_threads);
    EXPECT_TRUE(state.is_valid());
    add_bytes(state, -2 * MbarrierState::most_bytes);
    EXPECT_EQ(state.bytes(), -MbarrierState::most_bytes);
    EXPECT_FALSE(state.phase());
}

}  // namespace
}  // namespace ringfence::softgpu
