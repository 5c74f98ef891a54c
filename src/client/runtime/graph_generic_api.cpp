// cudaGraphAddNode and its relatives, nodes that allocate, kernel nodes' attributes.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/launch.h"
#include "client/runtime/node_params.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaMemAllocNodeParams) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS));

// Calls the driver with a node's parameters in its terms.
template <typename Call>
cudaError_t with_node_params(const cudaGraphNodeParams* asked, Call&& call) {
    if (asked == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUgraphNodeParams params = {};
        const cudaError_t status = as_driver(*asked, params);
        return status != cudaSuccess ? status : explain(call(&params));
    });
}

}  // namespace

cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData* dependencyData, std::size_t numDependencies,
                             cudaGraphNodeParams* nodeParams) {
    return add_node(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
    return with_node_params(nodeParams,
                            [&](CUgraphNodeParams* params) { return driver::cuGraphNodeSetParams(node, params); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* nodeParams) {
    return with_node_params(nodeParams, [&](CUgraphNodeParams* params) {
        return driver::cuGraphExecNodeSetParams(graphExec, node, params);
    });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
    return run([&] { return driver::cuGraphExecChildGraphNodeSetParams(hGraphExec, node, childGraph); });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, std::size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
    return run([&] {
        return driver::cuGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies,
                                              reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(nodeParams));
    });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params_out) {
    return run([&] {
        return driver::cuGraphMemAllocNodeGetParams(node, reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(params_out));
    });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, std::size_t numDependencies, void* dptr) {
    return run([&] {
        return driver::cuGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies, address_of(dptr));
    });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
    return run([&] { return driver::cuGraphMemFreeNodeGetParams(node, static_cast<CUdeviceptr*>(dptr_out)); });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
    return run(
        [&] { return driver::cuDeviceGetGraphMemAttribute(device, static_cast<CUgraphMem_attribute>(attr), value); });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
    return run(
        [&] { return driver::cuDeviceSetGraphMemAttribute(device, static_cast<CUgraphMem_attribute>(attr), value); });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return run([&] { return driver::cuDeviceGraphMemTrim(device); });
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out, cudaGraph_t graph,
                                             unsigned int defaultLaunchValue, unsigned int flags) {
    return run([&] {
        return driver::cuGraphConditionalHandleCreate(reinterpret_cast<CUgraphConditionalHandle*>(pHandle_out), graph,
                                                      nullptr, defaultLaunchValue, flags);
    });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue* value) {
    return run([&] {
        return driver::cuGraphKernelNodeSetAttribute(hNode, static_cast<CUkernelNodeAttrID>(attr),
                                                     reinterpret_cast<const CUkernelNodeAttrValue*>(value));
    });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue* value_out) {
    return run([&] {
        return driver::cuGraphKernelNodeGetAttribute(hNode, static_cast<CUkernelNodeAttrID>(attr),
                                                     reinterpret_cast<CUkernelNodeAttrValue*>(value_out));
    });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
    return run([&] { return driver::cuGraphKernelNodeCopyAttributes(hDst, hSrc); });
}

}  // namespace ringfence::runtime
