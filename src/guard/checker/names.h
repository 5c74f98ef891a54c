// The values of registers, told apart by where they come from.
//
// A register may be written in many places. Its value just before a statement has a Name: the one write that it comes
// from, or the join of paths (a block) where different writes meet. This is static single assignment form, found on
// demand. It has the property that all rules of the checker rest on: where a name is used, its place has been executed
// before, and not again since.
//
// Registers that may not have been written at all, and whatever costs too much to find out, have the name Undefined:
// they may hold anything.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/dominators.h"
#include "ptx/model.h"

namespace ringfence::guard {

struct Name {
    enum class Kind : std::uint8_t {
        Undefined,
        Written,  // by the statement `place`, whatever it held before
        Partly,   // by the statement `place`, if its guard holds; or a part of the register only
        Merged,   // at the start of the block `place`
    };
    Kind kind = Kind::Undefined;
    std::uint32_t place = 0;
    ptx::RegisterId reg = ptx::no_register;

    bool is_written() const { return kind == Kind::Written; }
    bool is_merged() const { return kind == Kind::Merged; }
    std::uint64_t key() const {
        return std::uint64_t{place} << 32U | std::uint64_t{reg} << 2U | static_cast<std::uint64_t>(kind);
    }
    friend bool operator==(const Name&, const Name&) = default;
};

class Names {
public:
    Names(const ptx::ControlFlowGraph& cfg, const ptx::DominatorTree& dominators);

    // The value of a register just before a statement, and at the end of a block.
    Name before(ptx::RegisterId reg, std::uint32_t statement);
    Name at_end(ptx::RegisterId reg, ptx::BlockId block);

private:
    struct Register {
        std::vector<ptx::Occurrence> writes;  // in the order of the text, in blocks that can be reached
        bool is_known = true;                 // false: finding its joins took too long
        std::vector<ptx::BlockId> joins;      // ascending
    };

    const Register& look_up(ptx::RegisterId reg);
    void find_joins(Register& reg);
    bool spend(std::size_t steps);
    // The last write of [begin, end).
    static const ptx::Occurrence* last_write(const Register& reg, std::uint32_t begin, std::uint32_t end);
    bool is_in_one_block(const Register& reg) const;
    Name at_start(const Register& reg, ptx::RegisterId id, ptx::BlockId block);
    Name written_by(const ptx::Occurrence& write, ptx::RegisterId id) const;
    void find_frontiers();

    const ptx::ControlFlowGraph& cfg_;
    const ptx::DominatorTree& dominators_;
    ptx::DefUse def_use_;
    std::unordered_map<ptx::RegisterId, Register> registers_;
    // By block: the blocks where its dominance ends.
    std::optional<std::vector<std::vector<ptx::BlockId>>> frontiers_;
    bool are_frontiers_known_ = false;  // all of them
    std::vector<std::uint32_t> seen_;   // by block: the last search that came by
    std::uint32_t search_ = 0;
    std::size_t budget_;
};

}  // namespace ringfence::guard
