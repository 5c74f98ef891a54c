#include "ptx/analysis/loops.h"

#include <algorithm>

#include "base/effort.h"

namespace ringfence::ptx {
namespace {

// Finds the loops, inner ones first, so that a walk back from a loop's end steps over what it has already seen.
class LoopFinder {
public:
    LoopFinder(const Graph& graph, const DominatorTree& dominators)
        : graph_(graph), dominators_(dominators), loop_of_(graph.size(), no_loop) {}

    void find() {
        const auto preorder = dominators_.preorder();
        for (std::size_t i = preorder.size(); i-- > 0 && !must_stop();)
            look_at(preorder[i]);
    }

    // Numbers the loops anew: each is followed by those inside it. `last_inner` gets the last of these.
    std::vector<Loop> in_preorder(std::vector<LoopId>& last_inner, std::vector<LoopId>& loop_of) const {
        std::vector<std::uint32_t> extent(header_.size(), 1);
        for (LoopId loop = 0; loop < header_.size(); ++loop) {
            if (parent_[loop] != no_loop) extent[parent_[loop]] += extent[loop];
        }
        std::vector<LoopId> number(header_.size());
        std::vector<LoopId> next(header_.size());
        std::vector<Loop> loops(header_.size());
        last_inner.resize(header_.size());
        LoopId next_outermost = 0;
        for (std::size_t loop = header_.size(); loop-- > 0;) {
            const LoopId above = parent_[loop];
            LoopId& free = above == no_loop ? next_outermost : next[above];
            number[loop] = free;
            free += extent[loop];
            next[loop] = number[loop] + 1;
            last_inner[number[loop]] = number[loop] + extent[loop] - 1;
            Loop& result = loops[number[loop]];
            result.header = header_[loop];
            result.parent = above == no_loop ? no_loop : number[above];
            result.depth = above == no_loop ? 1 : loops[number[above]].depth + 1;
        }
        loop_of = loop_of_;
        for (LoopId& loop : loop_of) {
            if (loop != no_loop) loop = number[loop];
        }
        return loops;
    }

private:
    void look_at(NodeId header) {
        for (const NodeId from : graph_.predecessors(header)) {
            if (dominators_.dominates(header, from)) open_.push_back(from);
        }
        if (open_.empty()) return;
        const auto loop = static_cast<LoopId>(header_.size());
        header_.push_back(header);
        parent_.push_back(no_loop);
        outermost_.push_back(loop);
        loop_of_[header] = loop;
        while (!open_.empty() && !must_stop()) {
            const NodeId node = open_.back();
            open_.pop_back();
            add(node, loop);
        }
    }

    // Takes a node, or the outermost loop it is known to lie in, into `loop`, and goes on in front of it.
    void add(NodeId node, LoopId loop) {
        if (loop_of_[node] == no_loop) {
            loop_of_[node] = loop;
            open_predecessors(node);
            return;
        }
        const LoopId inner = outermost(loop_of_[node]);
        if (inner == loop) return;
        parent_[inner] = outermost_[inner] = loop;
        open_predecessors(header_[inner]);
    }

    void open_predecessors(NodeId node) {
        for (const NodeId from : graph_.predecessors(node)) {
            if (dominators_.contains(from)) open_.push_back(from);
        }
    }

    LoopId outermost(LoopId loop) {
        while (outermost_[loop] != loop) {
            outermost_[loop] = outermost_[outermost_[loop]];
            loop = outermost_[loop];
        }
        return loop;
    }

    const Graph& graph_;
    const DominatorTree& dominators_;
    std::vector<LoopId> loop_of_;
    std::vector<NodeId> header_;
    std::vector<LoopId> parent_;
    std::vector<LoopId> outermost_;  // a loop around it, if one is known; else itself
    std::vector<NodeId> open_;
};

// The graph without what cannot be reached and without the back edges.
Graph without_back_edges(const Graph& graph, const DominatorTree& dominators) {
    std::vector<GraphEdge> edges;
    edges.reserve(graph.edge_count());
    for (const NodeId node : dominators.preorder()) {
        for (const NodeId to : graph.successors(node)) {
            if (!dominators.dominates(to, node)) edges.push_back({node, to});
        }
    }
    return {graph.size(), edges};
}

}  // namespace

LoopForest::LoopForest(const Graph& graph, const DominatorTree& dominators) {
    LoopFinder finder(graph, dominators);
    finder.find();
    loops_ = finder.in_preorder(last_inner_, loop_of_);
    collect_blocks();
    find_irreducible(graph, dominators);
}

void LoopForest::collect_blocks() {
    std::vector<std::uint32_t> next(loops_.size() + 1, 0);
    for (const LoopId loop : loop_of_) {
        if (loop != no_loop) ++next[loop + 1];
    }
    for (std::size_t loop = 0; loop < loops_.size(); ++loop)
        next[loop + 1] += next[loop];
    for (LoopId loop = 0; loop < loops_.size(); ++loop) {
        loops_[loop].first_block = next[loop];
        loops_[loop].block_count = next[last_inner_[loop] + 1] - next[loop];
        max_depth_ = std::max(max_depth_, loops_[loop].depth);
    }
    blocks_.resize(next.back());
    for (LoopId loop = 0; loop < loops_.size(); ++loop)
        blocks_[next[loop]++] = loops_[loop].header;
    for (NodeId node = 0; node < loop_of_.size(); ++node) {
        const LoopId loop = loop_of_[node];
        if (loop != no_loop && loops_[loop].header != node) blocks_[next[loop]++] = node;
    }
}

void LoopForest::find_irreducible(const Graph& graph, const DominatorTree& dominators) {
    const Components components = strongly_connected(without_back_edges(graph, dominators));
    for (std::uint32_t component = 0; component < components.size(); ++component) {
        const auto nodes = components.nodes[component];
        if (nodes.size() < 2) continue;
        IrreducibleRegion region;
        region.blocks.assign(nodes.begin(), nodes.end());
        for (const NodeId node : nodes) {
            const auto from = graph.predecessors(node);
            const bool entered = std::any_of(from.begin(), from.end(), [&](NodeId node_before) {
                return dominators.contains(node_before) && components.of[node_before] != component;
            });
            if (entered) region.entries.push_back(node);
        }
        irreducible_.push_back(std::move(region));
    }
    std::sort(irreducible_.begin(), irreducible_.end(),
              [](const IrreducibleRegion& a, const IrreducibleRegion& b) { return a.blocks[0] < b.blocks[0]; });
}

}  // namespace ringfence::ptx
