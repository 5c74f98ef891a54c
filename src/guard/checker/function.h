// The rules for a function's body.
#pragma once

#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/module.h"
#include "ptx/model.h"

namespace ringfence::guard {

// Adds unsafe statements to `findings`. For a kernel, returns the conditions under which the rest is safe.
Conditional check_function(const ModuleRules& rules, const ptx::Function& function, std::vector<Finding>& findings);

}  // namespace ringfence::guard
