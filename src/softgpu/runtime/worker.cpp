#include "softgpu/runtime/worker.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/cuda_status.h"
#include "softgpu/runtime/fault.h"

namespace ringfence::softgpu {
namespace {

// When all blocks have only waited for so long, another one is started: it may be the one that they wait for. A block
// that computes for a long time looks the same.
constexpr auto time_before_another = std::chrono::milliseconds(1);
constexpr std::size_t kept_fibers = 1024;
constexpr std::size_t kept_blocks = 16;
constexpr std::size_t kept_clusters = 4;
constexpr std::uint32_t blocks_per_look = 64;

}  // namespace

Worker::~Worker() = default;

void Worker::work(Launch& launch, std::uint32_t number) {
    adopt_thread(context);
    multiprocessor = launch.first_multiprocessor + number;
    extents.fill({});
    claimed_ = {};
    std::size_t turn = 0;
    std::uint32_t idle_visits = 0;
    while (!residents_.empty() || start_block(launch)) {
        turn = turn < residents_.size() ? turn : 0;
        Resident& resident = residents_[turn];
        const std::uint32_t before = resident.block->progress;
        if (!visit(launch, resident)) {
            idle_visits = 0;
            finish_block(launch, resident);
            std::swap(resident, residents_.back());
            residents_.pop_back();
            if (!launch.help_asked.load(std::memory_order_relaxed) && launch.needs_help(Clock::now())) {
                launch.ask_for_help();
            }
            continue;
        }
        idle_visits = resident.block->progress != before || resident.block->sliced ? 0 : idle_visits + 1;
        ++turn;
        if (wants_another_block(launch) && start_block(launch)) {
            turn = residents_.size() - 1;
            idle_visits = 0;
        }
        if (idle_visits > residents_.size()) rest(idle_visits);
    }
    fibers.trim(kept_fibers);
    if (idle_blocks_.size() > kept_blocks) idle_blocks_.resize(kept_blocks);
}

// A kernel without loops does not look at the clock, and a grid of such blocks may have no end either.
void Worker::look_at_clock(Launch& launch) {
    if (++started_ % blocks_per_look != 0 || !launch.is_too_late(Clock::now())) return;
    launch.report_and_stop({compose_report(launch, end_text(launch), {}, {}), cuda_status::launch_timeout});
}

bool Worker::start_block(Launch& launch) {
    if (claimed_.begin >= claimed_.end) claimed_ = launch.claim();
    while (claimed_.begin < claimed_.end && launch.must_stop(claimed_.begin))
        claimed_.begin += launch.cluster_blocks;
    if (claimed_.begin >= claimed_.end || !launch.enter_block(residents_.empty())) return false;
    if (launch.kernel.quick != nullptr) launch.improve_code(*launch.kernel.quick);
    bool ok = true;
    Cluster* const cluster = new_cluster(launch, ok);
    if (!ok) {
        launch.leave_block();
        launch.report_and_stop(
            {compose_report(launch, "no addresses are left for the shared memory of its cluster", {}, {}),
             cuda_status::launch_out_of_resources});
        return false;
    }
    // Its other blocks have to be there as well, however many are.
    for (std::uint32_t i = 0; i < launch.cluster_blocks; ++i) {
        if (i > 0) static_cast<void>(launch.enter_block(true));
        std::unique_ptr<Block> block = take_block();
        block->start(launch, claimed_.begin++, cluster);
        residents_.push_back({std::move(block), {}});
    }
    look_at_clock(launch);
    return true;
}

std::unique_ptr<Block> Worker::take_block() {
    if (idle_blocks_.empty()) return std::make_unique<Block>(*this);
    std::unique_ptr<Block> block = std::move(idle_blocks_.back());
    idle_blocks_.pop_back();
    return block;
}

Cluster* Worker::new_cluster(Launch& launch, bool& ok) {
    if (launch.cluster_blocks == 1) return nullptr;
    std::unique_ptr<Cluster> cluster;
    if (idle_clusters_.empty()) {
        cluster = std::make_unique<Cluster>();
        cluster->memory = ClusterMemory::make();
        ok = cluster->memory != nullptr;
        if (!ok) return nullptr;
    } else {
        cluster = std::move(idle_clusters_.back());
        idle_clusters_.pop_back();
    }
    cluster->start(launch.cluster_blocks, launch.thread_count);
    clusters_.push_back(std::move(cluster));
    return clusters_.back().get();
}

// Its shared memory stays until the last block of the cluster has ended.
void Worker::leave_cluster(Block& block) {
    Cluster& cluster = *block.cluster;
    cluster.blocks[block.state.cluster_rank] = nullptr;
    cluster.stuck_visits = 0;
    if (--cluster.running > 0 || cluster.memory == nullptr) return;
    const auto found =
        std::find_if(clusters_.begin(), clusters_.end(), [&](const auto& other) { return other.get() == &cluster; });
    if (idle_clusters_.size() < kept_clusters) idle_clusters_.push_back(std::move(*found));
    clusters_.erase(found);
}

void Worker::finish_block(Launch& launch, Resident& resident) {
    launch.leave_block();
    leave_cluster(*resident.block);
    idle_blocks_.push_back(std::move(resident.block));
}

bool Worker::visit(Launch& launch, Resident& resident) {
    Block& block = *resident.block;
    const std::uint32_t before = block.progress;
    switch (block.run()) {
        case BlockOutcome::Finished: return false;
        case BlockOutcome::Yielded:
            // When another block has failed, one that waits may wait for that.
            if (launch.has_fault()) break;
            block.cluster->stuck_visits = 0;
            if (block.progress != before) resident.last_progress = block.visit_time;
            return true;
        case BlockOutcome::Stuck:
            if (block.progress != before) block.cluster->stuck_visits = 0;
            ++block.cluster->stuck_visits;
            if (!is_stuck(launch, block)) return true;
            launch.report(block.index, {block.describe_stuck(), cuda_status::launch_timeout});
            break;
        case BlockOutcome::NoMemory:
            launch.report(block.index,
                          {compose_report(launch, "no memory is left for the stacks of its threads", {}, {}),
                           cuda_status::launch_out_of_resources});
            break;
        case BlockOutcome::Fault: {
            FaultReport report{describe_fault(launch, block.state, block.fault), status_of(block.fault)};
            if (block.fault.kind == FaultKind::Endless) {
                launch.report_and_stop(std::move(report));
            } else {
                launch.report(block.index, std::move(report));
            }
            break;
        }
        case BlockOutcome::Stopped:
        case BlockOutcome::Call: break;
    }
    block.abandon();
    return false;
}

bool Worker::is_stuck(const Launch& launch, const Block& block) {
    const Cluster& cluster = *block.cluster;
    return !cluster.has_others() || launch.has_fault() || cluster.stuck_visits > 2 * cluster.count;
}

bool Worker::wants_another_block(const Launch& launch) const {
    // These are sure to wait for each other.
    if (launch.request.cooperative) return true;
    return std::all_of(residents_.begin(), residents_.end(), [](const Resident& resident) {
        return resident.block->visit_time - resident.last_progress > time_before_another;
    });
}

// All blocks wait for something that another worker has to do, which may need this processor.
void Worker::rest(std::uint32_t idle_visits) {
    if (idle_visits > 20'000) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    } else if (idle_visits % 8 == 0) {
        std::this_thread::yield();
    }
}

}  // namespace ringfence::softgpu
