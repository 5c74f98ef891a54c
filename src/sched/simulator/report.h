// The outcome of a simulation, as readable text.
#pragma once

#include <string>

#include "sched/simulator/simulation.h"

namespace ringfence::sched {

// If there are many similar lanes, the table shows the `most_rows` with the largest error.
std::string report(const Outcome& outcome, std::size_t most_rows = 24);

}  // namespace ringfence::sched
