// The rewriter's beliefs about the special registers.
#pragma once

#include "guard/rewriter/value.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

Value special_value(const ptx::Operand& special);

}  // namespace ringfence::guard::rewriting
