// Threads of a warp that stay behind: ways meet, and yet not all threads have come.
//
// That ways meet says where threads go once they leave a part of the code, not that they do. Some may turn in a loop
// for ever, and ptxas may know it: for it the ways then do not meet at all, and whoever gets on is the whole warp. Or
// some wait there for the others (`bar.warp.sync`), and these somewhere else: one wait answers the other, and both go
// on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/model.h"

namespace ringfence::ptx {

// Whether threads wait there for others of their warp.
bool waits_for_warp(const Instruction& instruction);
// The same, and for all of them. Who waits for some goes on before the others do.
bool waits_for_all_lanes(const Instruction& instruction);

struct CycleExit {
    BlockId block = no_block;
    BlockId to = no_block;
};

struct StragglerRules {
    // Whether control surely goes from a block to another if it only gets to the block's end often enough.
    std::function<bool(const CycleExit&)> is_counted;
    // Whether threads that wait for others of their warp at a statement wait for all of them.
    std::function<bool(std::uint32_t statement)> waits_for_all;
    // Whether no thread stays in a function, or waits there.
    std::function<bool(const Function&)> comes_back;
};

struct Stragglers {
    std::vector<bool> is_behind_start;         // by block: some threads may be missing there
    std::vector<std::uint32_t> first_to_stay;  // by block: the statement where some may stay first; UINT32_MAX: none
    std::vector<CycleExit> relied_on;          // by which all leave the cycles that they go through one by one

    // Whether some threads may be missing at a statement.
    bool is_behind(const ControlFlowGraph& cfg, std::uint32_t statement) const {
        const BlockId block = cfg.block_of(statement);
        return is_behind_start[block] || statement > first_to_stay[block];
    }
};

Stragglers find_stragglers(const ControlFlowGraph& cfg, const Uniformity& uniformity, const StragglerRules& rules);

}  // namespace ringfence::ptx
