// Executor: runs launches on the processor's cores.
//
// The thread that calls run() runs blocks itself; the executor's own threads help with launches that are worth it. So
// a small launch costs no switch to another thread, and launches of several threads run beside each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "softgpu/runtime/launch.h"
#include "softgpu/runtime/memory.h"
#include "softgpu/runtime/worker.h"

namespace ringfence::softgpu {

struct ExecutorOptions {
    unsigned workers = 0;  // threads that run blocks of a launch, the caller's included; 0: one per core
    FiberOptions fibers;
};

// The limits of a launch: those of a device of compute capability 9.0.
struct LaunchLimits {
    static constexpr std::uint32_t max_threads_per_block = 1024;
    static constexpr Dimensions max_block = {1024, 1024, 64};
    static constexpr Dimensions max_grid = {2147483647, 65535, 65535};
    static constexpr std::uint32_t max_shared = 227 << 10;
    static constexpr std::uint32_t max_cluster = 16;
    // The limits of a multiprocessor.
    static constexpr std::uint32_t max_resident_threads = 2048;
    static constexpr std::uint32_t max_resident_blocks = 32;
    static constexpr std::uint32_t max_resident_shared = 228 << 10;
    static constexpr std::uint32_t block_shared_overhead = 1 << 10;
    // The limit for a launch of threads that may wait, since each of them has a stack.
    static constexpr std::uint32_t max_waiting_threads = 16384;
};

class Executor {
public:
    explicit Executor(DeviceMemory& memory, const ExecutorOptions& options = {});
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    ~Executor();

    // Runs a kernel to its end. A fault of the kernel's is an error whose message is the report.
    Result<void> run(const LaunchRequest& request);

    // How many blocks of this kind can be resident at a time: on one multiprocessor, and on so many of them (0: all),
    // which is the largest grid of a cooperative launch.
    static std::uint32_t blocks_per_multiprocessor(std::uint32_t threads, std::uint32_t shared_bytes);
    std::uint32_t max_resident_blocks(const Kernel& kernel, std::uint32_t threads, std::uint32_t shared_bytes,
                                      std::uint32_t multiprocessors = 0) const;

    unsigned workers() const { return workers_; }

private:
    // A launch that helpers may join.
    struct Offer {
        Launch* launch = nullptr;
        unsigned wanted = 0;   // helpers, still
        unsigned at_work = 0;  // helpers, now
        std::uint32_t next_number = 1;
        ConditionVariable idle;  // at_work has become 0
    };

    Result<void> check(const LaunchRequest& request) const;
    std::unique_ptr<Worker> take_worker();
    void put_worker(std::unique_ptr<Worker> worker);
    void help();
    Offer* find_offer() RF_REQUIRES(mutex_);
    void offer_help(Offer& offer);
    void withdraw(Offer& offer);

    DeviceMemory& memory_;
    ExecutorOptions options_;
    unsigned workers_ = 1;
    std::atomic<std::uint64_t> next_id_{1};
    Mutex worker_mutex_;
    std::vector<std::unique_ptr<Worker>> idle_workers_ RF_GUARDED_BY(worker_mutex_);
    Mutex mutex_;  // of the offers' contents too
    ConditionVariable wake_;
    std::vector<Offer*> offers_ RF_GUARDED_BY(mutex_);
    bool ending_ RF_GUARDED_BY(mutex_) = false;
    std::vector<std::thread> helpers_;
};

}  // namespace ringfence::softgpu
