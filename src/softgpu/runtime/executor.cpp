#include "softgpu/runtime/executor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/cuda_status.h"

namespace ringfence::softgpu {
namespace {

constexpr std::int32_t invalid_cluster_size = 912;  // CUDA_ERROR_INVALID_CLUSTER_SIZE
// Launches of fewer threads begin without help.
constexpr std::uint64_t small_launch = 2048;

Error refuse(const Kernel& kernel, const std::string& why, std::int32_t status = cuda_status::invalid_value) {
    return Error::bad_input(fmt::format("cannot launch kernel '{}': {}", kernel.name, why)).with_status(status);
}

std::string text_of(const Dimensions& dimensions) {
    return fmt::format("({},{},{})", dimensions[0], dimensions[1], dimensions[2]);
}

Result<void> check_dimensions(const Kernel& kernel, const char* what, const Dimensions& is, const Dimensions& max) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (is[i] == 0) return refuse(kernel, fmt::format("the {} {} is empty", what, text_of(is)));
        if (is[i] > max[i]) {
            return refuse(kernel, fmt::format("the {} {} is too large: at most {}", what, text_of(is), text_of(max)));
        }
    }
    return {};
}

Result<void> check_cluster(const LaunchRequest& request) {
    const Kernel& kernel = *request.kernel;
    const Dimensions cluster = cluster_of(request);
    if (cluster == Dimensions{0, 0, 0}) return {};
    const std::uint64_t blocks = std::uint64_t{cluster[0]} * cluster[1] * cluster[2];
    constexpr std::uint32_t most = LaunchLimits::max_cluster;
    if (blocks == 0 || cluster[0] > most || cluster[1] > most || cluster[2] > most || blocks > most) {
        return refuse(kernel, fmt::format("a cluster of {} blocks: it has from 1 to {}", text_of(cluster), most),
                      invalid_cluster_size);
    }
    if (product(kernel.cluster) != 0 && cluster != kernel.cluster) {
        return refuse(kernel,
                      fmt::format("clusters of {} blocks: the kernel was compiled for {}", text_of(cluster),
                                  text_of(kernel.cluster)),
                      invalid_cluster_size);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (request.grid[i] % cluster[i] != 0) {
            return refuse(kernel, fmt::format("the grid {} is not made of whole clusters of {} blocks",
                                              text_of(request.grid), text_of(cluster)));
        }
    }
    return {};
}

}  // namespace

Executor::Executor(DeviceMemory& memory, const ExecutorOptions& options) : memory_(memory), options_(options) {
    workers_ = options.workers != 0 ? options.workers : std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 1; i < workers_; ++i)
        helpers_.emplace_back([this] { help(); });
}

Executor::~Executor() {
    {
        const MutexLock lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& helper : helpers_)
        helper.join();
}

std::uint32_t Executor::blocks_per_multiprocessor(std::uint32_t threads, std::uint32_t shared_bytes) {
    const std::uint32_t by_threads = LaunchLimits::max_resident_threads / std::max(threads, 1U);
    const std::uint32_t by_shared =
        LaunchLimits::max_resident_shared / (shared_bytes + LaunchLimits::block_shared_overhead);
    return std::min({LaunchLimits::max_resident_blocks, by_threads, by_shared});
}

std::uint32_t Executor::max_resident_blocks(const Kernel& kernel, std::uint32_t threads, std::uint32_t shared_bytes,
                                            std::uint32_t multiprocessors) const {
    const std::uint32_t places = multiprocessors == 0 ? workers_ : std::min(multiprocessors, workers_);
    std::uint32_t blocks = places * blocks_per_multiprocessor(threads, shared_bytes);
    if (kernel.may_wait) blocks = std::min(blocks, LaunchLimits::max_waiting_threads / std::max(threads, 1U));
    return std::max(blocks, 1U);
}

Result<void> Executor::check(const LaunchRequest& request) const {
    const Kernel& kernel = *request.kernel;
    RF_RETURN_IF_ERROR(check_dimensions(kernel, "block", request.block, LaunchLimits::max_block));
    RF_RETURN_IF_ERROR(check_dimensions(kernel, "grid", request.grid, LaunchLimits::max_grid));
    RF_RETURN_IF_ERROR(check_cluster(request));
    const std::uint64_t threads = std::uint64_t{request.block[0]} * request.block[1] * request.block[2];
    if (threads > LaunchLimits::max_threads_per_block || threads > kernel.max_threads) {
        const bool own = kernel.max_threads < LaunchLimits::max_threads_per_block;
        return refuse(kernel,
                      fmt::format("the block {} has {} threads: {} at most {}", text_of(request.block), threads,
                                  own ? "the kernel was compiled for" : "the device allows",
                                  std::min(kernel.max_threads, LaunchLimits::max_threads_per_block)),
                      own ? cuda_status::launch_out_of_resources : cuda_status::invalid_value);
    }
    const std::uint64_t shared = std::uint64_t{kernel.static_shared} + request.dynamic_shared;
    if (shared > LaunchLimits::max_shared) {
        return refuse(kernel,
                      fmt::format("it needs {} bytes of shared memory ({} of its own and {} dynamic): the "
                                  "device has {} for a block",
                                  shared, kernel.static_shared, request.dynamic_shared, LaunchLimits::max_shared));
    }
    if (request.parameters.size() != kernel.parameter_bytes) {
        return refuse(kernel, fmt::format("{} bytes of parameters were passed: it takes {}", request.parameters.size(),
                                          kernel.parameter_bytes));
    }
    const std::uint64_t blocks = std::uint64_t{request.grid[0]} * request.grid[1] * request.grid[2];
    const std::uint32_t most =
        max_resident_blocks(kernel, static_cast<std::uint32_t>(threads), static_cast<std::uint32_t>(shared));
    if (request.cooperative && blocks > most) {
        return refuse(kernel,
                      fmt::format("the grid {} has {} blocks: of this kind {} can run at once, as a "
                                  "cooperative launch needs",
                                  text_of(request.grid), blocks, most),
                      cuda_status::cooperative_launch_too_large);
    }
    return {};
}

Result<void> Executor::run(const LaunchRequest& request) {
    RF_RETURN_IF_ERROR(check(request));
    Launch launch(request, memory_, next_id_.fetch_add(1, std::memory_order_relaxed));
    launch.multiprocessors = workers_;
    // Blocks that spin may count on a card's multiprocessors, which are many: as many blocks as there are stacks for.
    launch.resident_limit = std::max(1U, LaunchLimits::max_waiting_threads / launch.thread_count);

    Offer offer;
    offer.launch = &launch;
    // The caller's thread is one of them. A launch ends with any number of threads, also one whose blocks wait for each
    // other: helpers may be busy elsewhere anyway.
    launch.first_multiprocessor = std::min(request.first_multiprocessor, workers_ - 1);
    const std::uint32_t places = workers_ - launch.first_multiprocessor;
    const std::uint32_t most =
        request.most_multiprocessors == 0 ? places : std::min(request.most_multiprocessors, places);
    offer.wanted = static_cast<unsigned>(std::min<std::uint64_t>({helpers_.size(), launch.block_count - 1, most - 1}));
    if (offer.wanted > 0) {
        launch.ask_for_help = [&] { offer_help(offer); };
        if (launch.block_count * launch.thread_count >= small_launch) {
            offer_help(offer);
        } else {
            launch.help_asked.store(false, std::memory_order_relaxed);
        }
    }
    std::unique_ptr<Worker> worker = take_worker();
    worker->work(launch, 0);
    put_worker(std::move(worker));
    withdraw(offer);
    if (QuickCode* const quick = launch.kernel.quick) quick->ran_ns += launch.nanoseconds_so_far();
    launch.flush_output();
    if (launch.has_fault()) return Error::bad_input(launch.fault().text).with_status(launch.fault().status);
    return {};
}

std::unique_ptr<Worker> Executor::take_worker() {
    {
        const MutexLock lock(worker_mutex_);
        if (!idle_workers_.empty()) {
            std::unique_ptr<Worker> worker = std::move(idle_workers_.back());
            idle_workers_.pop_back();
            return worker;
        }
    }
    return std::make_unique<Worker>(options_.fibers);
}

void Executor::put_worker(std::unique_ptr<Worker> worker) {
    const MutexLock lock(worker_mutex_);
    idle_workers_.push_back(std::move(worker));
}

void Executor::offer_help(Offer& offer) {
    const bool one = offer.wanted == 1;
    {
        const MutexLock lock(mutex_);
        offers_.push_back(&offer);
    }
    if (one) {
        wake_.notify_one();
    } else {
        wake_.notify_all();
    }
}

void Executor::withdraw(Offer& offer) {
    if (!offer.launch->help_asked.load(std::memory_order_relaxed)) return;
    const MutexLock lock(mutex_);
    const auto found = std::find(offers_.begin(), offers_.end(), &offer);
    if (found != offers_.end()) offers_.erase(found);
    offer.idle.wait(mutex_, [&] { return offer.at_work == 0; });
}

// The launch that has the fewest helpers.
Executor::Offer* Executor::find_offer() {
    Offer* best = nullptr;
    for (Offer* offer : offers_) {
        if (offer->wanted == 0 || offer->launch->exhausted()) continue;
        if (best == nullptr || offer->at_work < best->at_work) best = offer;
    }
    return best;
}

void Executor::help() {
    Worker worker(options_.fibers);
    const MutexLock lock(mutex_);
    while (!ending_) {
        Offer* const offer = find_offer();
        if (offer == nullptr) {
            wake_.wait(mutex_);
            continue;
        }
        --offer->wanted;
        ++offer->at_work;
        const std::uint32_t number = offer->next_number++;
        {
            const MutexUnlock unlocked(mutex_);
            worker.work(*offer->launch, number);
        }
        // Under the lock: the caller may be gone as soon as it is released.
        if (--offer->at_work == 0) offer->idle.notify_all();
    }
}

}  // namespace ringfence::softgpu
