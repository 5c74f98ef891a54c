// The interface between compiled kernels and the runtime.
//
// Compiled code reads the two states below at fixed offsets and calls the functions listed here by name. Nothing else
// connects the two, so a compiled kernel can be kept on disk and loaded into another process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "softgpu/math/functions.h"

namespace ringfence::softgpu {

// A piece of memory that an access was found to lie in, kept by the code to check the next ones quickly. `begin` is a
// multiple of 32. The initial value holds for no address.
struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
};
// How many of them a block has. The code numbers what it uses; with more, some share. The last ones are for ReadOnly
// accesses: what those find must not let a write pass, not even one of another function.
constexpr std::uint32_t extent_count = 32;
constexpr std::uint32_t read_only_extent_count = 8;

// Where in a kernel: index into the module's table of sites. Every call that can fault or wait passes it.
using SiteId = std::uint32_t;

struct Block;  // the runtime's own part of a block
struct Fiber;  // the runtime's own part of a thread that can wait

// A block, as its threads see it.
struct BlockState {
    const std::byte* parameters = nullptr;  // of the kernel
    std::byte* shared = nullptr;            // the block's shared memory; shared addresses are offsets into it
    std::uint32_t shared_bytes = 0;         // reserved, static and dynamic
    std::uint32_t dynamic_shared = 0;
    std::uint32_t ntid[3] = {1, 1, 1};
    std::uint32_t ctaid[3] = {0, 0, 0};
    std::uint32_t nctaid[3] = {1, 1, 1};
    std::uint32_t thread_count = 1;
    std::uint32_t multiprocessor = 0;
    std::uint32_t multiprocessors = 1;
    // The position of its cluster, which is the block alone unless the kernel or the launch says otherwise.
    std::uint32_t clusterid[3] = {0, 0, 0};
    std::uint32_t nclusterid[3] = {1, 1, 1};
    std::uint32_t cluster_ctaid[3] = {0, 0, 0};
    std::uint32_t cluster_nctaid[3] = {1, 1, 1};
    std::uint32_t cluster_rank = 0;
    std::uint32_t cluster_blocks = 1;
    std::uint32_t is_explicit_cluster = 0;
    std::uint64_t grid_id = 0;
    std::uint64_t grid_workspace = 0;  // of a cooperative launch: zeroed device memory for barriers of the whole grid
    Extent* extents = nullptr;         // extent_count of them, which outlive the block
    Block* block = nullptr;
};

// The thread that runs. In vector code it stands for `lanes` threads with consecutive numbers, of which it is the
// first.
struct ThreadState {
    BlockState* block = nullptr;
    std::uint32_t thread = 0;  // x + ntid.x * (y + ntid.y * z)
    std::uint32_t tid[3] = {0, 0, 0};
    std::uint32_t lanes = 1;
    // Local memory is a stack that grows upwards: [local_begin, local_top) is in use.
    std::byte* local_begin = nullptr;
    std::byte* local_top = nullptr;
    std::byte* local_end = nullptr;
    // A function whose frame would lie below this has recursed too deep.
    std::byte* stack_limit = nullptr;
    Fiber* fiber = nullptr;
    // Vector code that runs stage by stage: the stage to go on with, 0 for the beginning, and the memory for what
    // groups have in their registers meanwhile.
    std::uint32_t stage = 0;
    std::byte* stage_memory = nullptr;
};

// Groups [first, end) of a block that run stage by stage on one fiber, when they no longer go the same way.
struct StagedGroups {
    std::uint32_t first = 0;
    std::uint32_t current = 0;  // the one that runs; it goes on alone
    std::uint32_t end = 0;
    std::uint32_t stage = 0;  // that the groups behind the current one go on with
    // Where the groups before it have come to: the next stage, or no_stage if they have ended; and at which barrier
    // they wait for it.
    std::uint32_t reached = 0;
    std::uint32_t barrier = 0;
    std::uint32_t aligned = 0;
    SiteId site = 0;
    std::uint32_t bytes = 0;  // of each group, in the memory for stages
};
constexpr std::uint32_t no_stage = ~std::uint32_t{0};

// The kernel's code: runs the threads [first, end) one after the other, the vector variant `lanes` at a time. The state
// comes set for `first`, with no local memory in use; before each further thread the code itself sets `thread`, `tid`
// and `local_top`, so that reports and rf_exit know who runs. A kernel with `stage_bytes` runs several groups stage by
// stage: all of them from barrier to barrier.
using KernelFunction = void (*)(ThreadState* thread, std::uint32_t first, std::uint32_t end);
// Goes on with `count` threads of one row in scalar code, one after the other, from a numbered place: each with the
// registers that are live there, `stride` bytes for each thread. The state comes set for the first; before each further
// one the code sets `thread` and `tid`.
using ResumeFunction = void (*)(ThreadState* thread, std::uint32_t place, const std::byte* registers,
                                std::uint32_t stride, std::uint32_t count);

// ReadOnly: a read by code that keeps the extents of such reads apart from those of writes (ld.const, say). Only then
// may extents of read-only memory be remembered.
enum class AccessKind : std::uint32_t { Read, Write, Atomic, ReadOnly };

enum class VoteOperation : std::uint32_t { All, Any, Uni, Ballot };
enum class ShuffleMode : std::uint32_t { Up, Down, Bfly, Idx };
enum class ReduceOperation : std::uint32_t { And, Or, Xor, AddU32, MinU32, MaxU32, MinS32, MaxS32 };
// The blocks of a cluster have their shared memory so far from each other. An address in it (shared::cluster) is an
// offset from the shared memory of the block that uses it, with a sign: one of its own is the same in both spaces.
constexpr unsigned cluster_stride_bits = 24;
// Where a kernel's parameters begin in an sm_90 card's memory for them: those with an alignment beyond 16 are aligned
// from there.
constexpr std::uint64_t first_parameter = 0x210;
// Kernels' own barriers are 0 to 15.
constexpr std::uint32_t kernel_barriers = 16;
// That a kernel's id means no other barrier than it says: what is more than 15 becomes this.
constexpr std::uint32_t no_barrier = 0xff;

enum class BarrierReduction : std::uint32_t { Popc, And, Or };

extern "C" {

// --- memory

// An access by generic (or global, const) address that the code's own quick check did not pass. Returns if it is
// allowed, and then fills `extent` if the place is one that the code may remember; otherwise ends the launch.
void rf_check(ThreadState* thread, std::uint64_t address, std::uint32_t bytes, SiteId site, AccessKind kind,
              Extent* extent);
// The same for local addresses: only the thread's own local memory is allowed.
void rf_check_local(ThreadState* thread, std::uint64_t address, std::uint32_t bytes, SiteId site, AccessKind kind);
// An access to any number of bytes (0: nothing is checked), at a generic address or, if `shared`, at an offset into the
// block's shared memory; `shared` 2: of its cluster's.
void rf_check_range(ThreadState* thread, std::uint64_t address, std::uint64_t bytes, std::uint32_t alignment,
                    SiteId site, AccessKind kind, std::uint32_t shared);
// The accesses of all lanes of vector code: lane i at address + i * stride. Faults for the first lane that may not.
void rf_check_lanes(ThreadState* thread, std::uint64_t address, std::int64_t stride, std::uint32_t bytes, SiteId site,
                    AccessKind kind, std::uint32_t shared, Extent* extent);
// The same for lanes whose addresses lie anywhere; only lanes of the mask count.
void rf_check_each(ThreadState* thread, const std::uint64_t* addresses, std::uint32_t mask, std::uint32_t bytes,
                   SiteId site, AccessKind kind, std::uint32_t shared, Extent* extent);
// Checks the accesses in the same way, and does them one by one: from or to `data`, where what each lane reads or
// writes lies one after the other.
void rf_read_each(ThreadState* thread, const std::uint64_t* addresses, std::uint32_t mask, std::uint32_t bytes,
                  SiteId site, AccessKind kind, std::uint32_t shared, Extent* extent, std::byte* data);
void rf_write_each(ThreadState* thread, const std::uint64_t* addresses, std::uint32_t mask, std::uint32_t bytes,
                   SiteId site, AccessKind kind, std::uint32_t shared, Extent* extent, const std::byte* data);
// An access to shared memory of the block's cluster, at an offset from the block's own, that the code's own quick check
// did not pass.
void rf_check_cluster(ThreadState* thread, std::uint64_t offset, std::uint32_t bytes, SiteId site, AccessKind kind);
// An access to the block's own shared memory.
void rf_check_shared(ThreadState* thread, std::uint64_t offset, std::uint32_t bytes, SiteId site, AccessKind kind);
// One that is known to be bad: outside the window, or misaligned.
[[noreturn]] void rf_fault_shared(ThreadState* thread, std::uint64_t offset, std::uint32_t bytes, SiteId site,
                                  AccessKind kind);
// Recursion is too deep: for the native stack, or for local memory.
[[noreturn]] void rf_fault_stack(ThreadState* thread, SiteId site);
// isspacep: 1 if the generic address lies in the space, otherwise 0.
std::uint64_t rf_is_shared(ThreadState* thread, std::uint64_t address);
std::uint64_t rf_is_cluster_shared(ThreadState* thread, std::uint64_t address);
std::uint64_t rf_is_local(ThreadState* thread, std::uint64_t address);
std::uint64_t rf_is_global(ThreadState* thread, std::uint64_t address);
std::uint64_t rf_is_const(ThreadState* thread, std::uint64_t address);
std::uint64_t rf_is_param(ThreadState* thread, std::uint64_t address);

// --- control

// Called now and then from loops: looks at the time limit, lets others run.
void rf_poll(ThreadState* thread, SiteId site);
// Called from loops that may wait for another thread: lets others run at once.
void rf_yield(ThreadState* thread, SiteId site);
// Checks that an indirect call's target is a function of the module that takes and gives what the call does, and
// returns its code.
void* rf_check_function(ThreadState* thread, std::uint64_t address, std::uint64_t shape, SiteId site);
[[noreturn]] void rf_fault_branch(ThreadState* thread, std::uint64_t index, SiteId site);
[[noreturn]] void rf_trap(ThreadState* thread, SiteId site);
// Ends the thread from within a function that it called.
[[noreturn]] void rf_exit(ThreadState* thread);
// The lanes of vector code no longer agree: lets each go on in scalar code from `place`. `registers` holds for each
// lane `stride` bytes. When it returns, the vector code is done with these threads and goes on to its next ones.
void rf_diverge(ThreadState* thread, std::uint32_t place, const std::byte* registers, std::uint32_t stride);

// Gives every group a fiber of its own: those that wait for the next stage wait at its barrier. Returns to the current
// one.
void rf_leave_stages(ThreadState* thread, const StagedGroups* groups);

// --- barriers and warps

// `count`: 0 for all threads of the block. `aligned`: the instruction said so.
void rf_barrier_sync(ThreadState* thread, std::uint32_t id, std::uint32_t count, std::uint32_t aligned, SiteId site);
void rf_barrier_arrive(ThreadState* thread, std::uint32_t id, std::uint32_t count, std::uint32_t aligned, SiteId site);
// In vector code `predicate` has a bit for each lane.
std::uint32_t rf_barrier_reduce(ThreadState* thread, std::uint32_t id, std::uint32_t count, std::uint32_t aligned,
                                BarrierReduction operation, std::uint32_t predicate, SiteId site);
// The barrier of the cluster. A thread that has arrived waits until all threads of the cluster's blocks have arrived or
// ended.
void rf_cluster_arrive(ThreadState* thread, SiteId site);
void rf_cluster_wait(ThreadState* thread, SiteId site);
// All of these are collective: they wait until every thread of `mask` has come to the same operation with the same mask
// (threads that have ended do not count). A thread that is not in its own mask is a fault.
void rf_warp_sync(ThreadState* thread, std::uint32_t mask, SiteId site);
// The value in the lower half; bit 32 is the predicate.
std::uint64_t rf_shuffle(ThreadState* thread, ShuffleMode mode, std::uint32_t value, std::uint32_t b, std::uint32_t c,
                         std::uint32_t mask, SiteId site);
std::uint32_t rf_vote(ThreadState* thread, VoteOperation operation, std::uint32_t predicate, std::uint32_t mask,
                      SiteId site);
std::uint32_t rf_match_any(ThreadState* thread, std::uint64_t value, std::uint32_t mask, SiteId site);
// The mask in the lower half; bit 32 is the predicate.
std::uint64_t rf_match_all(ThreadState* thread, std::uint64_t value, std::uint32_t mask, SiteId site);
std::uint32_t rf_reduce(ThreadState* thread, ReduceOperation operation, std::uint32_t value, std::uint32_t mask,
                        SiteId site);
// The leader's lane in the lower half; bit 32: this is the leader.
std::uint64_t rf_elect(ThreadState* thread, std::uint32_t mask, SiteId site);
// The threads of the warp that are here: waits until each of the others is here, waits elsewhere, or has ended.
std::uint32_t rf_active_mask(ThreadState* thread, SiteId site);

// --- the device's library

std::int32_t rf_vprintf(ThreadState* thread, std::uint64_t format, std::uint64_t arguments, SiteId site);
std::uint64_t rf_malloc(ThreadState* thread, std::uint64_t bytes);
void rf_free(ThreadState* thread, std::uint64_t address, SiteId site);
[[noreturn]] void rf_assertfail(ThreadState* thread, std::uint64_t message, std::uint64_t file, std::uint32_t line,
                                std::uint64_t function, std::uint64_t char_bytes, SiteId site);
std::uint64_t rf_clock();
std::uint64_t rf_global_timer();
void rf_nanosleep(ThreadState* thread, std::uint32_t nanoseconds, SiteId site);

}  // extern "C"

// A collective operation of the runtime's or of an instruction family's own. Each lane of `mask` comes with its input
// and a place for its output; the last one to come calls `compute` once for all. Then all go on.
struct Collective {
    std::uint32_t mask = 0;      // the lanes that take part
    std::uint64_t argument = 0;  // lanes with different ones do not take part in the same collective
    const void* in[32] = {};
    void* out[32] = {};
    ThreadState* thread[32] = {};  // for faults that concern one lane
    SiteId site = 0;
};
using CollectiveFunction = void (*)(const Collective& collective);
void run_collective(ThreadState* thread, std::uint32_t mask, SiteId site, CollectiveFunction compute, const void* in,
                    void* out, std::uint64_t argument);
// Waits, letting others run, until `is_done(argument)`, which only threads of the same cluster can bring about; for
// waits on shared memory such as mbarriers. `what` is for the report of a wait that can never end: "the mbarrier at
// ...".
void wait_until(ThreadState* thread, SiteId site, bool (*is_done)(const void* argument), const void* argument,
                const char* what);
// Ends the launch with a fault of the thread. The caller never continues, so no object with a destructor may be alive
// at that time: no strings or vectors, also in callers. The same holds for all functions that may wait.
[[noreturn]] void fault(ThreadState* thread, SiteId site, const char* message);

using math::RuntimeFunction;

}  // namespace ringfence::softgpu
