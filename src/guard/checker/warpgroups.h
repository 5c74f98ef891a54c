// The rule for wgmma: all four warps of a group come to it, or none.
#pragma once

#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/flow.h"

namespace ringfence::guard {

// True if a kernel has such instructions: then its blocks must have whole groups.
bool uses_warpgroups(const ptx::Function& function);

// If a warp skips an instruction that another one of its group executes, the context dies (715, measured on an H200).
// So wherever control may go two ways, and one of them leads to wgmma, all threads of the block must go the same way.
void check_warpgroups(Flow& flow, std::vector<Finding>& findings);

}  // namespace ringfence::guard
