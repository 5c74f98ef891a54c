// Hostile inputs for a run of a policy, and the state that a run has left behind.
#pragma once

#include <cstdint>
#include <vector>

#include "maker.h"
#include "policy/map.h"

namespace ringfence::policy {

// Ends of ranges, small numbers, and anything.
[[nodiscard]] std::uint64_t hostile_number(Chance& chance);
void fill_hostile(Bytes bytes, Chance& chance);
void fill_map(Map& map, Chance& chance);
// Everything that a run leaves behind. Rings are empty then.
[[nodiscard]] std::vector<std::uint8_t> outcome_of(ConstBytes context, std::vector<Map>& maps);

}  // namespace ringfence::policy
