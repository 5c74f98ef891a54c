#include "sched/lane_order.h"

#include <bit>

namespace ringfence::sched {

void LaneOrder::make_room_for(VgpuId vgpu) {
    if (vgpu >= places_.size()) places_.resize(vgpu + std::size_t{1});
}

VgpuId LaneOrder::first() const {
    return size_ == 0 ? nobody : heaps_[static_cast<std::size_t>(std::countr_zero(used_ranks_))].front().vgpu;
}

std::uint64_t LaneOrder::least_key() const {
    bool is_first = true;
    std::uint64_t least = 0;
    for (std::uint32_t left = used_ranks_; left != 0; left &= left - 1) {
        const std::uint64_t key = heaps_[static_cast<std::size_t>(std::countr_zero(left))].front().key;
        if (is_first || static_cast<std::int64_t>(key - least) < 0) least = key;
        is_first = false;
    }
    return least;
}

void LaneOrder::put(VgpuId vgpu, const Order& order) {
    Place& place = places_[vgpu];
    if (place.rank != order.rank) {
        if (place.rank != rank_count) remove(vgpu);
        std::vector<Entry>& heap = heaps_[order.rank];
        place.rank = order.rank;
        heap.emplace_back();
        used_ranks_ |= 1U << order.rank;
        ++size_;
        rise(heap, heap.size() - 1, {order.key, vgpu});
        return;
    }
    std::vector<Entry>& heap = heaps_[order.rank];
    const Entry entry{order.key, vgpu};
    if (comes_before(entry, heap[place.index])) {
        rise(heap, place.index, entry);
    } else {
        sink(heap, place.index, entry);
    }
}

Order LaneOrder::order_of(VgpuId vgpu) const {
    const Place& place = places_[vgpu];
    return {heaps_[place.rank][place.index].key, place.rank, 0};
}

void LaneOrder::remove(VgpuId vgpu) {
    Place& place = places_[vgpu];
    if (place.rank == rank_count) return;
    std::vector<Entry>& heap = heaps_[place.rank];
    const Entry last = heap.back();
    heap.pop_back();
    if (heap.empty()) used_ranks_ &= ~(1U << place.rank);
    --size_;
    const std::size_t index = place.index;
    place.rank = rank_count;
    if (last.vgpu == vgpu) return;
    if (index != 0 && comes_before(last, heap[(index - 1) / 2])) {
        rise(heap, index, last);
    } else {
        sink(heap, index, last);
    }
}

bool LaneOrder::comes_before(const Entry& one, const Entry& other) {
    // Keys may wrap around, so their difference decides.
    const auto difference = static_cast<std::int64_t>(one.key - other.key);
    return difference != 0 ? difference < 0 : one.vgpu < other.vgpu;
}

void LaneOrder::set(std::vector<Entry>& heap, std::size_t index, const Entry& entry) {
    heap[index] = entry;
    places_[entry.vgpu].index = static_cast<std::uint32_t>(index);
}

void LaneOrder::rise(std::vector<Entry>& heap, std::size_t index, const Entry& entry) {
    while (index != 0 && comes_before(entry, heap[(index - 1) / 2])) {
        set(heap, index, heap[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
    set(heap, index, entry);
}

void LaneOrder::sink(std::vector<Entry>& heap, std::size_t index, const Entry& entry) {
    for (std::size_t child = 2 * index + 1; child < heap.size(); child = 2 * index + 1) {
        if (child + 1 < heap.size() && comes_before(heap[child + 1], heap[child])) ++child;
        if (!comes_before(heap[child], entry)) break;
        set(heap, index, heap[child]);
        index = child;
    }
    set(heap, index, entry);
}

}  // namespace ringfence::sched
