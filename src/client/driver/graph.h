// Graphs under construction: nodes and what depends on what. Nothing here talks to the worker.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "client/driver/state.h"

namespace ringfence::driver {

// Null, here and below: there are too many.
Graph* create_graph();
void destroy_graph(Graph* graph);
// A copy; each of its nodes knows the one that it was made from.
Graph* clone_graph(const Graph& graph);

// A child graph becomes the node's own copy.
Node* add_node(Graph& graph, Work work, std::span<Node* const> dependencies);
void destroy_node(Node* node);

// Whatever its data says, an edge is a full dependency here: that is more than a programmatic one asks for.
CUresult add_dependency(Node& from, Node& to, const CUgraphEdgeData& edge = {});
// There must be such an edge: with this data, or whatever its data is where none is given.
CUresult remove_dependency(Node& from, Node& to, const CUgraphEdgeData* edge);
CUgraphEdgeData edge_between(const Node& from, const Node& to);
bool is_default(const CUgraphEdgeData& edge);
// If an edge from a node can be of this kind, to one that does `work`.
CUresult check_edge(const Node& from, const Work& work, const CUgraphEdgeData& edge);

CUgraphNodeType type_of(const Node& node);
// The graphs that belong to a node: a child, or the bodies of a condition.
std::vector<Graph*> inner_graphs(const Node& node);

// The nodes so that each comes after all that it depends on; false if there is a circle.
bool in_order(const Graph& graph, std::vector<Node*>& nodes);

// Lookups by what the program holds.
Graph* find_graph(CUgraph handle);
Node* find_node(CUgraphNode handle);
CUresult find_nodes(const CUgraphNode* handles, std::size_t count, std::vector<Node*>& nodes);

}  // namespace ringfence::driver
