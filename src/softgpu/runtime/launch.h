// Launch: what all workers share that run blocks of one launch.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "softgpu/runtime/compiling.h"
#include "softgpu/runtime/kernel.h"

namespace ringfence::softgpu {

class DeviceMemory;
class TextureSnapshot;

using Clock = std::chrono::steady_clock;
using Dimensions = std::array<std::uint32_t, 3>;
// Gets what kernels print, whole calls of printf at a time. Is not called by two threads at once for the same launch.
using OutputSink = std::function<void(std::string_view)>;

struct LaunchRequest {
    const Kernel* kernel = nullptr;
    Dimensions grid = {1, 1, 1};
    Dimensions block = {1, 1, 1};
    Dimensions cluster = {0, 0, 0};  // blocks of one; zeros: as the kernel says, or each block for itself
    std::uint32_t dynamic_shared = 0;
    std::span<const std::byte> parameters = {};  // copied
    bool cooperative = false;                    // all blocks are to be resident, so that they may wait for each other
    std::uint64_t limit_ms = 0;                  // a launch that runs longer is ended; 0: never
    OutputSink output = {};                      // none: standard output
    const std::atomic<bool>* is_unwanted = nullptr;  // when it becomes true the launch is ended
    CompilingThreads* compiling = nullptr;           // gets one more while a thread compiles
    // The texture and surface objects that it may use: those of its session. None: every handle is a fault.
    std::shared_ptr<const TextureSnapshot> textures = {};
    // On which multiprocessors its blocks run: so many of them, from that one on. 0: all.
    std::uint32_t first_multiprocessor = 0;
    std::uint32_t most_multiprocessors = 0;
};

// The reason why a launch ended: for people, and as a CUDA status.
struct FaultReport {
    std::string text;
    std::int32_t status = 0;
};

// How many blocks, or threads; up to LaunchLimits.
inline std::uint32_t product(const Dimensions& dimensions) {
    return dimensions[0] * dimensions[1] * dimensions[2];
}

// The cluster size of the launch, otherwise of the kernel; zeros: neither gives one.
Dimensions cluster_of(const LaunchRequest& request);

class Launch {
public:
    Launch(const LaunchRequest& request, DeviceMemory& device_memory, std::uint64_t id);
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
    ~Launch();

    const Kernel& kernel;
    const LaunchRequest& request;
    DeviceMemory& memory;
    const std::uint64_t grid_id;
    const std::uint32_t thread_count;  // of a block
    const std::uint64_t block_count;
    const std::uint32_t shared_bytes;
    const bool is_explicit_cluster;  // somebody has said how large clusters are
    const Dimensions cluster;
    const std::uint32_t cluster_blocks;
    const Clock::time_point start = Clock::now();
    const std::byte* parameters = nullptr;
    // Device memory that the blocks of a cooperative launch meet in; 0 if it is none.
    std::uint64_t grid_workspace = 0;
    // How the threads [0, vector_end) of a block run in vector code; the others in scalar code.
    std::uint32_t vector_end = 0;
    std::uint32_t multiprocessors = 1;       // of the device
    std::uint32_t first_multiprocessor = 0;  // of those that it may use
    std::size_t local_bytes = 0;             // that a fiber needs
    std::uint32_t resident_limit = 1;

    // The next blocks that nobody has started, in order; an empty range if there are none.
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    Range claim();
    // A block becomes resident; false if enough are. A worker may always have one.
    bool enter_block(bool first_of_worker);
    void leave_block() {
        if (kernel.may_wait) resident_.fetch_sub(1, std::memory_order_relaxed);
    }
    // The code for threads that begin now.
    const Kernel& current_code() const {
        const Kernel* better = kernel.quick == nullptr ? nullptr : kernel.quick->better.load(std::memory_order_acquire);
        return better == nullptr ? kernel : *better;
    }
    // Replaces quick code that has run for long enough, which takes a while; not for a launch that is to end.
    void improve_code(QuickCode& quick);
    // True if all blocks have been claimed. Does not become false again.
    bool exhausted() const { return next_.load(std::memory_order_relaxed) >= std::min(block_count, stop_at()); }

    // --- faults
    // The report of a block's fault. If several blocks fault, the report of the one with the lowest number is kept, so
    // that a failing kernel gives the same report every time.
    void report(std::uint64_t block, FaultReport fault);
    // Ends all blocks at once, with this report.
    void report_and_stop(FaultReport fault);
    // True if a block need not go on, since one with a lower number has failed.
    bool must_stop(std::uint64_t block) const { return block >= stop_at(); }
    bool has_fault() const { return stop_at() != std::numeric_limits<std::uint64_t>::max(); }
    // Another block has failed, and this one has had enough time to fail itself.
    bool grace_is_over(Clock::time_point now) const;
    bool is_too_late(Clock::time_point now) const {
        return is_unwanted() || (request.limit_ms != 0 && now >= deadline_);
    }
    bool is_unwanted() const {
        return request.is_unwanted != nullptr && request.is_unwanted->load(std::memory_order_relaxed);
    }
    const FaultReport& fault() const { return fault_; }
    std::uint64_t nanoseconds_so_far() const {
        return static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start).count());
    }

    // --- what kernels print
    void print(std::string_view text);
    void flush_output();

    // The kernel's continuation, once it is known.
    std::atomic<ResumeFunction> resume{nullptr};

    // --- helpers: a small launch begins without them
    std::atomic<bool> help_asked{true};
    std::function<void()> ask_for_help;
    // True if the launch turns out not to be small after all. If so, the caller has to ask for help.
    bool needs_help(Clock::time_point now) {
        return now - start > std::chrono::microseconds(20) && !help_asked.exchange(true, std::memory_order_relaxed);
    }

private:
    void make_grid_workspace();
    std::uint64_t stop_at() const { return stop_at_.load(std::memory_order_relaxed); }

    std::vector<std::byte> parameter_storage_;
    Clock::time_point deadline_;
    alignas(64) std::atomic<std::uint64_t> next_{0};
    std::atomic<std::uint32_t> resident_{0};
    alignas(64) std::atomic<std::uint64_t> stop_at_{std::numeric_limits<std::uint64_t>::max()};
    std::atomic<Clock::rep> fault_time_{0};
    Mutex fault_mutex_;
    FaultReport fault_ RF_GUARDED_BY(fault_mutex_);
    std::uint64_t fault_block_ RF_GUARDED_BY(fault_mutex_) = std::numeric_limits<std::uint64_t>::max();
    bool stopped_ RF_GUARDED_BY(fault_mutex_) = false;
    Mutex output_mutex_;
    std::string output_ RF_GUARDED_BY(output_mutex_);
};

}  // namespace ringfence::softgpu
