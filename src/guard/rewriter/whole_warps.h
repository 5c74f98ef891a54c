// Instructions for whole warps: ptxas assumes that all threads of a warp come to them together, and so they must.
//
// Barriers also come without that promise. Matrices do not: the branches that decide whether control gets to one are
// put to the vote wherever nothing else says that a warp takes them as a whole. A program in which a warp does not has
// no meaning in PTX; in one where it does, the vote changes nothing.
#pragma once

#include "base/result.h"
#include "guard/rewriter/plan.h"

namespace ringfence::guard::rewriting {

// Fills in `votes`, `come_alone`, `come_in_rows`, `wait_for_all` and `counted` of the plan.
Result<void> plan_whole_warps(const ptx::Module& module, const PlanOptions& options, FunctionPlan& plan);

}  // namespace ringfence::guard::rewriting
