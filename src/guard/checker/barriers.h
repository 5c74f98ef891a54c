// The rule for the barriers of a block: all threads that meet there meet in one way.
#pragma once

#include <vector>

#include "guard/checker/checker.h"
#include "ptx/model.h"

namespace ringfence::guard {

// Warps that come to one barrier for different numbers of threads, or one to reduce and one not, kill the context. So
// of all that a kernel may get to, each number stands for one way.
void check_barriers(const ptx::Module& module, std::vector<Finding>& findings);

}  // namespace ringfence::guard
