// Graphs that can be launched: written down for the worker.
#pragma once

#include "client/driver/graph.h"

namespace ringfence::driver {

CUresult instantiate(const Graph& graph, std::uint64_t flags, GraphExec*& exec);
CUresult launch(GraphExec& exec, Stream& stream);
void destroy_exec(GraphExec* exec);

// Gives the exec's nodes the parameters of this graph's, if it has the same shape.
CUresult update(GraphExec& exec, const Graph& graph, CUgraphExecUpdateResultInfo& result);
// The exec's own copy of a node of the graph that it was made from.
Node* find_exec_node(GraphExec& exec, CUgraphNode node);
GraphExec* find_exec(CUgraphExec handle);
// Both, after check_context; the node must be of this type.
CUresult find_exec_and_node(CUgraphExec exec_handle, CUgraphNode node_handle, CUgraphNodeType type, GraphExec*& exec,
                            Node*& node);
void set_work(GraphExec& exec, Node& node, Work work);
// Gives the node's child graph the parameters of this one, if it has the same shape.
CUresult set_child(GraphExec& exec, Node& node, const Graph& graph);
CUresult set_enabled(GraphExec& exec, Node& node, bool is_enabled);

}  // namespace ringfence::driver
