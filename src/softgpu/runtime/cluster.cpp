#include "softgpu/runtime/cluster.h"

#include <sys/mman.h>

#include <algorithm>

#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {

std::unique_ptr<ClusterMemory> ClusterMemory::make() {
    void* const begin = ::mmap(nullptr, most_cluster_blocks * cluster_stride, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) return nullptr;
    return std::unique_ptr<ClusterMemory>(new ClusterMemory(static_cast<std::byte*>(begin)));
}

ClusterMemory::~ClusterMemory() {
    ::munmap(begin_, most_cluster_blocks * cluster_stride);
}

void Cluster::start(std::uint32_t block_count, std::uint32_t threads_of_each) {
    blocks = {};
    count = running = block_count;
    phase = 1;
    waiting_for = block_count * threads_of_each;
    arrivals = 0;
    stuck_visits = 0;
}

void Cluster::arrived(std::uint32_t threads) {
    arrivals += threads;
    complete_if_all_came();
}

void Cluster::ended(std::uint32_t threads, std::uint32_t of_them_arrived) {
    waiting_for -= threads;
    arrivals -= of_them_arrived;
    if (arrivals > 0) complete_if_all_came();
}

void Cluster::complete_if_all_came() {
    if (arrivals < waiting_for) return;
    arrivals = 0;
    ++phase;
    for (Block* block : blocks) {
        if (block != nullptr) block->wake_for_cluster();
    }
}

// --- for compiled code
// ------------------------------------------------------------------------------------------------

void rf_cluster_arrive(ThreadState* thread, SiteId /*site*/) {
    Block& block = *thread->block->block;
    if (block.cluster_arrivals.empty()) block.cluster_arrivals.resize(thread->block->thread_count);
    std::uint32_t news = 0;
    for (std::uint32_t i = thread->thread; i < thread->thread + thread->lanes; ++i) {
        // A second arrival of the same thread does not count.
        if (block.cluster_arrivals[i] == block.cluster->phase) continue;
        block.cluster_arrivals[i] = block.cluster->phase;
        ++news;
    }
    if (news > 0) block.cluster->arrived(news);
}

// A thread that has not arrived does not wait, as on a card.
void rf_cluster_wait(ThreadState* thread, SiteId site) {
    Block& block = *thread->block->block;
    if (block.cluster_arrivals.empty()) return;
    const auto first = block.cluster_arrivals.begin() + thread->thread;
    if (std::find(first, first + thread->lanes, block.cluster->phase) == first + thread->lanes) return;
    Fiber& fiber = *block.current;
    fiber.wait.kind = WaitKind::Cluster;
    fiber.wait.site = site;
    block.cluster_waiting.push(&fiber);
    block.wait();
}

}  // namespace ringfence::softgpu
