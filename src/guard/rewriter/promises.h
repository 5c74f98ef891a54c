// A promise of an instruction's spelling to the assembler that nothing enforces: that all threads of a warp come there
// together. ptxas believes it, and keeps values that differ between threads in registers that a warp shares.
#pragma once

#include <string>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// The spelling without such promises; empty if it makes none. For a barrier only if threads `come_alone`.
std::string without_promises(const ptx::Operation& operation, bool come_alone);

}  // namespace ringfence::guard::rewriting
