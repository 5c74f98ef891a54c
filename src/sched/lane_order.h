// The waiting lanes of one resource in the order that the policy has chosen: one heap for each rank.
#pragma once

#include <array>
#include <vector>

#include "sched/policy.h"
#include "sched/types.h"

namespace ringfence::sched {

class LaneOrder {
public:
    void make_room_for(VgpuId vgpu);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool contains(VgpuId vgpu) const { return places_[vgpu].rank != rank_count; }
    // The lane with the lowest rank, then the lowest key, then the lowest number.
    [[nodiscard]] VgpuId first() const;
    [[nodiscard]] std::uint64_t least_key() const;
    // The order of a lane that it contains.
    [[nodiscard]] Order order_of(VgpuId vgpu) const;

    // Adds the lane, or changes its order.
    void put(VgpuId vgpu, const Order& order);
    void remove(VgpuId vgpu);

    template <typename Function>
    void each(Function&& function) const {
        for (const std::vector<Entry>& heap : heaps_) {
            for (const Entry& entry : heap)
                function(entry.vgpu);
        }
    }

private:
    struct Entry {
        std::uint64_t key;
        VgpuId vgpu;
    };
    struct Place {
        std::uint32_t rank = rank_count;
        std::uint32_t index = 0;
    };

    static bool comes_before(const Entry& one, const Entry& other);
    void set(std::vector<Entry>& heap, std::size_t index, const Entry& entry);
    void rise(std::vector<Entry>& heap, std::size_t index, const Entry& entry);
    void sink(std::vector<Entry>& heap, std::size_t index, const Entry& entry);

    std::array<std::vector<Entry>, rank_count> heaps_;
    std::vector<Place> places_;
    std::uint32_t used_ranks_ = 0;  // a bit for each that is not empty
    std::size_t size_ = 0;
};

}  // namespace ringfence::sched
