#include "ptx/analysis/dominators.h"

#include <algorithm>

#include "base/effort.h"

namespace ringfence::ptx {
namespace {

// Lengauer and Tarjan's algorithm. Nodes are known by their place in a depth-first search throughout.
class LengauerTarjan {
public:
    LengauerTarjan(const Graph& graph, const DepthFirst& walk)
        : graph_(graph),
          walk_(walk),
          count_(walk.order.size()),
          semi_(count_),
          best_(count_),
          ancestor_(count_, no_node),
          idom_(count_, 0),
          bucket_(count_, no_node),
          next_in_bucket_(count_, no_node) {
        for (std::uint32_t node = 0; node < count_; ++node)
            semi_[node] = best_[node] = node;
    }

    // The parent of each place in the tree; 0 for the root.
    std::vector<std::uint32_t> solve() {
        for (auto node = static_cast<std::uint32_t>(count_); node-- > 1 && !must_stop();) {
            find_semidominator(node);
            next_in_bucket_[node] = bucket_[semi_[node]];
            bucket_[semi_[node]] = node;
            ancestor_[node] = walk_.parent[node];
            empty_bucket(walk_.parent[node]);
        }
        for (std::uint32_t node = 1; node < count_; ++node) {
            if (idom_[node] != semi_[node]) idom_[node] = idom_[idom_[node]];
        }
        return std::move(idom_);
    }

private:
    void find_semidominator(std::uint32_t node) {
        for (const NodeId from : graph_.predecessors(walk_.order[node])) {
            if (!walk_.reached(from)) continue;
            semi_[node] = std::min(semi_[node], semi_[evaluate(walk_.number[from])]);
        }
    }

    void empty_bucket(std::uint32_t parent) {
        for (std::uint32_t node = bucket_[parent]; node != no_node; node = next_in_bucket_[node]) {
            const std::uint32_t best = evaluate(node);
            idom_[node] = semi_[best] < semi_[node] ? best : parent;
        }
        bucket_[parent] = no_node;
    }

    // The node with the smallest semidominator on the way up from `node` to the root of its tree in the forest.
    std::uint32_t evaluate(std::uint32_t node) {
        if (ancestor_[node] == no_node) return node;
        compress(node);
        return best_[node];
    }

    void compress(std::uint32_t node) {
        path_.clear();
        while (ancestor_[ancestor_[node]] != no_node) {
            path_.push_back(node);
            node = ancestor_[node];
        }
        for (; !path_.empty(); path_.pop_back()) {
            const std::uint32_t below = path_.back();
            const std::uint32_t above = ancestor_[below];
            if (semi_[best_[above]] < semi_[best_[below]]) best_[below] = best_[above];
            ancestor_[below] = ancestor_[above];
        }
    }

    const Graph& graph_;
    const DepthFirst& walk_;
    std::size_t count_;
    std::vector<std::uint32_t> semi_;
    std::vector<std::uint32_t> best_;
    std::vector<std::uint32_t> ancestor_;
    std::vector<std::uint32_t> idom_;
    std::vector<std::uint32_t> bucket_;  // by semidominator: the first node that waits for it
    std::vector<std::uint32_t> next_in_bucket_;
    std::vector<std::uint32_t> path_;
};

Graph reversed(const Graph& graph, std::span<const GraphEdge> more) {
    std::vector<GraphEdge> edges = graph.edges();
    edges.insert(edges.end(), more.begin(), more.end());
    for (GraphEdge& edge : edges)
        std::swap(edge.from, edge.to);
    return {graph.size(), edges};
}

// True if all edges from the nodes of a component stay in it.
bool is_closed(const Graph& graph, const Components& components, std::uint32_t component) {
    const auto nodes = components.nodes[component];
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
        const auto successors = graph.successors(node);
        return std::all_of(successors.begin(), successors.end(),
                           [&](NodeId to) { return components.of[to] == component; });
    });
}

}  // namespace

DominatorTree::DominatorTree(const Graph& graph, NodeId root)
    : parent_(graph.size(), no_node), depth_(graph.size(), 0), number_(graph.size(), 0), extent_(graph.size(), 0) {
    const DepthFirst walk = depth_first(graph, root);
    const std::vector<std::uint32_t> idom = LengauerTarjan(graph, walk).solve();
    for (std::size_t i = 1; i < idom.size(); ++i)
        parent_[walk.order[i]] = walk.order[idom[i]];
    number_tree(walk.order);
}

// `order` has every node behind its parent.
void DominatorTree::number_tree(std::span<const NodeId> order) {
    for (std::size_t i = order.size(); i-- > 0;) {
        ++extent_[order[i]];
        if (i != 0) extent_[parent_[order[i]]] += extent_[order[i]];
    }
    std::vector<std::uint32_t> next(parent_.size(), 0);  // the number for a node's next child
    preorder_.resize(order.size());
    for (const NodeId node : order) {
        const NodeId above = parent_[node];
        if (above != no_node) {
            number_[node] = next[above];
            next[above] += extent_[node];
            depth_[node] = depth_[above] + 1;
        }
        next[node] = number_[node] + 1;
        preorder_[number_[node]] = node;
    }
}

DominatorTree dominators(const ControlFlowGraph& cfg) {
    return {cfg.graph(), ControlFlowGraph::entry};
}

DominatorTree post_dominators(const ControlFlowGraph& cfg) {
    return post_dominators(cfg.graph(), cfg.exit());
}

std::vector<GraphEdge> pretended_exits(const Graph& graph, NodeId exit) {
    std::vector<GraphEdge> edges;
    const NodeId roots[] = {exit};
    const std::vector<bool> leaves = reachable(graph, roots, Direction::Backward);
    if (std::find(leaves.begin(), leaves.end(), false) == leaves.end()) return edges;
    const Components components = strongly_connected(graph);
    for (std::uint32_t component = 0; component < components.size(); ++component) {
        const NodeId last = components.nodes[component].back();
        if (!leaves[last] && is_closed(graph, components, component)) edges.push_back({last, exit});
    }
    return edges;
}

DominatorTree post_dominators(const Graph& graph, NodeId exit) {
    return {reversed(graph, pretended_exits(graph, exit)), exit};
}

}  // namespace ringfence::ptx
