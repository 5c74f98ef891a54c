// A histogram of durations, whose quantiles are exact to three percent, in little memory.
#pragma once

#include <vector>

#include "sched/types.h"

namespace ringfence::sched {

class Histogram {
public:
    void add(Time time);
    [[nodiscard]] std::uint64_t count() const { return count_; }
    // The duration that `part` of a thousand values do not exceed.
    [[nodiscard]] Time at_permille(std::uint64_t part) const;
    [[nodiscard]] Time most() const { return most_; }

private:
    std::vector<std::uint32_t> buckets_;
    std::uint64_t count_ = 0;
    Time most_ = 0;
};

}  // namespace ringfence::sched
