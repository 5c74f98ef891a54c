// A directed graph in flat arrays, and the walks over it that the analyses share.
//
// Nodes are numbers from 0. Everything here takes time and memory linear in nodes and edges, and none of it recurses:
// a function of a million blocks is as safe as one of ten. Where the work must stop (base/effort.h) the results lack
// nodes, or have all in one component: nothing may be read of them before that was asked.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ringfence::ptx {

using NodeId = std::uint32_t;
constexpr NodeId no_node = UINT32_MAX;

struct GraphEdge {
    NodeId from = no_node;
    NodeId to = no_node;

    friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

// For each node of a graph a run of values, all in one array.
template <typename T>
class Rows {
public:
    Rows() = default;
    // `first` has one entry per row and one more: row i is values[first[i], first[i + 1]).
    Rows(std::vector<std::uint32_t> first, std::vector<T> values)
        : first_(std::move(first)), values_(std::move(values)) {}

    std::size_t size() const { return first_.empty() ? 0 : first_.size() - 1; }
    std::span<const T> operator[](std::size_t row) const {
        return std::span<const T>(values_).subspan(first_[row], first_[row + 1] - first_[row]);
    }
    std::span<const T> values() const { return values_; }

private:
    std::vector<std::uint32_t> first_;
    std::vector<T> values_;
};

// Sorts `values` into rows by `row_of(value)`, keeping the order within a row; what is kept is `kept(value)`.
template <typename T, typename Values, typename RowOf, typename Kept>
Rows<T> make_rows(std::size_t row_count, const Values& values, RowOf row_of, Kept kept) {
    std::vector<std::uint32_t> first(row_count + 1, 0);
    for (const auto& value : values)
        ++first[row_of(value) + 1];
    for (std::size_t row = 0; row < row_count; ++row)
        first[row + 1] += first[row];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    std::vector<T> sorted(values.size());
    for (const auto& value : values)
        sorted[next[row_of(value)]++] = kept(value);
    return {std::move(first), std::move(sorted)};
}

class Graph {
public:
    Graph() = default;
    // Successors and predecessors keep the order of the edges. Edges may be repeated and may be loops.
    Graph(std::size_t node_count, std::span<const GraphEdge> edges);

    std::size_t size() const { return successors_.size(); }
    std::size_t edge_count() const { return successors_.values().size(); }
    std::span<const NodeId> successors(NodeId node) const { return successors_[node]; }
    std::span<const NodeId> predecessors(NodeId node) const { return predecessors_[node]; }

    std::vector<GraphEdge> edges() const;

private:
    Rows<NodeId> successors_;
    Rows<NodeId> predecessors_;
};

// The nodes that can be reached from a node, in the order of a depth-first search.
struct DepthFirst {
    std::vector<NodeId> order;          // the nodes, as they were first met
    std::vector<std::uint32_t> number;  // of a node: its place in `order`; no_node if it was not reached
    std::vector<std::uint32_t> parent;  // of a place in `order`: the place it was met from; 0 for the root
    std::vector<NodeId> postorder;      // the nodes, as they were left

    bool reached(NodeId node) const { return number[node] != no_node; }
};
DepthFirst depth_first(const Graph& graph, NodeId root);

// Marks what can be reached from the roots, along the edges or against them.
enum class Direction : std::uint8_t { Forward, Backward };
std::vector<bool> reachable(const Graph& graph, std::span<const NodeId> roots, Direction direction);

// Strongly connected components. They are numbered so that an edge between two goes from the higher to the lower
// number.
struct Components {
    std::vector<std::uint32_t> of;  // of a node: its component
    Rows<NodeId> nodes;             // of a component: its nodes, ascending

    std::size_t size() const { return nodes.size(); }
};
Components strongly_connected(const Graph& graph);

}  // namespace ringfence::ptx
