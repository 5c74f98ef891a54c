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
void set_work(GraphExec& exec, Node& node, Work work);
CUresult set_enabled(GraphExec& exec, Node& node, bool is_enabled);

}  // namespace ringfence::driver
