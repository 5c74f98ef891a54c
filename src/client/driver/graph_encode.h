// A graph as the worker gets it: child graphs dissolved, copies of the program's own memory made of calls and copies.
#pragma once

#include "channel/graph_records.h"
#include "client/driver/graph.h"

namespace ringfence::driver {

// Fills `resources` with what the nodes need; what is there already is kept if it is large enough.
CUresult encode(const Graph& graph, std::map<std::uint64_t, NodeResources>& resources, channel::GraphWriter& writer);
void release(NodeResources& resources);

}  // namespace ringfence::driver
