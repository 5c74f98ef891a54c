// Barriers: bar and barrier, with all their forms.
//
// A barrier without a count is for all threads of the block; those that have ended are taken to have come. With a
// count, a warp counts as a whole: its lanes that have ended, or never were, come with the first that does.
#include <bit>

#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {
namespace {

struct Arrival {
    std::uint32_t id = 0;
    std::uint32_t count = 0;
    bool aligned = false;
    SiteId site = 0;
    bool has_predicate = false;
    std::uint32_t predicate = 0;  // a bit for each lane
};

[[noreturn]] void fail(const ThreadState& thread, const Arrival& arrival, const char* text) {
    raise_fault({.kind = FaultKind::Message, .thread = &thread, .site = arrival.site, .text = text});
}

bool is_complete(const Block& block, const Barrier& barrier) {
    if (barrier.count == 0)
        return barrier.arrived + block.ended - barrier.arrived_and_ended >= block.launch->thread_count;
    return barrier.counted >= barrier.count;
}

void note_site(Barrier& barrier, Barrier::First& first, const ThreadState& thread, const Arrival& arrival) {
    if (first.thread == 0) {
        first = {thread.thread + 1, arrival.aligned, arrival.site, 0};
    } else if (arrival.aligned && first.aligned && first.site != arrival.site && !barrier.divergent) {
        barrier.divergent = true;
        barrier.one_thread = first.thread - 1;
        barrier.one_site = first.site;
        barrier.other_thread = thread.thread;
        barrier.other_site = arrival.site;
    }
}

Barrier& arrive(Block& block, const ThreadState& thread, const Arrival& arrival) {
    if (arrival.id >= kernel_barriers) fail(thread, arrival, "a barrier that does not exist: there are 16, 0 to 15");
    if (arrival.count % warp_lanes != 0) {
        fail(thread, arrival, "a barrier with a number of threads that is not a multiple of 32");
    }
    Barrier& barrier = block.barriers[arrival.id];
    if (barrier.in_use && barrier.count != arrival.count) {
        fail(thread, arrival, "a barrier with another number of threads than those that wait at it have given");
    }
    barrier.in_use = true;
    barrier.count = arrival.count;
    block.barriers_used |= 1U << arrival.id;
    Barrier::First& first = barrier.first[thread.thread / warp_lanes];
    if (first.thread == 0) {
        barrier.counted += static_cast<std::uint32_t>(std::popcount(block.warps[thread.thread / warp_lanes].ended));
    }
    note_site(barrier, first, thread, arrival);
    first.lanes |= mask_of(thread);
    barrier.arrived += thread.lanes;
    barrier.counted += thread.lanes;
    if (arrival.has_predicate) {
        barrier.predicates += thread.lanes;
        const std::uint32_t bits = thread.lanes == 1 ? (arrival.predicate != 0 ? 1 : 0) : arrival.predicate;
        barrier.true_predicates += static_cast<std::uint32_t>(std::popcount(bits));
    }
    return barrier;
}

std::uint32_t reduce(const Barrier& barrier, BarrierReduction operation) {
    switch (operation) {
        case BarrierReduction::Popc: return barrier.true_predicates;
        case BarrierReduction::And: return barrier.true_predicates == barrier.predicates ? 1 : 0;
        case BarrierReduction::Or: return barrier.true_predicates != 0 ? 1 : 0;
    }
    return 0;
}

void enqueue(Barrier& barrier, Fiber& fiber, const Arrival& arrival, BarrierReduction operation) {
    fiber.wait.kind = WaitKind::Barrier;
    fiber.wait.aligned = arrival.aligned;
    fiber.wait.barrier = static_cast<std::uint8_t>(arrival.id);
    fiber.wait.reduction = operation;
    fiber.wait.site = arrival.site;
    barrier.waiting.push(&fiber);
}

std::uint32_t arrive_and_wait(ThreadState& thread, const Arrival& arrival, BarrierReduction operation) {
    Block& block = *thread.block->block;
    Barrier& barrier = arrive(block, thread, arrival);
    if (is_complete(block, barrier)) {
        const std::uint32_t result = reduce(barrier, operation);
        block.complete_barrier(barrier, thread);
        return result;
    }
    Fiber& fiber = *block.current;
    enqueue(barrier, fiber, arrival, operation);
    block.wait();
    return static_cast<std::uint32_t>(fiber.value);
}

}  // namespace

void Block::complete_barrier(Barrier& barrier, const ThreadState& by) {
    if (barrier.divergent) {
        ThreadState& one = current->thread;  // ends here in any case
        const SiteId site = barrier.one_site;
        one = by;
        locate(one, barrier.one_thread);
        raise_fault({.kind = FaultKind::Divergence,
                     .thread = &one,
                     .site = site,
                     .other_thread = barrier.other_thread,
                     .other_site = barrier.other_site});
    }
    for (std::uint32_t count = barrier.waiting.size(); count > 0; --count) {
        Fiber* const fiber = barrier.waiting.pop();
        fiber->value = reduce(barrier, fiber->wait.reduction);
        make_ready(fiber);
    }
    barriers_used &= ~(1U << (&barrier - barriers.data()));
    barrier = {};
}

void Block::wait_at_barrier(Fiber& fiber, const StagedGroups& groups) {
    const Arrival arrival{.id = groups.barrier, .aligned = groups.aligned != 0, .site = groups.site};
    enqueue(arrive(*this, fiber.thread, arrival), fiber, arrival, BarrierReduction::Popc);
}

void Block::barriers_after_end(std::uint32_t warp, std::uint32_t lanes) {
    for (Barrier& barrier : barriers) {
        if (!barrier.in_use) continue;
        const Barrier::First& first = barrier.first[warp];
        // A thread that has arrived without waiting, and then ended, counts once.
        barrier.arrived_and_ended += static_cast<std::uint32_t>(std::popcount(lanes & first.lanes));
        if (first.thread != 0) barrier.counted += static_cast<std::uint32_t>(std::popcount(lanes & ~first.lanes));
        if (is_complete(*this, barrier)) complete_barrier(barrier, current->thread);
    }
}

void rf_barrier_sync(ThreadState* thread, std::uint32_t id, std::uint32_t count, std::uint32_t aligned, SiteId site) {
    arrive_and_wait(*thread, {.id = id, .count = count, .aligned = aligned != 0, .site = site}, BarrierReduction::Popc);
}

void rf_barrier_arrive(ThreadState* thread, std::uint32_t id, std::uint32_t count, std::uint32_t aligned, SiteId site) {
    Block& block = *thread->block->block;
    Barrier& barrier = arrive(block, *thread, {.id = id, .count = count, .aligned = aligned != 0, .site = site});
    if (is_complete(block, barrier)) block.complete_barrier(barrier, *thread);
}

std::uint32_t rf_barrier_reduce(ThreadState* thread, std::uint32_t id, std::uint32_t count, std::uint32_t aligned,
                                BarrierReduction operation, std::uint32_t predicate, SiteId site) {
    const Arrival arrival{
        .id = id, .count = count, .aligned = aligned != 0, .site = site, .has_predicate = true, .predicate = predicate};
    return arrive_and_wait(*thread, arrival, operation);
}

}  // namespace ringfence::softgpu
