// Converts the runtime's descriptions of nodes to the driver's.
#pragma once

#include "abi/driver_types.h"
#include "abi/runtime_types.h"

namespace ringfence::runtime {

cudaError_t as_driver(const cudaGraphNodeParams& asked, CUgraphNodeParams& params);
// Copies back the results that the driver stored in the parameters of the new node.
void take_results(const CUgraphNodeParams& params, cudaGraphNodeParams& asked);

cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                     const cudaGraphEdgeData* edges, std::size_t count, cudaGraphNodeParams* params);

}  // namespace ringfence::runtime
