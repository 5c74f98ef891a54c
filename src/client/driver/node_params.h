// Converts the program's structures with nodes' parameters to checked work, and back.
#pragma once

#include "client/driver/graph.h"

namespace ringfence::driver {

CUresult kernel_work(const CUDA_KERNEL_NODE_PARAMS& params, KernelWork& work);
CUresult copy_work(const CUDA_MEMCPY3D* params, CopyWork& work);
CUresult fill_work(const CUDA_MEMSET_NODE_PARAMS* params, FillWork& work);
CUresult host_work(const CUDA_HOST_NODE_PARAMS* params, HostWork& work);
CUresult event_handle(CUevent handle, std::uint64_t& event);
// False for graphs with nodes that allocate or free memory, or have conditions.
bool can_be_copied(const Graph& graph);
CUresult allocate_work(const CUDA_MEM_ALLOC_NODE_PARAMS& params, AllocateWork& work);
// `graph`: the node's graph.
CUresult free_work(const Graph& graph, CUdeviceptr address, FreeWork& work);
// Work of any type, by the type in `params`.
CUresult any_work(const CUgraphNodeParams& params, const Graph& graph, Work& work);
// Stores results in the parameters, which the program may read after adding the node.
void give_results(Node& node, CUgraphNodeParams& params);
// True if any_work can change the parameters of a node of this type.
bool can_be_set(CUgraphNodeType type);
CUDA_KERNEL_NODE_PARAMS kernel_of(const CUgraphNodeParams& params);
CUDA_BATCH_MEM_OP_NODE_PARAMS batch_of(const CUgraphNodeParams& params);

// The last step of every cuGraphAdd…Node. `edges`: null for default edges.
CUresult add_node_for(CUgraphNode* result, CUgraph graph, const CUgraphNode* dependencies, std::size_t count, Work work,
                      const CUgraphEdgeData* edges = nullptr);

CUDA_KERNEL_NODE_PARAMS with_kernel(const CUDA_KERNEL_NODE_PARAMS_v1& params);
CUresult kernel_params(Node& node, CUDA_KERNEL_NODE_PARAMS& params);

// The node's work if it is of this kind.
template <typename Kind>
CUresult work_of(CUgraphNode handle, Node*& node, Kind*& work) {
    RF_CU(check_initialized());
    node = find_node(handle);
    work = node == nullptr ? nullptr : std::get_if<Kind>(&node->work);
    return work == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
