#include "sched/lane_order.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace ringfence::sched {
namespace {

TEST(LaneOrder, RanksComeBeforeKeys) {
    LaneOrder order;
    order.make_room_for(3);
    EXPECT_EQ(order.first(), nobody);
    order.put(0, {10, 7, 0});
    order.put(1, {5, 7, 0});
    order.put(2, {100, 2, 0});
    EXPECT_EQ(order.first(), 2U);
    EXPECT_EQ(order.least_key(), 5U);
    order.put(2, {1, 7, 0});
    EXPECT_EQ(order.first(), 2U);
    order.remove(2);
    EXPECT_EQ(order.first(), 1U);
    EXPECT_FALSE(order.contains(2));
}

TEST(LaneOrder, KeysWrapAround) {
    LaneOrder order;
    order.make_room_for(1);
    order.put(0, {5, 0, 0});
    order.put(1, {UINT64_MAX - 5, 0, 0});
    EXPECT_EQ(order.first(), 1U);
    EXPECT_EQ(order.least_key(), UINT64_MAX - 5);
}

TEST(LaneOrder, IsWhatASortedListIs) {
    std::mt19937_64 random(1);
    LaneOrder order;
    order.make_room_for(99);
    std::map<VgpuId, Order> known;
    for (int step = 0; step < 200'000; ++step) {
        const auto vgpu = static_cast<VgpuId>(random() % 100);
        if (random() % 3 == 0) {
            order.remove(vgpu);
            known.erase(vgpu);
        } else {
            known[vgpu] = {random() % 50, static_cast<std::uint32_t>(random() % 4), 0};
            order.put(vgpu, known[vgpu]);
        }
        if (step % 16 != 0) continue;
        VgpuId first = nobody;
        for (const auto& [lane, place] : known) {
            if (first == nobody || place.rank < known[first].rank ||
                (place.rank == known[first].rank && place.key < known[first].key))
                first = lane;
        }
        ASSERT_EQ(order.first(), first);
        ASSERT_EQ(order.size(), known.size());
    }
}

}  // namespace
}  // namespace ringfence::sched
