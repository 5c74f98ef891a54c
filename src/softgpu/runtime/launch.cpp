#include "softgpu/runtime/launch.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "softgpu/runtime/memory.h"

namespace ringfence::softgpu {
namespace {

constexpr std::size_t output_chunk = 64 << 10;
constexpr std::uint64_t max_claim = 32;  // blocks at a time
constexpr std::size_t parameter_alignment = 256;

// Vector code runs groups that lie in one row.
std::uint32_t threads_in_groups(const Kernel& kernel, const Dimensions& block, std::uint32_t threads) {
    if (kernel.vector == nullptr || kernel.lanes < 2) return 0;
    if (block[0] % kernel.lanes == 0) return threads;
    return block[1] == 1 && block[2] == 1 ? threads / kernel.lanes * kernel.lanes : 0;
}

// Quick code has as much time again, at most: for what it does more slowly, and for replacing it.
std::chrono::nanoseconds time_limit(const LaunchRequest& request) {
    const std::chrono::nanoseconds limit = std::chrono::milliseconds(request.limit_ms);
    if (request.kernel->quick == nullptr) return limit;
    const auto worth =
        static_cast<std::int64_t>(std::min<std::uint64_t>(request.kernel->quick->worth_ns, INT64_MAX / 2));
    return limit + std::min(limit, std::chrono::nanoseconds(2 * worth));
}

}  // namespace

Dimensions cluster_of(const LaunchRequest& request) {
    return product(request.cluster) != 0 ? request.cluster : request.kernel->cluster;
}

Launch::Launch(const LaunchRequest& launch_request, DeviceMemory& device_memory, std::uint64_t id)
    : kernel(*launch_request.kernel),
      request(launch_request),
      memory(device_memory),
      grid_id(id),
      thread_count(product(launch_request.block)),
      block_count(std::uint64_t{launch_request.grid[0]} * launch_request.grid[1] * launch_request.grid[2]),
      shared_bytes(kernel.reserved_shared + kernel.static_shared + launch_request.dynamic_shared),
      is_explicit_cluster(product(cluster_of(launch_request)) != 0),
      cluster(is_explicit_cluster ? cluster_of(launch_request) : Dimensions{1, 1, 1}),
      cluster_blocks(product(cluster)),
      deadline_(start + time_limit(launch_request)) {
    vector_end = threads_in_groups(kernel, request.block, thread_count);
    local_bytes = std::size_t{kernel.local_bytes} * (vector_end > 0 ? kernel.lanes : 1) * 2;
    // Code may read whole words of them.
    parameter_storage_.resize(request.parameters.size() + 2 * parameter_alignment);
    std::byte* place = parameter_storage_.data();
    place += (first_parameter - reinterpret_cast<std::uintptr_t>(place)) & (parameter_alignment - 1);
    std::copy(request.parameters.begin(), request.parameters.end(), place);
    parameters = place;
    if (request.cooperative) make_grid_workspace();
}

// If there is no memory for it, the kernel finds none and ends itself, as it does on a card.
void Launch::make_grid_workspace() {
    constexpr std::uint64_t bytes = 256;
    Result<std::uint64_t> address = memory.allocate(bytes, bytes, MemoryKind::Allocation, "grid workspace");
    if (!address.ok()) return;
    grid_workspace = address.value();
    std::memset(reinterpret_cast<void*>(grid_workspace), 0, bytes);
}

Launch::~Launch() {
    flush_output();
    if (grid_workspace != 0) static_cast<void>(memory.release(grid_workspace).ok());
}

Launch::Range Launch::claim() {
    if (exhausted()) return {};
    std::uint64_t count = cluster_blocks;
    if (!kernel.may_wait && count == 1) {
        const std::uint64_t left = block_count - std::min(block_count, next_.load(std::memory_order_relaxed));
        count = std::clamp<std::uint64_t>(left / (std::uint64_t{multiprocessors} * 16), 1, max_claim);
    }
    const std::uint64_t begin = next_.fetch_add(count, std::memory_order_relaxed);
    return {begin, std::min(begin + count, block_count)};
}

bool Launch::enter_block(bool first_of_worker) {
    if (!kernel.may_wait) return true;  // it is done before its worker starts another
    if (resident_.fetch_add(1, std::memory_order_relaxed) < resident_limit || first_of_worker) return true;
    leave_block();
    return false;
}

void Launch::improve_code(QuickCode& quick) {
    if (quick.claimed.load(std::memory_order_relaxed)) return;
    if (quick.ran_ns.load(std::memory_order_relaxed) + nanoseconds_so_far() < quick.worth_ns) return;
    if (is_too_late(Clock::now()) || quick.claimed.exchange(true)) return;
    const Compiling compiling(request.compiling);
    const Kernel* const better = kernel.improve(kernel);
    if (better == nullptr) return;
    quick.better.store(better, std::memory_order_release);
    // Code for lanes that part fits to either.
    if (resume.load(std::memory_order_relaxed) == nullptr) return;
    if (const ResumeFunction code = kernel.resume(kernel)) resume.store(code, std::memory_order_release);
}

void Launch::report(std::uint64_t block, FaultReport fault) {
    const MutexLock lock(fault_mutex_);
    if (stopped_ || block >= fault_block_) return;
    fault_ = std::move(fault);
    fault_block_ = block;
    Clock::rep none = 0;
    fault_time_.compare_exchange_strong(none, Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
    stop_at_.store(block, std::memory_order_relaxed);
}

void Launch::report_and_stop(FaultReport fault) {
    const MutexLock lock(fault_mutex_);
    // A fault that came before is the better report: what waits may have waited for that block.
    if (stopped_) return;
    if (fault_block_ == std::numeric_limits<std::uint64_t>::max()) fault_ = std::move(fault);
    stopped_ = true;
    fault_block_ = 0;
    stop_at_.store(0, std::memory_order_relaxed);
}

bool Launch::grace_is_over(Clock::time_point now) const {
    if (!has_fault()) return false;
    const Clock::time_point failed{Clock::duration(fault_time_.load(std::memory_order_relaxed))};
    return now - failed > std::max<Clock::duration>(std::chrono::milliseconds(100), 2 * (failed - start));
}

void Launch::print(std::string_view text) {
    const MutexLock lock(output_mutex_);
    if (request.output) {
        request.output(text);
        return;
    }
    output_ += text;
    if (output_.size() < output_chunk) return;
    std::fwrite(output_.data(), 1, output_.size(), stdout);
    output_.clear();
}

void Launch::flush_output() {
    const MutexLock lock(output_mutex_);
    if (output_.empty()) return;
    std::fwrite(output_.data(), 1, output_.size(), stdout);
    std::fflush(stdout);
    output_.clear();
}

}  // namespace ringfence::softgpu
