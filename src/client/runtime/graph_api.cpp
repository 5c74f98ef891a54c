// cudaGraph*: graphs, their nodes and edges. Node parameters are in graph_node_api.cpp.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaGraphExecUpdateResultInfo) == sizeof(CUgraphExecUpdateResultInfo));
static_assert(sizeof(cudaGraphInstantiateParams) == sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS));

const CUgraphEdgeData* as_driver_edges(const cudaGraphEdgeData* edges) {
    return reinterpret_cast<const CUgraphEdgeData*>(edges);
}
CUgraphEdgeData* as_driver_edges(cudaGraphEdgeData* edges) {
    return reinterpret_cast<CUgraphEdgeData*>(edges);
}

}  // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
    return run([&] { return driver::cuGraphCreate(pGraph, flags); });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return run([&] { return driver::cuGraphDestroy(graph); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return run([&] { return driver::cuGraphDestroyNode(node); });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
    return run([&] { return driver::cuGraphClone(pGraphClone, originalGraph); });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph) {
    return run([&] { return driver::cuGraphNodeFindInClone(pNode, originalNode, clonedGraph); });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
    return run([&] { return driver::cuGraphNodeGetType(node, reinterpret_cast<CUgraphNodeType*>(pType)); });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* numNodes) {
    return run([&] { return driver::cuGraphGetNodes(graph, nodes, numNodes); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, std::size_t* pNumRootNodes) {
    return run([&] { return driver::cuGraphGetRootNodes(graph, pRootNodes, pNumRootNodes); });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edgeData, std::size_t* numEdges) {
    return run([&] { return driver::cuGraphGetEdges_v2(graph, from, to, as_driver_edges(edgeData), numEdges); });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                         cudaGraphEdgeData* edgeData, std::size_t* pNumDependencies) {
    return run([&] {
        return driver::cuGraphNodeGetDependencies_v2(node, pDependencies, as_driver_edges(edgeData), pNumDependencies);
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                           cudaGraphEdgeData* edgeData, std::size_t* pNumDependentNodes) {
    return run([&] {
        return driver::cuGraphNodeGetDependentNodes_v2(node, pDependentNodes, as_driver_edges(edgeData),
                                                       pNumDependentNodes);
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edgeData, std::size_t numDependencies) {
    return run(
        [&] { return driver::cuGraphAddDependencies_v2(graph, from, to, as_driver_edges(edgeData), numDependencies); });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edgeData, std::size_t numDependencies) {
    return run([&] {
        return driver::cuGraphRemoveDependencies_v2(graph, from, to, as_driver_edges(edgeData), numDependencies);
    });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
    return run([&] { return driver::cuGraphInstantiateWithFlags(pGraphExec, graph, flags); });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
    return cudaGraphInstantiateWithFlags(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiateParams) {
    return run([&] {
        return driver::cuGraphInstantiateWithParams(
            pGraphExec, graph, reinterpret_cast<CUDA_GRAPH_INSTANTIATE_PARAMS*>(instantiateParams));
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
    return run([&] { return driver::cuGraphLaunch(graphExec, stream); });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
    return run([&] { return driver::cuGraphUpload(graphExec, stream); });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
    return run([&] { return driver::cuGraphExecDestroy(graphExec); });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
    if (flags == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        cuuint64_t value = 0;
        RF_CU(driver::cuGraphExecGetFlags(graphExec, &value));
        *flags = value;
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
    return run([&] {
        return driver::cuGraphExecUpdate_v2(hGraphExec, hGraph,
                                            reinterpret_cast<CUgraphExecUpdateResultInfo*>(resultInfo));
    });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled) {
    return run([&] { return driver::cuGraphNodeSetEnabled(hGraphExec, hNode, isEnabled); });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int* isEnabled) {
    return run([&] { return driver::cuGraphNodeGetEnabled(hGraphExec, hNode, isEnabled); });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) {
    return run([&] { return driver::cuGraphDebugDotPrint(graph, path, flags); });
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags) {
    return run([&] { return driver::cuUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags); });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
    return run([&] { return driver::cuUserObjectRetain(object, count); });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
    return run([&] { return driver::cuUserObjectRelease(object, count); });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
    return run([&] { return driver::cuGraphRetainUserObject(graph, object, count, flags); });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
    return run([&] { return driver::cuGraphReleaseUserObject(graph, object, count); });
}

}  // namespace ringfence::runtime
