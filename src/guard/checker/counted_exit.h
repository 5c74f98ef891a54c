// Loops that end because they are counted.
#pragma once

#include "ptx/analysis/defuse.h"
#include "ptx/analysis/stragglers.h"

namespace ringfence::guard {

// True if a branch leaves by that way when it was reached 2^32 times, if not before:
//
//     add.u32 c, c, 1;            // and `mov.u32 c, 0;` at the function's start
//     setp.ne.u32 n, c, 0;        // or setp.eq.u32
//     and.pred q, p, n;           // or or.pred
//     @q bra L;
bool is_counted_exit(const ptx::ControlFlowGraph& cfg, const ptx::DefUse& registers, const ptx::CycleExit& exit);

}  // namespace ringfence::guard
