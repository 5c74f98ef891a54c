// Executable graphs, which the worker has in encoded form.
#pragma once

#include "client/driver/graph.h"

namespace ringfence::driver {

CUresult instantiate(const Graph& graph, std::uint64_t flags, GraphExec*& exec);
CUresult launch(GraphExec& exec, Stream& stream);
void destroy_exec(GraphExec* exec);

// Copies the parameters of this graph's nodes to the exec's, if it has the same shape.
CUresult update(GraphExec& exec, const Graph& graph, CUgraphExecUpdateResultInfo& result);
// The exec's own copy of a node of the graph that it was made from.
Node* find_exec_node(GraphExec& exec, CUgraphNode node);
GraphExec* find_exec(CUgraphExec handle);
// Finds both, after check_context(). Fails unless the node has this type.
CUresult find_exec_and_node(CUgraphExec exec_handle, CUgraphNode node_handle, CUgraphNodeType type, GraphExec*& exec,
                            Node*& node);
void set_work(GraphExec& exec, Node& node, Work work);
// Copies this graph's parameters to the node's child graph, if it has the same shape.
CUresult set_child(GraphExec& exec, Node& node, const Graph& graph);
CUresult set_enabled(GraphExec& exec, Node& node, bool is_enabled);

}  // namespace ringfence::driver
