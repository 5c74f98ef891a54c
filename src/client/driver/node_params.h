// Nodes' parameters: from the program's structures to work, checked, and back.
#pragma once

#include "client/driver/graph.h"

namespace ringfence::driver {

CUresult kernel_work(const CUDA_KERNEL_NODE_PARAMS& params, KernelWork& work);
CUresult copy_work(const CUDA_MEMCPY3D* params, CopyWork& work);
CUresult fill_work(const CUDA_MEMSET_NODE_PARAMS* params, FillWork& work);
CUresult host_work(const CUDA_HOST_NODE_PARAMS* params, HostWork& work);
CUresult event_handle(CUevent handle, std::uint64_t& event);
// Any of them, by their type.
CUresult any_work(const CUgraphNodeParams& params, Work& work);

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
