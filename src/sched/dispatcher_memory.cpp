// Chooses whose memory leaves the card or comes back, by the policy's pools and scores.
#include <algorithm>
#include <utility>

#include "sched/dispatcher.h"

namespace ringfence::sched {
namespace {

// The resident bytes of one virtual GPU, over all candidates.
std::uint64_t resident_of(std::span<const MemoryFacts> candidates, VgpuId vgpu) {
    std::uint64_t sum = 0;
    for (const MemoryFacts& facts : candidates) {
        if (facts.vgpu == vgpu && __builtin_add_overflow(sum, facts.resident, &sum)) return UINT64_MAX;
    }
    return sum;
}

// The first with the highest mark whose score is not 0.
template <typename Mark>
std::optional<std::size_t> best_of(std::size_t count, const Mark& mark) {
    using Best = std::pair<std::uint32_t, std::uint64_t>;
    std::optional<std::size_t> chosen;
    Best best{};
    for (std::size_t index = 0; index < count; ++index) {
        const Best now = mark(index);
        if (now.second == 0 || (chosen && now <= best)) continue;
        best = now;
        chosen = index;
    }
    return chosen;
}

}  // namespace

std::optional<std::size_t> Dispatcher::choose_victim(std::span<const MemoryFacts> candidates) {
    const bool has_pools = policy_.has_pools();
    const auto standing = [&](const MemoryFacts& facts) -> std::uint32_t {
        if (!has_pools) return 0;
        const MemoryPool pool = policy_.pool(facts.vgpu);
        const std::uint64_t resident = resident_of(candidates, facts.vgpu);
        if (pool.most != 0 && resident > pool.most) return 2;
        return resident > pool.keep ? 1 : 0;
    };
    return best_of(candidates.size(), [&](std::size_t index) {
        const MemoryFacts& facts = candidates[index];
        const std::uint64_t score = policy_.memory_pressure(facts).score;
        return std::pair(standing(facts), facts.resident == 0 ? 0 : score);
    });
}

std::optional<std::size_t> Dispatcher::choose_returning(std::span<const MemoryFacts> candidates) {
    const bool has_pools = policy_.has_pools();
    const auto standing = [&](const MemoryFacts& facts) -> std::uint32_t {
        return has_pools && resident_of(candidates, facts.vgpu) < policy_.pool(facts.vgpu).keep ? 1 : 0;
    };
    return best_of(candidates.size(), [&](std::size_t index) {
        const MemoryFacts& facts = candidates[index];
        const std::uint64_t score = policy_.reclaim(facts).score;
        return std::pair(standing(facts), facts.elsewhere == 0 ? 0 : score);
    });
}

}  // namespace ringfence::sched
