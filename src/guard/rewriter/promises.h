// What an instruction's spelling promises the assembler and nothing keeps: that all threads of a warp come there
// together. ptxas believes it, and keeps values that differ between threads in registers that a warp shares.
#pragma once

#include <string>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// The spelling without such promises; empty if it makes none. Of a barrier only if threads `come_alone`.
std::string without_promises(const ptx::Operation& operation, bool come_alone);

}  // namespace ringfence::guard::rewriting
