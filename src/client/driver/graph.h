// Graphs under construction: nodes and their dependencies. Makes no calls to the worker.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "client/driver/state.h"

namespace ringfence::driver {

// Here and below: null if there are too many.
Graph* create_graph();
void destroy_graph(Graph* graph);
// A copy, whose nodes refer to the original nodes.
Graph* clone_graph(const Graph& graph);

// Adds a node. A child graph is copied for it.
Node* add_node(Graph& graph, Work work, std::span<Node* const> dependencies);
void destroy_node(Node* node);

// Every edge is treated as a full dependency, which is stricter than a programmatic one.
CUresult add_dependency(Node& from, Node& to, const CUgraphEdgeData& edge = {});
// There must be such an edge, with this data; `edge` null: with any data.
CUresult remove_dependency(Node& from, Node& to, const CUgraphEdgeData* edge);
CUgraphEdgeData edge_between(const Node& from, const Node& to);
bool is_default(const CUgraphEdgeData& edge);
// Fails if an edge from a node to one with `work` cannot be of this kind.
CUresult check_edge(const Node& from, const Work& work, const CUgraphEdgeData& edge);

CUgraphNodeType type_of(const Node& node);
// The graphs that belong to a node: a child, or the bodies of a condition.
std::vector<Graph*> inner_graphs(const Node& node);

// Sorts the nodes by their dependencies; false if there is a cycle.
bool in_order(const Graph& graph, std::vector<Node*>& nodes);

// Find objects by the program's handles.
Graph* find_graph(CUgraph handle);
Node* find_node(CUgraphNode handle);
CUresult find_nodes(const CUgraphNode* handles, std::size_t count, std::vector<Node*>& nodes);

}  // namespace ringfence::driver
