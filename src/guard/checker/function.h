// The rules for a function's body.
#pragma once

#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/module.h"
#include "ptx/model.h"

namespace ringfence::guard {

// Adds what is not safe to `findings`. Of a kernel, gives the conditions under which the rest is.
Conditional check_function(const ModuleRules& rules, const ptx::Function& function, std::vector<Finding>& findings);

}  // namespace ringfence::guard
