// Block: the runtime's part of a block of threads, and the scheduler of its fibers.
//
// A block belongs to one worker from its start to its end, so nothing in it is shared with another thread of the
// system. Its threads start one after the other on a fiber; when one has to wait, another fiber takes over. The
// order is:
//   1. fibers whose wait is over
//   2. threads that have not started
//   3. fibers that spin: each once, then the worker may turn to another block
// If nobody is left that could run and not all threads have ended, the block is stuck: a barrier can never complete.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "softgpu/runtime/abi.h"
#include "softgpu/runtime/cluster.h"
#include "softgpu/runtime/fault.h"
#include "softgpu/runtime/fiber.h"
#include "softgpu/runtime/launch.h"
#include "softgpu/runtime/memory.h"

namespace ringfence::softgpu {

class Worker;

constexpr std::uint32_t warp_lanes = 32;
constexpr std::uint32_t max_warps = 32;
constexpr std::uint32_t visits_per_look = 64;

struct Barrier {
    bool in_use = false;
    bool divergent = false;  // threads of a warp have come from different aligned instructions
    std::uint32_t count = 0;
    std::uint32_t arrived = 0;            // threads
    std::uint32_t arrived_and_ended = 0;  // without waiting
    std::uint32_t counted = 0;            // with the lanes of their warps that have ended; for barriers with a count
    std::uint32_t predicates = 0;         // that were passed
    std::uint32_t true_predicates = 0;
    FiberQueue waiting;
    // For each warp: the number, plus one, of the first thread to come (0: none has) and how it came.
    struct First {
        std::uint32_t thread = 0;
        bool aligned = false;
        SiteId site = 0;
        std::uint32_t lanes = 0;  // of the warp that have come
    };
    std::array<First, max_warps> first;
    // The two threads that diverged.
    std::uint32_t one_thread = 0;
    SiteId one_site = 0;
    std::uint32_t other_thread = 0;
    SiteId other_site = 0;
};

// A collective that lanes of a warp wait in.
struct PendingCollective {
    PendingCollective* next = nullptr;
    CollectiveFunction compute = nullptr;
    std::uint32_t arrived = 0;
    Collective collective;
    std::array<Fiber*, warp_lanes> fibers{};
};

struct Warp {
    std::uint32_t ended = 0;  // lanes, those that never were included
    PendingCollective* pending = nullptr;
};

enum class BlockOutcome : std::uint8_t { Finished, Yielded, Stuck, NoMemory, Call, Fault, Stopped };

struct Block {
    explicit Block(Worker& its_worker) : worker(its_worker) {}
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    // --- for the worker
    // The blocks of a launch are numbered cluster by cluster. Null: the block is a cluster of its own.
    void start(Launch& its_launch, std::uint64_t block_index, Cluster* its_cluster);
    // Runs until all threads have ended or only wait. The worker's context must be current.
    BlockOutcome run();
    // Forgets all threads and gives their fibers back.
    void abandon();
    std::string describe_stuck() const;

    // --- for the functions that kernels call; all on one of the block's fibers
    // Runs others until someone makes the current fiber ready again. Its `wait` says what for.
    void wait();
    // Lets others run; the current fiber stays runnable.
    void spin(SiteId site);
    void make_ready(Fiber* fiber) {
        ++progress;
        fiber->wait.kind = WaitKind::None;
        ready.push(fiber);
    }
    // Resumes the threads that wait at the cluster's barrier.
    void wake_for_cluster();
    // Runs a function on the worker's stack, which is large.
    void call_on_worker(void (*function)(Block& block, void* argument), void* argument);
    [[noreturn]] void leave(BlockOutcome with);
    // Threads have ended: barriers and collectives need not wait for them any longer.
    void threads_ended(std::uint32_t thread, std::uint32_t lanes);
    void barriers_after_end(std::uint32_t warp, std::uint32_t lanes);
    void collectives_after_end(Warp& warp);
    void complete_barrier(Barrier& barrier, const ThreadState& by);
    // A fiber that waits at a barrier without having come there itself.
    void wait_at_barrier(Fiber& fiber, const StagedGroups& groups);
    void run_lanes(ThreadState& group, std::uint32_t place, const std::byte* registers, std::uint32_t stride);
    // The coordinates of a thread.
    void locate(ThreadState& thread, std::uint32_t number) const;
    void leave_stages(const StagedGroups& groups);
    Fiber* take_fiber();

    BlockState state;
    Worker& worker;
    Launch* launch = nullptr;
    std::uint64_t index = 0;
    Fiber* current = nullptr;
    FiberQueue ready;
    FiberQueue spinning;
    FiberQueue conditions;  // fibers in wait_until
    FiberQueue here;        // fibers that ask for the active mask
    Cluster* cluster = nullptr;
    FiberQueue cluster_waiting;                   // fibers that wait at its barrier
    std::vector<std::uint32_t> cluster_arrivals;  // of each thread, the phase that it arrived in last; empty: none has
    std::uint32_t next_thread = 0;
    std::uint32_t ended = 0;
    std::uint32_t progress = 0;  // changes when a fiber does more than spin
    std::uint32_t clock_ticks = 0;
    Clock::time_point visit_time;  // when the worker turned to it last
    Clock::time_point slice_end;
    bool sliced = false;              // it gave way since its time was up, not to wait
    std::uint32_t barriers_used = 0;  // bit mask
    std::array<Barrier, kernel_barriers> barriers;
    std::array<Warp, max_warps> warps;
    PendingCollective* free_collectives = nullptr;
    FaultInfo fault;  // with outcome Fault
    // The last hits of accesses, to find them again quickly; also those of earlier blocks.
    std::array<MemoryHit, 4> hits{};
    std::uint64_t hits_generation = ~std::uint64_t{0};
    std::uint32_t next_hit = 0;

private:
    std::uint32_t visits_ = 0;
    static void fiber_main(Context& context);
    // Runs the current task to its end. Afterwards the fiber is idle.
    void run_task(Fiber& fiber);
    void run_range(Fiber& fiber, KernelFunction code, std::uint32_t lanes, std::uint32_t first, std::uint32_t end);
    void run_lane(Fiber& fiber);
    void go_on_without(Fiber& fiber);
    // Null: the worker; `outcome_` says why.
    Fiber* next_fiber();
    Fiber* next_in_turn();
    Fiber* start_next_thread();
    void switch_from(Fiber& from);
    bool answer_active_masks();
    bool check_conditions();
    void release_fiber(Fiber& fiber);
    void place_block();
    void place_in_launch();
    void place_in_grid();
    std::byte* shared_memory();
    std::byte* stage_memory();
    Fiber& fiber_of_group(const StagedGroups& groups, std::uint32_t first, std::uint32_t stage);
    std::uint32_t unit_end() const;

    BlockOutcome outcome_ = BlockOutcome::Finished;
    std::uint64_t placed_in_ = ~std::uint64_t{0};  // the launch of the block before
    void (*call_)(Block&, void*) = nullptr;
    void* call_argument_ = nullptr;
    std::uint32_t streak_ = 0;      // fibers run in a row that were ready
    std::uint32_t spins_left_ = 0;  // until the worker may turn to another block
    std::vector<Fiber*> fibers_;
    std::vector<std::unique_ptr<PendingCollective>> collectives_;
    std::unique_ptr<std::byte[]> shared_storage_;
    std::size_t shared_capacity_ = 0;
    std::vector<std::byte> stage_memory_;
    Cluster alone_;
    friend PendingCollective& new_collective(Block& block);
};

// The lane of its warp that a thread is.
inline std::uint32_t lane_of(const ThreadState& thread) {
    return thread.thread % warp_lanes;
}
inline std::uint32_t mask_of(const ThreadState& thread) {
    return static_cast<std::uint32_t>(((std::uint64_t{1} << thread.lanes) - 1) << lane_of(thread));
}

}  // namespace ringfence::softgpu
