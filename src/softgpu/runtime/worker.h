// Worker: runs blocks of a launch on one thread of the system, several at a time where they wait for each other.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "softgpu/runtime/block.h"
#include "softgpu/runtime/context.h"
#include "softgpu/runtime/fiber.h"

namespace ringfence::softgpu {

class Worker {
public:
    explicit Worker(const FiberOptions& options) : fibers(options) {}
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    ~Worker();

    // Runs blocks until none is left to start, as multiprocessor `number`.
    void work(Launch& launch, std::uint32_t number);

    FiberPool fibers;
    Context context;  // of the thread that it runs on
    std::uint32_t multiprocessor = 0;
    // Extents of memory that the launch's code has cached: valid for all of its blocks.
    std::array<Extent, extent_count> extents;

private:
    struct Resident {
        std::unique_ptr<Block> block;
        Clock::time_point last_progress;
    };

    bool start_block(Launch& launch);
    void look_at_clock(Launch& launch);
    // False: the block is done.
    bool visit(Launch& launch, Resident& resident);
    bool wants_another_block(const Launch& launch) const;
    void rest(std::uint32_t idle_visits);
    void finish_block(Launch& launch, Resident& resident);
    // Null, with `ok` true: blocks are clusters of their own.
    Cluster* new_cluster(Launch& launch, bool& ok);
    void leave_cluster(Block& block);
    std::unique_ptr<Block> take_block();
    // No thread of the block can go on, and those of its cluster cannot make it.
    static bool is_stuck(const Launch& launch, const Block& block);

    Launch::Range claimed_;  // but not started
    std::uint32_t started_ = 0;
    std::vector<Resident> residents_;
    std::vector<std::unique_ptr<Block>> idle_blocks_;
    std::vector<std::unique_ptr<Cluster>> clusters_;
    std::vector<std::unique_ptr<Cluster>> idle_clusters_;
};

}  // namespace ringfence::softgpu
