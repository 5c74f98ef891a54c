// Cluster: blocks that share a barrier and reach each other's shared memory.
//
// All blocks of a cluster run on the same worker, so nothing here is shared with another thread of the system. A block
// that is alone is a cluster of its own, whose shared memory is the block's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

struct Block;

constexpr std::uint32_t most_cluster_blocks = 16;
constexpr std::uint64_t cluster_stride = std::uint64_t{1} << cluster_stride_bits;

class ClusterMemory {
public:
    // Null if there is no room among the addresses. Pages are taken when they are written.
    static std::unique_ptr<ClusterMemory> make();
    ClusterMemory(const ClusterMemory&) = delete;
    ClusterMemory& operator=(const ClusterMemory&) = delete;
    ~ClusterMemory();
    std::byte* of(std::uint32_t rank) const { return begin_ + rank * cluster_stride; }

private:
    explicit ClusterMemory(std::byte* begin) : begin_(begin) {}
    std::byte* begin_;
};

struct Cluster {
    // All its blocks begin, of so many threads each.
    void start(std::uint32_t block_count, std::uint32_t threads_of_each);
    // One of its threads arrives that has not arrived in this phase, or ends.
    void arrived(std::uint32_t threads);
    void ended(std::uint32_t threads, std::uint32_t of_them_arrived);
    bool has_others() const { return running > 1; }

    std::array<Block*, most_cluster_blocks> blocks{};  // null: it has ended
    std::uint32_t count = 1;
    std::uint32_t running = 1;              // blocks that have not ended
    std::uint32_t phase = 1;                // of the barrier
    std::uint32_t waiting_for = 0;          // threads that have not ended
    std::uint32_t arrivals = 0;             // in this phase, of threads that have not ended
    std::uint32_t stuck_visits = 0;         // of its blocks, since one of them did anything
    std::unique_ptr<ClusterMemory> memory;  // of several blocks

private:
    void complete_if_all_came();
};

}  // namespace ringfence::softgpu
