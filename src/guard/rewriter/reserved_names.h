// Names that belong to the guard.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// Begins the name of a kernel's variant for launches that do not meet the first one's conditions.
constexpr std::string_view fenced_prefix = "__rf_fenced_";

// Refuses a module that has a name beginning with __rf_ or %__rf_.
Result<void> check_names(const ptx::Module& module);

// `start`, the first number with which the module's text has it nowhere, and an underscore. The checker takes names
// that begin with __rf_ for its own, so what the rewriter adds to a module's own has others.
std::string unused_name(const ptx::Module& module, std::string_view start);

}  // namespace ringfence::guard::rewriting
