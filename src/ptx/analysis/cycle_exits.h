// Ways out of a cycle that threads take at some time, whatever they compute and whatever memory holds.
#pragma once

#include <span>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/graph.h"
#include "ptx/analysis/uniformity.h"

namespace ringfence::ptx {

struct CycleExit {
    BlockId block = no_block;
    BlockId to = no_block;
};

// True if no thread reaches the block's end for ever and goes on in the cycle each time, as far as anybody can know:
//
//   - it leaves by a counter: `add.s32 c, c, 128; setp.lt.s32 p, c, 128; @p bra A;`. The step is a constant, and of the
//     numbers that such steps come to, modulo 2^32 or 2^64, some are surely on the other side of the comparison; or
//   - it leaves by what others write: `ld.volatile.global.u32 v, [a]; setp.eq.s32 p, v, 0; @p bra A;`. Each turn loads
//     anew, nothing is known of what it gets, and both answers are possible: so no compiler can know that it stays.
//
// A register that nobody has written may be any number, and another one each time. So all that count are written
// before.
//
// `cycle`: the blocks that it goes round in, ascending; `exit` leads from one of them elsewhere.
bool leaves_at_last(const ControlFlowGraph& cfg, const DefUse& registers, const Uniformity& uniformity,
                    std::span<const NodeId> cycle, const CycleExit& exit);

}  // namespace ringfence::ptx
