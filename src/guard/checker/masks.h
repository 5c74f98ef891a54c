// The rule for lanes of a warp that wait for each other.
#pragma once

#include <string>

#include "guard/checker/flow.h"

namespace ringfence::guard {

// Lanes that come together with different masks kill the context. Empty if those of this instruction agree: it is a
// constant, or was made so by the guard's sequence just before; otherwise what is wrong.
std::string prove_mask(Flow& flow, std::uint32_t statement);

}  // namespace ringfence::guard
