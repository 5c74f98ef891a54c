// The rule for instructions of whole warps: all threads of a warp come to them, or none.
#pragma once

#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/flow.h"
#include "guard/conditions/builder.h"

namespace ringfence::guard {

// ptxas assumes that they do, and keeps values that are computed on the ways to them in registers that a warp's threads
// share. If some go another way these overwrite each other's values, and nothing that was proven of a thread holds.
// Where nothing else tells that they do, the launch is asked for rows of whole warps.
void check_whole_warps(Flow& flow, ConditionBuilder& builder, std::vector<Finding>& findings);

}  // namespace ringfence::guard
