// A likely launch of a kernel. It tells whether launch conditions can be met at all.
#pragma once

#include "guard/rewriter/plan.h"

namespace ringfence::guard::rewriting {

void add_typical_launch(const FunctionPlan& plan, KernelVariants& kernel);

}  // namespace ringfence::guard::rewriting
