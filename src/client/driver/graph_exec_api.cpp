// cuGraphInstantiate, cuGraphLaunch, cuGraphExec*
#include "api/driver_functions.h"
#include "client/driver/conditions.h"
#include "client/driver/graph_exec.h"
#include "client/driver/node_params.h"
#include "client/driver/state.h"
#include "client/session/tell.h"

namespace ringfence::driver {
CUresult cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) {
    constexpr unsigned long long known =
        CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
        CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    RF_CU(check_context());
    const Graph* const graph = find_graph(hGraph);
    if (graph == nullptr || phGraphExec == nullptr || (flags & ~known) != 0) return CUDA_ERROR_INVALID_VALUE;
    if ((flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) != 0) {
        client::tell(
            "graphs cannot be launched by kernels (cudaGraphInstantiateFlagDeviceLaunch): the worker would not see "
            "what is launched; launch them from the host");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (has_unused_condition(*graph)) return CUDA_ERROR_INVALID_VALUE;
    GraphExec* exec = nullptr;
    RF_CU(instantiate(*graph, flags, exec));
    *phGraphExec = as_api<CUgraphExec>(exec->handle);
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) {
    if (instantiateParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult status = cuGraphInstantiateWithFlags(phGraphExec, hGraph, instantiateParams->flags);
    const Graph* const graph = find_graph(hGraph);
    instantiateParams->hErrNode_out = nullptr;
    instantiateParams->result_out =
        status == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS : CUDA_GRAPH_INSTANTIATE_ERROR;
    if (graph != nullptr && has_unused_condition(*graph)) {
        instantiateParams->result_out = CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
    }
    return status;
}

CUresult cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer,
                               std::size_t bufferSize) {
    if (phErrorNode != nullptr) *phErrorNode = nullptr;
    if (logBuffer != nullptr && bufferSize != 0) *logBuffer = '\0';
    return cuGraphInstantiateWithFlags(phGraphExec, hGraph, 0);
}

CUresult cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer,
                            std::size_t bufferSize) {
    return cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
}

CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
    RF_CU(check_initialized());
    GraphExec* const exec = find_exec(hGraphExec);
    if (exec == nullptr) return CUDA_ERROR_INVALID_VALUE;
    destroy_exec(exec);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) {
    RF_CU(check_initialized());
    const GraphExec* const exec = find_exec(hGraphExec);
    if (exec == nullptr || flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    // An upload is over by now (CUDA documents that it is not told); a card does not tell of priorities either.
    constexpr std::uint64_t untold = CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    *flags = exec->flags & ~untold;
    return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) {
    RF_CU(check_context());
    GraphExec* const exec = find_exec(hGraph);
    if (exec == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Stream* stream = nullptr;
    RF_CU(find_stream(hStream, stream));
    return launch(*exec, *stream);
}

CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream) {
    // The worker has it since it was instantiated.
    RF_CU(check_context());
    Stream* stream = nullptr;
    RF_CU(find_stream(hStream, stream));
    return find_exec(hGraph) == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo* resultInfo) {
    RF_CU(check_context());
    GraphExec* const exec = find_exec(hGraphExec);
    const Graph* const graph = find_graph(hGraph);
    if (exec == nullptr || graph == nullptr || resultInfo == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return update(*exec, *graph, *resultInfo);
}

CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode* hErrorNode_out,
                           CUgraphExecUpdateResult* updateResult_out) {
    CUgraphExecUpdateResultInfo info = {};
    const CUresult status = cuGraphExecUpdate_v2(hGraphExec, hGraph, &info);
    if (hErrorNode_out != nullptr) *hErrorNode_out = info.errorNode;
    if (updateResult_out != nullptr) *updateResult_out = info.result;
    return status;
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode,
                                           const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_KERNEL, exec, node));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    KernelWork work;
    RF_CU(kernel_work(*nodeParams, work));
    work.flags = std::get<KernelWork>(node->work).flags;
    work.attributes = std::get<KernelWork>(node->work).attributes;
    set_work(*exec, *node, std::move(work));
    return CUDA_SUCCESS;
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS params = with_kernel(*nodeParams);
    return cuGraphExecKernelNodeSetParams_v2(hGraphExec, hNode, &params);
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D* copyParams,
                                        CUcontext) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_MEMCPY, exec, node));
    CopyWork work;
    RF_CU(copy_work(copyParams, work));
    set_work(*exec, *node, work);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_MEMSET, exec, node));
    FillWork work;
    RF_CU(fill_work(memsetParams, work));
    set_work(*exec, *node, work);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                      const CUDA_HOST_NODE_PARAMS* nodeParams) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_HOST, exec, node));
    HostWork work;
    RF_CU(host_work(nodeParams, work));
    set_work(*exec, *node, work);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_EVENT_RECORD, exec, node));
    RecordWork work;
    RF_CU(event_handle(event, work.event));
    set_work(*exec, *node, work);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_WAIT_EVENT, exec, node));
    WaitWork work;
    RF_CU(event_handle(event, work.event));
    set_work(*exec, *node, work);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    switch (nodeParams->type) {
        case CU_GRAPH_NODE_TYPE_GRAPH:
            return cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, nodeParams->graph.graph);
        case CU_GRAPH_NODE_TYPE_KERNEL: {
            const CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(*nodeParams);
            return cuGraphExecKernelNodeSetParams_v2(hGraphExec, hNode, &kernel);
        }
        case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: {
            const CUDA_BATCH_MEM_OP_NODE_PARAMS batch = batch_of(*nodeParams);
            return cuGraphExecBatchMemOpNodeSetParams(hGraphExec, hNode, &batch);
        }
        default: break;
    }
    RF_CU(find_exec_and_node(hGraphExec, hNode, nodeParams->type, exec, node));
    if (!can_be_set(nodeParams->type)) return CUDA_ERROR_NOT_SUPPORTED;
    Work work;
    RF_CU(any_work(*nodeParams, *node->graph, work));
    set_work(*exec, *node, std::move(work));
    return CUDA_SUCCESS;
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_GRAPH, exec, node));
    const Graph* const graph = find_graph(childGraph);
    return graph == nullptr ? CUDA_ERROR_INVALID_VALUE : set_child(*exec, *node, *graph);
}

CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) {
    RF_CU(check_context());
    GraphExec* const exec = find_exec(hGraphExec);
    Node* const node = exec == nullptr ? nullptr : find_exec_node(*exec, hNode);
    if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUgraphNodeType type = type_of(*node);
    const bool can_be_disabled =
        type == CU_GRAPH_NODE_TYPE_KERNEL || type == CU_GRAPH_NODE_TYPE_MEMCPY || type == CU_GRAPH_NODE_TYPE_MEMSET;
    if (!can_be_disabled) return CUDA_ERROR_INVALID_VALUE;
    // The worker's graph keeps its shape, and an empty node is another kind of node: the whole is made again.
    return set_enabled(*exec, *node, isEnabled != 0);
}

CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled) {
    RF_CU(check_initialized());
    GraphExec* const exec = find_exec(hGraphExec);
    const Node* const node = exec == nullptr ? nullptr : find_exec_node(*exec, hNode);
    if (node == nullptr || isEnabled == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *isEnabled = node->is_enabled ? 1 : 0;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
