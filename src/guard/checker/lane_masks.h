// The rule for lanes of a warp that wait for each other.
#pragma once

#include <string>

#include "guard/checker/flow.h"

namespace ringfence::guard {

// A lane that names others but not itself can kill the context. Empty if the mask of this instruction has all lanes, or
// surely the own one; otherwise the reason why it is refused.
std::string prove_mask(Flow& flow, std::uint32_t statement);

}  // namespace ringfence::guard
