// cudaGraphAdd*Node, cudaGraph*NodeGetParams, cudaGraph*NodeSetParams
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/copy_params.h"
#include "client/runtime/launch.h"
#include "client/runtime/registry.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaMemsetParams) == sizeof(CUDA_MEMSET_NODE_PARAMS));
static_assert(sizeof(cudaHostNodeParams) == sizeof(CUDA_HOST_NODE_PARAMS));

const CUDA_MEMSET_NODE_PARAMS* fill_params(const cudaMemsetParams* params) {
    return reinterpret_cast<const CUDA_MEMSET_NODE_PARAMS*>(params);
}
const CUDA_HOST_NODE_PARAMS* host_params(const cudaHostNodeParams* params) {
    return reinterpret_cast<const CUDA_HOST_NODE_PARAMS*>(params);
}

// Calls the driver with a kernel's parameters in its terms.
template <typename Call>
cudaError_t with_kernel_params(const cudaKernelNodeParams* params, Call&& call) {
    if (params == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUDA_KERNEL_NODE_PARAMS made = {};
        if (const cudaError_t status = find_kernel(params->func, made.func); status != cudaSuccess) return status;
        made.gridDimX = params->gridDim.x;
        made.gridDimY = params->gridDim.y;
        made.gridDimZ = params->gridDim.z;
        made.blockDimX = params->blockDim.x;
        made.blockDimY = params->blockDim.y;
        made.blockDimZ = params->blockDim.z;
        made.sharedMemBytes = params->sharedMemBytes;
        made.kernelParams = params->kernelParams;
        made.extra = params->extra;
        return explain(call(&made));
    });
}

template <typename Call>
cudaError_t with_box(const cudaMemcpy3DParms* params, Call&& call) {
    if (params == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUDA_MEMCPY3D box = {};
        const cudaError_t status = as_driver(*params, box);
        return status != cudaSuccess ? status : as_error(call(&box));
    });
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaKernelNodeParams* pNodeParams) {
    return with_kernel_params(pNodeParams, [&](const CUDA_KERNEL_NODE_PARAMS* params) {
        return driver::cuGraphAddKernelNode_v2(pGraphNode, graph, pDependencies, numDependencies, params);
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
    return with_kernel_params(pNodeParams, [&](const CUDA_KERNEL_NODE_PARAMS* params) {
        return driver::cuGraphKernelNodeSetParams_v2(node, params);
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
    return with_kernel_params(pNodeParams, [&](const CUDA_KERNEL_NODE_PARAMS* params) {
        return driver::cuGraphExecKernelNodeSetParams_v2(hGraphExec, node, params);
    });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
    if (pNodeParams == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        CUDA_KERNEL_NODE_PARAMS params = {};
        RF_CU(driver::cuGraphKernelNodeGetParams_v2(node, &params));
        pNodeParams->func = host_function_of(params.func);
        pNodeParams->gridDim = {params.gridDimX, params.gridDimY, params.gridDimZ};
        pNodeParams->blockDim = {params.blockDimX, params.blockDimY, params.blockDimZ};
        pNodeParams->sharedMemBytes = params.sharedMemBytes;
        pNodeParams->kernelParams = params.kernelParams;
        pNodeParams->extra = params.extra;
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
    return with_box(pCopyParams, [&](const CUDA_MEMCPY3D* box) {
        return driver::cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, box, nullptr);
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, std::size_t numDependencies, void* dst,
                                     const void* src, std::size_t count, cudaMemcpyKind kind) {
    if (!is_kind(kind)) return report(cudaErrorInvalidMemcpyDirection);
    const CUDA_MEMCPY3D box = row(dst, src, count);
    return run(
        [&] { return driver::cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &box, nullptr); });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
    if (pNodeParams == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        CUDA_MEMCPY3D box = {};
        RF_CU(driver::cuGraphMemcpyNodeGetParams(node, &box));
        *pNodeParams = as_runtime(box);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) {
    return with_box(pNodeParams,
                    [&](const CUDA_MEMCPY3D* box) { return driver::cuGraphMemcpyNodeSetParams(node, box); });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, std::size_t count,
                                           cudaMemcpyKind kind) {
    if (!is_kind(kind)) return report(cudaErrorInvalidMemcpyDirection);
    const CUDA_MEMCPY3D box = row(dst, src, count);
    return run([&] { return driver::cuGraphMemcpyNodeSetParams(node, &box); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
    return with_box(pNodeParams, [&](const CUDA_MEMCPY3D* box) {
        return driver::cuGraphExecMemcpyNodeSetParams(hGraphExec, node, box, nullptr);
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                               const void* src, std::size_t count, cudaMemcpyKind kind) {
    if (!is_kind(kind)) return report(cudaErrorInvalidMemcpyDirection);
    const CUDA_MEMCPY3D box = row(dst, src, count);
    return run([&] { return driver::cuGraphExecMemcpyNodeSetParams(hGraphExec, node, &box, nullptr); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   std::size_t numDependencies, const cudaMemsetParams* pMemsetParams) {
    return run([&] {
        return driver::cuGraphAddMemsetNode(pGraphNode, graph, pDependencies, numDependencies,
                                            fill_params(pMemsetParams), nullptr);
    });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
    return run([&] {
        return driver::cuGraphMemsetNodeGetParams(node, reinterpret_cast<CUDA_MEMSET_NODE_PARAMS*>(pNodeParams));
    });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) {
    return run([&] { return driver::cuGraphMemsetNodeSetParams(node, fill_params(pNodeParams)); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
    return run(
        [&] { return driver::cuGraphExecMemsetNodeSetParams(hGraphExec, node, fill_params(pNodeParams), nullptr); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 std::size_t numDependencies, const cudaHostNodeParams* pNodeParams) {
    return run([&] {
        return driver::cuGraphAddHostNode(pGraphNode, graph, pDependencies, numDependencies, host_params(pNodeParams));
    });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
    return run(
        [&] { return driver::cuGraphHostNodeGetParams(node, reinterpret_cast<CUDA_HOST_NODE_PARAMS*>(pNodeParams)); });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) {
    return run([&] { return driver::cuGraphHostNodeSetParams(node, host_params(pNodeParams)); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
    return run([&] { return driver::cuGraphExecHostNodeSetParams(hGraphExec, node, host_params(pNodeParams)); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, std::size_t numDependencies,
                                       cudaGraph_t childGraph) {
    return run([&] {
        return driver::cuGraphAddChildGraphNode(pGraphNode, graph, pDependencies, numDependencies, childGraph);
    });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
    return run([&] { return driver::cuGraphChildGraphNodeGetGraph(node, pGraph); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  std::size_t numDependencies) {
    return run([&] { return driver::cuGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies, std::size_t numDependencies,
                                        cudaEvent_t event) {
    return run(
        [&] { return driver::cuGraphAddEventRecordNode(pGraphNode, graph, pDependencies, numDependencies, event); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, std::size_t numDependencies,
                                      cudaEvent_t event) {
    return run(
        [&] { return driver::cuGraphAddEventWaitNode(pGraphNode, graph, pDependencies, numDependencies, event); });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
    return run([&] { return driver::cuGraphEventRecordNodeGetEvent(node, event_out); });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return run([&] { return driver::cuGraphEventRecordNodeSetEvent(node, event); });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
    return run([&] { return driver::cuGraphEventWaitNodeGetEvent(node, event_out); });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return run([&] { return driver::cuGraphEventWaitNodeSetEvent(node, event); });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
    return run([&] { return driver::cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event); });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
    return run([&] { return driver::cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event); });
}

}  // namespace ringfence::runtime
