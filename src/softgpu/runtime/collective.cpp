// Operations that lanes of a warp do together: each waits until all of the mask have come.
//
// The lanes need not come from the same instruction, only with the same operation and mask, as the ISA demands. Lanes
// that have ended do not count.
#include <bit>

#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {

PendingCollective& new_collective(Block& block) {
    if (block.free_collectives == nullptr) {
        block.collectives_.push_back(std::make_unique<PendingCollective>());
        return *block.collectives_.back();
    }
    PendingCollective& pending = *block.free_collectives;
    block.free_collectives = pending.next;
    return pending;
}

namespace {

PendingCollective& find_or_add(Block& block, Warp& warp, std::uint32_t mask, CollectiveFunction compute,
                               std::uint64_t argument) {
    for (PendingCollective* pending = warp.pending; pending != nullptr; pending = pending->next) {
        const Collective& collective = pending->collective;
        if (collective.mask == mask && pending->compute == compute && collective.argument == argument) return *pending;
    }
    PendingCollective& pending = new_collective(block);
    pending.compute = compute;
    pending.arrived = 0;
    pending.collective.mask = mask;
    pending.collective.argument = argument;
    pending.next = warp.pending;
    warp.pending = &pending;
    return pending;
}

void unlink(Warp& warp, PendingCollective& pending) {
    PendingCollective** link = &warp.pending;
    while (*link != &pending)
        link = &(*link)->next;
    *link = pending.next;
}

// All that take part are there. Wakes them in the order of their lanes, but for the one that runs, if any.
void complete(Block& block, Warp& warp, PendingCollective& pending, const Fiber* running) {
    unlink(warp, pending);
    pending.collective.mask = pending.arrived;
    if (pending.compute != nullptr) pending.compute(pending.collective);
    for (std::uint32_t rest = pending.arrived; rest != 0; rest &= rest - 1) {
        Fiber* const fiber = pending.fibers[static_cast<std::size_t>(std::countr_zero(rest))];
        if (fiber != nullptr && fiber != running) block.make_ready(fiber);
    }
    pending.next = block.free_collectives;
    block.free_collectives = &pending;
}

}  // namespace

void Block::collectives_after_end(Warp& warp) {
    PendingCollective* pending = warp.pending;
    while (pending != nullptr) {
        PendingCollective* const next = pending->next;
        if (pending->arrived == (pending->collective.mask & ~warp.ended)) complete(*this, warp, *pending, nullptr);
        pending = next;
    }
}

void run_collective(ThreadState* thread, std::uint32_t mask, SiteId site, CollectiveFunction compute, const void* in,
                    void* out, std::uint64_t argument) {
    Block& block = *thread->block->block;
    const std::uint32_t lanes = mask_of(*thread);
    if ((mask & lanes) != lanes) {
        raise_fault({.kind = FaultKind::NotInMask, .thread = thread, .site = site, .address = mask});
    }
    Warp& warp = block.warps[thread->thread / warp_lanes];
    PendingCollective& pending = find_or_add(block, warp, mask, compute, argument);
    const std::uint32_t lane = lane_of(*thread);
    Fiber& fiber = *block.current;
    // A group of lanes is woken once, by its first.
    for (std::uint32_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
        pending.fibers[static_cast<std::size_t>(std::countr_zero(rest))] = nullptr;
    pending.fibers[lane] = &fiber;
    pending.collective.in[lane] = in;
    pending.collective.out[lane] = out;
    pending.collective.thread[lane] = thread;
    pending.collective.site = site;
    pending.arrived |= lanes;
    if (pending.arrived == (mask & ~warp.ended)) {
        // The first lane goes on first, as it seems to on a card, where the lanes go on together: programs, NVIDIA's
        // cooperative groups among them, let it do something for all and wait for nothing before they look.
        const bool is_first = static_cast<std::uint32_t>(std::countr_zero(pending.arrived)) == lane;
        complete(block, warp, pending, is_first ? &fiber : nullptr);
        if (!is_first) block.wait();
        return;
    }
    fiber.wait.kind = WaitKind::Collective;
    fiber.wait.site = site;
    fiber.wait.mask = mask;
    block.wait();
}

}  // namespace ringfence::softgpu
