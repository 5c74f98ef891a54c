#include "ptx/analysis/graph.h"

#include <algorithm>

#include "base/effort.h"

namespace ringfence::ptx {
namespace {

// Where a walk stands in one node: the next successor to look at.
struct Frame {
    NodeId node;
    std::uint32_t next;
};

// Tarjan's algorithm with a stack of its own in place of recursion.
class ComponentFinder {
public:
    explicit ComponentFinder(const Graph& graph)
        : graph_(graph), index_(graph.size(), no_node), low_(graph.size(), 0), component_(graph.size(), no_node) {}

    std::vector<std::uint32_t> find() {
        for (NodeId node = 0; node < graph_.size(); ++node) {
            if (index_[node] == no_node && !walk(node)) return all_in_one();
        }
        return std::move(component_);
    }
    std::uint32_t count() const { return count_; }

private:
    // False: it must stop.
    bool walk(NodeId root) {
        enter(root);
        while (!frames_.empty()) {
            if (must_stop()) return false;
            Frame& frame = frames_.back();
            const auto successors = graph_.successors(frame.node);
            if (frame.next < successors.size()) {
                look_at(frame.node, successors[frame.next++]);
            } else {
                leave();
            }
        }
        return true;
    }

    std::vector<std::uint32_t> all_in_one() {
        count_ = 1;
        return std::vector<std::uint32_t>(graph_.size(), 0);
    }

    void enter(NodeId node) {
        index_[node] = low_[node] = next_index_++;
        waiting_.push_back(node);
        frames_.push_back({node, 0});
    }

    void look_at(NodeId from, NodeId to) {
        if (index_[to] == no_node) {
            enter(to);
        } else if (component_[to] == no_node) {
            low_[from] = std::min(low_[from], index_[to]);
        }
    }

    void leave() {
        const NodeId node = frames_.back().node;
        frames_.pop_back();
        if (low_[node] == index_[node]) close(node);
        if (!frames_.empty()) {
            const NodeId above = frames_.back().node;
            low_[above] = std::min(low_[above], low_[node]);
        }
    }

    // All that waits from `node` on is one component.
    void close(NodeId node) {
        NodeId member = no_node;
        do {
            member = waiting_.back();
            waiting_.pop_back();
            component_[member] = count_;
        } while (member != node);
        ++count_;
    }

    const Graph& graph_;
    std::vector<std::uint32_t> index_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> component_;
    std::vector<NodeId> waiting_;
    std::vector<Frame> frames_;
    std::uint32_t next_index_ = 0;
    std::uint32_t count_ = 0;
};

std::vector<NodeId> all_nodes(std::size_t count) {
    std::vector<NodeId> nodes(count);
    for (NodeId node = 0; node < count; ++node)
        nodes[node] = node;
    return nodes;
}

}  // namespace

Graph::Graph(std::size_t node_count, std::span<const GraphEdge> edges)
    : successors_(make_rows<NodeId>(
          node_count, edges, [](const GraphEdge& edge) { return edge.from; },
          [](const GraphEdge& edge) { return edge.to; })),
      predecessors_(make_rows<NodeId>(
          node_count, edges, [](const GraphEdge& edge) { return edge.to; },
          [](const GraphEdge& edge) { return edge.from; })) {}

std::vector<GraphEdge> Graph::edges() const {
    std::vector<GraphEdge> all;
    all.reserve(edge_count());
    for (NodeId node = 0; node < size(); ++node) {
        for (const NodeId to : successors(node))
            all.push_back({node, to});
    }
    return all;
}

DepthFirst depth_first(const Graph& graph, NodeId root) {
    DepthFirst result;
    result.number.assign(graph.size(), no_node);
    std::vector<Frame> frames;
    const auto enter = [&](NodeId node, std::uint32_t parent) {
        result.number[node] = static_cast<std::uint32_t>(result.order.size());
        result.order.push_back(node);
        result.parent.push_back(parent);
        frames.push_back({node, 0});
    };
    enter(root, 0);
    while (!frames.empty() && !must_stop()) {
        Frame& frame = frames.back();
        const auto successors = graph.successors(frame.node);
        if (frame.next == successors.size()) {
            result.postorder.push_back(frame.node);
            frames.pop_back();
            continue;
        }
        const NodeId to = successors[frame.next++];
        if (!result.reached(to)) enter(to, result.number[frame.node]);
    }
    return result;
}

std::vector<bool> reachable(const Graph& graph, std::span<const NodeId> roots, Direction direction) {
    std::vector<bool> marked(graph.size(), false);
    std::vector<NodeId> open(roots.begin(), roots.end());
    for (const NodeId root : roots)
        marked[root] = true;
    while (!open.empty() && !must_stop()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const NodeId next : direction == Direction::Forward ? graph.successors(node) : graph.predecessors(node)) {
            if (marked[next]) continue;
            marked[next] = true;
            open.push_back(next);
        }
    }
    return marked;
}

Components strongly_connected(const Graph& graph) {
    ComponentFinder finder(graph);
    Components components;
    components.of = finder.find();
    components.nodes = make_rows<NodeId>(
        finder.count(), all_nodes(graph.size()), [&](NodeId node) { return components.of[node]; },
        [](NodeId node) { return node; });
    return components;
}

}  // namespace ringfence::ptx
