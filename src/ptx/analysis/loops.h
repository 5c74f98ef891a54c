// Loops: which blocks run again and again, and how they are nested.
//
// A natural loop has one header, which dominates all its blocks; edges from inside to the header are its back edges.
// Loops with the same header are one loop. Two loops are disjoint, or one lies within the other: they form a forest.
//
// A cycle that can be entered in two places has no header and is no natural loop. The cycles that remain once all back
// edges are removed are reported as irreducible regions, each with its entries (two or more). Their blocks count for no
// loop's depth on this account; loops inside them, and loops they lie in, are found all the same.
//
// Only blocks that can be reached are looked at. Time is almost linear in the edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/dominators.h"
#include "ptx/analysis/graph.h"

namespace ringfence::ptx {

using LoopId = std::uint32_t;
constexpr LoopId no_loop = UINT32_MAX;

struct Loop {
    NodeId header = no_node;
    LoopId parent = no_loop;
    std::uint32_t depth = 1;        // 1: in no other loop
    std::uint32_t first_block = 0;  // of LoopForest::blocks()
    std::uint32_t block_count = 0;  // with the blocks of inner loops
};

struct IrreducibleRegion {
    std::vector<NodeId> blocks;   // ascending
    std::vector<NodeId> entries;  // those with a predecessor outside, ascending
};

class LoopForest {
public:
    LoopForest(const Graph& graph, const DominatorTree& dominators);
    LoopForest(const ControlFlowGraph& cfg, const DominatorTree& dominators) : LoopForest(cfg.graph(), dominators) {}

    // Every loop before those inside it.
    std::span<const Loop> loops() const { return loops_; }
    std::size_t size() const { return loops_.size(); }
    const Loop& operator[](LoopId loop) const { return loops_[loop]; }

    // The innermost loop around a block; no_loop if there is none.
    LoopId loop_of(NodeId block) const { return loop_of_[block]; }
    // In how many loops a block lies.
    std::uint32_t depth(NodeId block) const { return loop_of_[block] == no_loop ? 0 : loops_[loop_of_[block]].depth; }
    std::uint32_t max_depth() const { return max_depth_; }
    bool is_header(NodeId block) const { return loop_of_[block] != no_loop && loops_[loop_of_[block]].header == block; }
    // A loop's blocks with those of inner loops; its own, header first, come first.
    std::span<const NodeId> blocks(LoopId loop) const {
        return std::span<const NodeId>(blocks_).subspan(loops_[loop].first_block, loops_[loop].block_count);
    }
    // True if an edge leads back to the header of a loop that its start lies in.
    bool is_back_edge(NodeId from, NodeId to) const { return is_header(to) && contains(loop_of_[to], from); }
    // True if a block lies in a loop, or in one inside it.
    bool contains(LoopId loop, NodeId block) const {
        return loop_of_[block] != no_loop && loop_of_[block] >= loop && loop_of_[block] <= last_inner_[loop];
    }

    std::span<const IrreducibleRegion> irreducible() const { return irreducible_; }
    bool is_reducible() const { return irreducible_.empty(); }

private:
    void collect_blocks();
    void find_irreducible(const Graph& graph, const DominatorTree& dominators);

    std::vector<Loop> loops_;  // numbered so that the loops inside a loop follow it
    std::vector<LoopId> loop_of_;
    std::vector<LoopId> last_inner_;  // of a loop: the last loop inside it, or itself
    std::vector<NodeId> blocks_;
    std::vector<IrreducibleRegion> irreducible_;
    std::uint32_t max_depth_ = 0;
};

}  // namespace ringfence::ptx
