// Names that belong to the guard.
#pragma once

#include "base/result.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// Refuses a module that has a name beginning with __rf_ or %__rf_.
Result<void> check_names(const ptx::Module& module);

}  // namespace ringfence::guard::rewriting
