// Nodes that copy to and from variables.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/copy_params.h"
#include "client/runtime/symbol.h"

namespace ringfence::runtime {

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies, std::size_t numDependencies,
                                           const void* symbol, const void* src, std::size_t count, std::size_t offset,
                                           cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, to_symbol, [&](void* place) {
        const CUDA_MEMCPY3D box = row(place, src, count);
        return as_error(driver::cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &box, nullptr));
    });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* src,
                                                 std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, to_symbol, [&](void* place) {
        const CUDA_MEMCPY3D box = row(place, src, count);
        return as_error(driver::cuGraphMemcpyNodeSetParams(node, &box));
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                     const void* symbol, const void* src, std::size_t count,
                                                     std::size_t offset, cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, to_symbol, [&](void* place) {
        const CUDA_MEMCPY3D box = row(place, src, count);
        return as_error(driver::cuGraphExecMemcpyNodeSetParams(hGraphExec, node, &box, nullptr));
    });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies, std::size_t numDependencies,
                                             void* dst, const void* symbol, std::size_t count, std::size_t offset,
                                             cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, from_symbol, [&](void* place) {
        const CUDA_MEMCPY3D box = row(dst, place, count);
        return as_error(driver::cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &box, nullptr));
    });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const void* symbol,
                                                   std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, from_symbol, [&](void* place) {
        const CUDA_MEMCPY3D box = row(dst, place, count);
        return as_error(driver::cuGraphMemcpyNodeSetParams(node, &box));
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                                       const void* symbol, std::size_t count, std::size_t offset,
                                                       cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, from_symbol, [&](void* place) {
        const CUDA_MEMCPY3D box = row(dst, place, count);
        return as_error(driver::cuGraphExecMemcpyNodeSetParams(hGraphExec, node, &box, nullptr));
    });
}

}  // namespace ringfence::runtime
