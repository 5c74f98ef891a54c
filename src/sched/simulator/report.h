// The outcome of a simulation, as readable text.
#pragma once

#include <string>
#include <string_view>

#include "sched/simulator/simulation.h"

namespace ringfence::sched {

// If there are many similar lanes, the table shows the `most_rows` with the largest error.
std::string report(const Outcome& outcome, std::size_t most_rows = 24);

// As the report has them.
[[nodiscard]] std::string_view resource_name(Resource resource);
[[nodiscard]] std::string percent_text(Share share);
[[nodiscard]] std::string time_text(Time time);

}  // namespace ringfence::sched
