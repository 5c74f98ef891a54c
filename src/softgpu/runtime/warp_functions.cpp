// The warp's operations: shfl, vote, match, redux, elect, bar.warp.sync and activemask.
#include <bit>

#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {
namespace {

// Calls `f(lane)` for each lane of the mask.
template <typename F>
void for_lanes(std::uint32_t mask, F f) {
    for (; mask != 0; mask &= mask - 1)
        f(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

template <typename T>
const T& input(const Collective& collective, std::uint32_t lane) {
    return *static_cast<const T*>(collective.in[lane]);
}

template <typename T>
void give(const Collective& collective, std::uint32_t lane, T value) {
    *static_cast<T*>(collective.out[lane]) = value;
}

struct ShuffleInput {
    std::uint32_t value;
    std::uint32_t b;
    std::uint32_t c;
};

struct Source {
    std::uint32_t lane;
    bool in_range;
};

// As the ISA defines it.
Source shuffle_source(ShuffleMode mode, std::uint32_t lane, const ShuffleInput& input) {
    const std::uint32_t b = input.b & 31;
    const std::uint32_t clamp = input.c & 31;
    const std::uint32_t segment = input.c >> 8 & 31;
    const auto highest = static_cast<std::int32_t>((lane & segment) | (clamp & ~segment));
    std::int32_t from = 0;
    switch (mode) {
        case ShuffleMode::Up: from = static_cast<std::int32_t>(lane) - static_cast<std::int32_t>(b); break;
        case ShuffleMode::Down: from = static_cast<std::int32_t>(lane + b); break;
        case ShuffleMode::Bfly: from = static_cast<std::int32_t>(lane ^ b); break;
        case ShuffleMode::Idx: from = static_cast<std::int32_t>((lane & segment) | (b & ~segment)); break;
    }
    const bool in_range = mode == ShuffleMode::Up ? from >= highest : from <= highest;
    return {in_range ? static_cast<std::uint32_t>(from) : lane, in_range};
}

void compute_shuffle(const Collective& collective) {
    const auto mode = static_cast<ShuffleMode>(collective.argument);
    for_lanes(collective.mask, [&](std::uint32_t lane) {
        const auto& own = input<ShuffleInput>(collective, lane);
        const Source source = shuffle_source(mode, lane, own);
        // The value of a lane that does not take part is undefined.
        const bool there = (collective.mask >> source.lane & 1) != 0;
        const std::uint64_t value = there ? input<ShuffleInput>(collective, source.lane).value : own.value;
        give<std::uint64_t>(collective, lane, value | std::uint64_t{source.in_range} << 32);
    });
}

void compute_vote(const Collective& collective) {
    std::uint32_t ballot = 0;
    for_lanes(collective.mask, [&](std::uint32_t lane) {
        if (input<std::uint32_t>(collective, lane) != 0) ballot |= 1U << lane;
    });
    std::uint32_t result = 0;
    switch (static_cast<VoteOperation>(collective.argument)) {
        case VoteOperation::All: result = ballot == collective.mask ? 1 : 0; break;
        case VoteOperation::Any: result = ballot != 0 ? 1 : 0; break;
        case VoteOperation::Uni: result = ballot == 0 || ballot == collective.mask ? 1 : 0; break;
        case VoteOperation::Ballot: result = ballot; break;
    }
    for_lanes(collective.mask, [&](std::uint32_t lane) { give(collective, lane, result); });
}

std::uint32_t lanes_with(const Collective& collective, std::uint64_t value) {
    std::uint32_t same = 0;
    for_lanes(collective.mask, [&](std::uint32_t lane) {
        if (input<std::uint64_t>(collective, lane) == value) same |= 1U << lane;
    });
    return same;
}

void compute_match_any(const Collective& collective) {
    for_lanes(collective.mask, [&](std::uint32_t lane) {
        give(collective, lane, lanes_with(collective, input<std::uint64_t>(collective, lane)));
    });
}

void compute_match_all(const Collective& collective) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(collective.mask));
    const bool same = lanes_with(collective, input<std::uint64_t>(collective, first)) == collective.mask;
    const std::uint64_t result = same ? std::uint64_t{1} << 32 | collective.mask : 0;
    for_lanes(collective.mask, [&](std::uint32_t lane) { give(collective, lane, result); });
}

std::uint32_t combine(ReduceOperation operation, std::uint32_t a, std::uint32_t b) {
    const auto signed_a = static_cast<std::int32_t>(a);
    const auto signed_b = static_cast<std::int32_t>(b);
    switch (operation) {
        case ReduceOperation::And: return a & b;
        case ReduceOperation::Or: return a | b;
        case ReduceOperation::Xor: return a ^ b;
        case ReduceOperation::AddU32: return a + b;
        case ReduceOperation::MinU32: return a < b ? a : b;
        case ReduceOperation::MaxU32: return a < b ? b : a;
        case ReduceOperation::MinS32: return signed_a < signed_b ? a : b;
        case ReduceOperation::MaxS32: return signed_a < signed_b ? b : a;
    }
    return 0;
}

void compute_reduce(const Collective& collective) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(collective.mask));
    auto result = input<std::uint32_t>(collective, first);
    for_lanes(collective.mask & (collective.mask - 1), [&](std::uint32_t lane) {
        result =
            combine(static_cast<ReduceOperation>(collective.argument), result, input<std::uint32_t>(collective, lane));
    });
    for_lanes(collective.mask, [&](std::uint32_t lane) { give(collective, lane, result); });
}

void compute_elect(const Collective& collective) {
    const auto leader = static_cast<std::uint32_t>(std::countr_zero(collective.mask));
    for_lanes(collective.mask, [&](std::uint32_t lane) {
        give<std::uint64_t>(collective, lane, leader | std::uint64_t{lane == leader} << 32);
    });
}

void compute_nothing(const Collective& /*collective*/) {}

}  // namespace

void rf_warp_sync(ThreadState* thread, std::uint32_t mask, SiteId site) {
    run_collective(thread, mask, site, compute_nothing, nullptr, nullptr, 0);
}

std::uint64_t rf_shuffle(ThreadState* thread, ShuffleMode mode, std::uint32_t value, std::uint32_t b, std::uint32_t c,
                         std::uint32_t mask, SiteId site) {
    const ShuffleInput in{value, b, c};
    std::uint64_t out = 0;
    run_collective(thread, mask, site, compute_shuffle, &in, &out, static_cast<std::uint64_t>(mode));
    return out;
}

std::uint32_t rf_vote(ThreadState* thread, VoteOperation operation, std::uint32_t predicate, std::uint32_t mask,
                      SiteId site) {
    std::uint32_t out = 0;
    run_collective(thread, mask, site, compute_vote, &predicate, &out, static_cast<std::uint64_t>(operation));
    return out;
}

std::uint32_t rf_match_any(ThreadState* thread, std::uint64_t value, std::uint32_t mask, SiteId site) {
    std::uint32_t out = 0;
    run_collective(thread, mask, site, compute_match_any, &value, &out, 0);
    return out;
}

std::uint64_t rf_match_all(ThreadState* thread, std::uint64_t value, std::uint32_t mask, SiteId site) {
    std::uint64_t out = 0;
    run_collective(thread, mask, site, compute_match_all, &value, &out, 0);
    return out;
}

std::uint32_t rf_reduce(ThreadState* thread, ReduceOperation operation, std::uint32_t value, std::uint32_t mask,
                        SiteId site) {
    std::uint32_t out = 0;
    run_collective(thread, mask, site, compute_reduce, &value, &out, static_cast<std::uint64_t>(operation));
    return out;
}

std::uint64_t rf_elect(ThreadState* thread, std::uint32_t mask, SiteId site) {
    std::uint64_t out = 0;
    run_collective(thread, mask, site, compute_elect, nullptr, &out, 0);
    return out;
}

std::uint32_t rf_active_mask(ThreadState* thread, SiteId site) {
    Block& block = *thread->block->block;
    Fiber& fiber = *block.current;
    fiber.wait.kind = WaitKind::ActiveMask;
    fiber.wait.site = site;
    block.here.push(&fiber);
    block.wait();
    return static_cast<std::uint32_t>(fiber.value);
}

}  // namespace ringfence::softgpu
