// Which nodes every path to, or from, a node goes through.
//
// The tree is found with Lengauer and Tarjan's algorithm (path compression, no balancing): O(edges * log nodes) for any
// graph, however hostile, and no recursion. Questions about two nodes are answered in constant time from a numbering of
// the tree.
//
// Nodes that the root does not reach are not in the tree: contains() is false, they dominate nothing and nothing
// dominates them.
//
// Post-dominators start at the exit and go against the edges. A loop without a way out never reaches the exit, so such
// regions get a pretended edge to it: one for each set of nodes that reach each other and nothing else, from its node
// with the highest number (in source order the end of the loop). With that every block has post-dominators, and they
// mean: "if execution is to get out at all, it goes through here".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/graph.h"

namespace ringfence::ptx {

class DominatorTree {
public:
    DominatorTree(const Graph& graph, NodeId root);

    NodeId root() const { return preorder_.front(); }
    bool contains(NodeId node) const { return extent_[node] != 0; }
    // The closest other node that dominates `node`; no_node for the root and for nodes outside the tree.
    NodeId parent(NodeId node) const { return parent_[node]; }
    // How far below the root a node is.
    std::uint32_t depth(NodeId node) const { return depth_[node]; }
    // Every node dominates itself.
    bool dominates(NodeId above, NodeId below) const {
        return contains(above) && contains(below) && number_[below] - number_[above] < extent_[above];
    }
    bool strictly_dominates(NodeId above, NodeId below) const { return above != below && dominates(above, below); }

    // The nodes of the tree, each before those it dominates, and these right behind it.
    std::span<const NodeId> preorder() const { return preorder_; }
    // A node and all it dominates.
    std::span<const NodeId> subtree(NodeId node) const {
        return std::span<const NodeId>(preorder_).subspan(number_[node], extent_[node]);
    }

private:
    void number_tree(std::span<const NodeId> order);

    std::vector<NodeId> parent_;
    std::vector<std::uint32_t> depth_;
    std::vector<std::uint32_t> number_;  // place in preorder_
    std::vector<std::uint32_t> extent_;  // how many nodes it dominates, itself included; 0 outside the tree
    std::vector<NodeId> preorder_;
};

DominatorTree dominators(const ControlFlowGraph& cfg);
// Contains every block and, as its root, the exit.
DominatorTree post_dominators(const ControlFlowGraph& cfg);

// The same for a bare graph with an exit: the edges that are pretended, and the tree.
std::vector<GraphEdge> pretended_exits(const Graph& graph, NodeId exit);
DominatorTree post_dominators(const Graph& graph, NodeId exit);

}  // namespace ringfence::ptx
