// Outcomes of one workload under several policies, side by side, as a picture (SVG) that browsers show.
//
// A column for each policy, a row for each resource: what each virtual GPU got in each second, beside what it wants
// (dashed), and below how long its jobs waited, from the median to the 99th of a hundred.
#pragma once

#include <span>
#include <string>

#include "sched/simulator/simulation.h"

namespace ringfence::sched {

struct PlottedOutcome {
    std::string policy;  // any text
    const Outcome* outcome = nullptr;
};

// Of many virtual GPUs the first `most_vgpus` of each outcome are drawn, and the others counted.
[[nodiscard]] std::string plot(std::span<const PlottedOutcome> outcomes, std::size_t most_vgpus = 8);

}  // namespace ringfence::sched
