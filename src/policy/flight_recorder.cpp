#include "policy/flight_recorder.h"

#include <algorithm>

namespace ringfence::policy {

std::vector<Decision> FlightRecorder::last(std::size_t most) const {
    const std::uint64_t there = std::min<std::uint64_t>({count_, room, most});
    std::vector<Decision> decisions;
    decisions.reserve(there);
    for (std::uint64_t at = count_ - there; at != count_; ++at)
        decisions.push_back(kept_[at % room]);
    return decisions;
}

}  // namespace ringfence::policy
