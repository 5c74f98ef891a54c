// Encodes a graph for the worker: inlines child graphs; host functions and copies replace copies of program memory.
#pragma once

#include "channel/graph_records.h"
#include "client/driver/graph.h"

namespace ringfence::driver {

// Adds what the nodes need to `resources`; present resources are kept if they are large enough.
CUresult encode(const Graph& graph, std::map<std::uint64_t, NodeResources>& resources, channel::GraphWriter& writer);
void release(NodeResources& resources);

}  // namespace ringfence::driver
