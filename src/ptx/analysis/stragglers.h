// Threads of a warp that stay behind: ways meet, and yet not all threads have come.
//
// Paths that meet say where threads go once they leave a part of the code, not that they leave it. Some may stay in a
// loop for ever, and ptxas may know it: it then assumes that the paths do not meet at all, and that the threads which
// get on are the whole warp. Or some wait there for the others (`bar.warp.sync`), and these somewhere else: one wait
// answers the other, and both continue.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/cycle_exits.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/model.h"

namespace ringfence::ptx {

// True if threads wait there for others of their warp.
bool waits_for_warp(const Instruction& instruction);
// The same, and for all of them. Threads that wait for only some others continue before the rest do.
bool waits_for_all_lanes(const Instruction& instruction);

struct StragglerRules {
    // True if control surely leaves a block for the other, once it has reached the block's end often enough.
    std::function<bool(const CycleExit&)> is_counted;
    // True if threads wait for others of their warp at a statement; and if they wait for all of them.
    std::function<bool(std::uint32_t statement)> waits;
    std::function<bool(std::uint32_t statement)> waits_for_all;
    // True if no thread stays in a function, or waits there.
    std::function<bool(const Function&)> comes_back;
};

struct Stragglers {
    std::vector<bool> is_behind_start;         // by block: some threads may be missing there
    std::vector<std::uint32_t> first_to_stay;  // by block: the statement where some may stay first; UINT32_MAX: none
    std::vector<CycleExit> relied_on;          // by the count of which all leave cycles that they go through one by one

    // True if some threads may be missing at a statement.
    bool is_behind(const ControlFlowGraph& cfg, std::uint32_t statement) const {
        const BlockId block = cfg.block_of(statement);
        return is_behind_start[block] || statement > first_to_stay[block];
    }
};

Stragglers find_stragglers(const ControlFlowGraph& cfg, const DefUse& registers, const Uniformity& uniformity,
                           const StragglerRules& rules);

}  // namespace ringfence::ptx
