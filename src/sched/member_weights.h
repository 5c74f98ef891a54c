// The weights of a virtual GPU's sessions (nest.h): those of their processes in the operating system
// (tenants/process_weight.h), as far as they are known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sched/types.h"

namespace ringfence::sched {

class MemberWeights {
public:
    // `weight`: in millionths of an ordinary process's. 0: the session is gone.
    void set(MemberId member, std::uint32_t weight) {
        if (member >= weights_.size()) weights_.resize(member + std::size_t{1});
        weights_[member] = weight;
        sum_ = std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0});
        const auto first = std::find_if(weights_.begin(), weights_.end(), [](std::uint32_t one) { return one != 0; });
        do_differ_ = std::any_of(first, weights_.end(), [&](std::uint32_t one) { return one != 0 && one != *first; });
    }
    // True if not all weights are equal.
    [[nodiscard]] bool do_differ() const { return do_differ_; }
    // Its part of all weights, also of idle members': a job's charge must not depend on who is idle.
    [[nodiscard]] Share part_of(MemberId member) const {
        const std::uint64_t weight = member < weights_.size() ? weights_[member] : 0;
        return sum_ == 0 ? whole : static_cast<Share>(std::max<std::uint64_t>(weight * whole / sum_, 1));
    }

private:
    std::vector<std::uint32_t> weights_;  // by number
    std::uint64_t sum_ = 0;
    bool do_differ_ = false;
};

}  // namespace ringfence::sched
