// Which values are the same in all threads of a warp, and to which blocks these come together.
//
// Some instructions are for whole warps: ptxas takes it that all threads of a warp come to them, or none, and so that
// these take every branch alike which decides on that. Here it is found out whether they do.
//
// A register is uniform if all that write it compute the same from the same, and are come to together; and if it is
// written before it is read. A branch by such a register is one that a warp takes as a whole. By any other some threads
// may go one way and some the other, until the ways meet: what lies between is not come to together. The largest such
// sets of registers and blocks are found, in almost linear time.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/dominators.h"
#include "ptx/model.h"

namespace ringfence::ptx {

// Matrices, and barriers that say `.aligned` or always mean it. Not wgmma, which is for four warps.
bool is_for_whole_warp(const Instruction& instruction);

// True if an instruction computes a register, and from its operands alone. Loads do not.
bool computes_from_operands(const Instruction& instruction);
// Special registers that are the same in all threads of a block.
bool is_same_in_block(const Operand& special);

// True if an instruction has a mask of lanes that names all of them: as a number, or in a register that holds nothing
// else.
bool names_all_lanes(const Function& function, const DefUse& registers, const Instruction& instruction);

// The blocks of threads that are looked at.
enum class BlockShape : std::uint8_t {
    Any,
    WholeRows,  // %ntid.x is a multiple of 32: so the threads of a warp differ in the five low bits of %tid.x alone
};

class Uniformity {
public:
    // `voted`: statements whose guards count as uniform, because somebody will see to it; ascending.
    // `alone`: barriers that will not say that all threads of a warp come; ascending.
    Uniformity(const ControlFlowGraph& cfg, const DominatorTree& dominators, const DefUse& registers,
               std::span<const std::uint32_t> voted = {}, BlockShape shape = BlockShape::Any,
               std::span<const std::uint32_t> alone = {});

    bool is_uniform(RegisterId reg) const;
    // True if a register is surely written before it is read, wherever it is read.
    bool is_surely_written(RegisterId reg) const;
    // True if all threads of a warp that have not ended reach a block equally often, and on the same path.
    bool come_together(BlockId block) const { return !is_apart_[block]; }
    // The same for a statement, with its guard.
    bool execute_together(std::uint32_t statement) const;

private:
    void spoil(std::size_t index);
    void spoil_writes(std::uint32_t statement);
    void spoil_unwritten();
    void spoil_computed_otherwise();
    bool computes_same(const Instruction& instruction) const;
    bool is_parameter_load(const Instruction& load) const;
    void part_at(BlockId block);
    void part_at_tables(BlockId block);
    void part_behind(BlockId from);
    void part(BlockId block);
    void follow();
    void follow_read(const Occurrence& read);
    bool is_choice(BlockId block) const;
    bool is_vote(const Instruction& instruction) const;
    bool is_reduction(std::uint32_t statement) const;
    bool is_place_in_row(const Operand& operand) const;
    bool is_number_of_warp(const Instruction& instruction) const;
    bool makes_same(std::uint32_t statement) const;
    bool is_voted(std::uint32_t statement) const;
    bool is_written_before_reads(std::size_t index) const;
    NodeId nearest_together(NodeId block);
    const Instruction& instruction(std::uint32_t statement) const;

    const ControlFlowGraph& cfg_;
    const DominatorTree& dominators_;
    const DefUse& registers_;
    const std::span<const std::uint32_t> voted_;
    const BlockShape shape_;
    const std::span<const std::uint32_t> alone_;
    const DominatorTree post_dominators_;
    std::unordered_set<const Variable*> parameters_;  // of a kernel
    const bool may_never_end_;                        // some blocks have no way out: then nothing tells where ways meet
    std::vector<bool> is_spoilt_;                     // by the registers' places
    std::vector<bool> is_surely_written_;             // by the registers' places: before every read
    std::vector<bool> is_apart_;                      // by block
    std::vector<bool> has_parted_;                    // by block: its threads may leave it on different ways
    std::vector<NodeId> above_;                       // up the tree of post-dominators: skips blocks that are apart
    std::vector<std::size_t> open_registers_;
    std::vector<BlockId> open_blocks_;
};

// The blocks whose ends decide whether control gets to one of `wanted` (by block), or to such a deciding block.
// Empty-handed, with false, if finding them takes too long.
bool find_deciding_blocks(const ControlFlowGraph& cfg, std::vector<bool> wanted, std::vector<BlockId>& deciding);

}  // namespace ringfence::ptx
