// What each session of a virtual GPU counts beside the others in it (nest.h): the operating system's weights of their
// processes (tenants/process_weight.h), as far as somebody has said them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sched/types.h"

namespace ringfence::sched {

class MemberWeights {
public:
    // In millionths of an ordinary process's weight. 0: there is no such session any more.
    void set(MemberId member, std::uint32_t weight) {
        if (member >= weights_.size()) weights_.resize(member + std::size_t{1});
        weights_[member] = weight;
        sum_ = std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0});
        const auto first = std::find_if(weights_.begin(), weights_.end(), [](std::uint32_t one) { return one != 0; });
        do_differ_ = std::any_of(first, weights_.end(), [&](std::uint32_t one) { return one != 0 && one != *first; });
    }
    // Otherwise there is nothing to divide by.
    [[nodiscard]] bool do_differ() const { return do_differ_; }
    // Its part of all. It does not depend on who has something to do: what a job is charged would depend on it, too.
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
