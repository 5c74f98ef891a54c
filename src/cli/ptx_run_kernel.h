// The kernel that `ringfence ptx run` runs, and whether the arguments fit it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/ptx_run_spec.h"
#include "ptx/model.h"

namespace ringfence::cli {

// The kernel called `name`; for an empty name, the only one there is.
Result<const ptx::Function*> choose_kernel(const ptx::Module& module, const std::string& name);

// Fails, naming the argument and what the kernel declares, unless there is one of the right size for each parameter.
Result<void> check_arguments(const ptx::Function& kernel, const std::vector<ArgumentSpec>& arguments);

}  // namespace ringfence::cli
