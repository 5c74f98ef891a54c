// The rule for instructions of whole warps: all threads of a warp come to them, or none.
#pragma once

#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/flow.h"

namespace ringfence::guard {

// ptxas assumes that they do, and keeps values that are computed on the ways to them in registers that a warp's threads
// share. If some go another way these overwrite each other's values, and nothing that was proven of a thread holds.
void check_whole_warps(Flow& flow, std::vector<Finding>& findings);

}  // namespace ringfence::guard
