// Where generic addresses of shared, local, parameter or constant memory get out of sight.
#pragma once

#include "base/result.h"
#include "guard/rewriter/ignored_parameters.h"
#include "guard/rewriter/plan.h"

namespace ringfence::guard::rewriting {

// How much each vprintf may read of its arguments. Its argument does not count as an escape.
Result<void> find_print_arguments(const ptx::Module& module, FunctionPlan& plan);

void find_escapes(const IgnoredParameters& ignored, FunctionPlan& plan);

// True if an address of a local variable, generic or not, gets out of sight. Of the plan its values are used, and what
// find_print_arguments() has found.
bool hands_on_local(const IgnoredParameters& ignored, const FunctionPlan& plan);

}  // namespace ringfence::guard::rewriting
