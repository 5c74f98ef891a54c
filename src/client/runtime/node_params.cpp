#include "client/runtime/node_params.h"

#include "api/driver_functions.h"
#include "client/runtime/copy_params.h"
#include "client/runtime/launch.h"
#include "client/runtime/registry.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaMemAllocNodeParamsV2) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS_v2));
static_assert(sizeof(cudaGraphNodeParams) == sizeof(CUgraphNodeParams));

cudaError_t as_driver_kernel(const cudaKernelNodeParamsV2& asked, CUDA_KERNEL_NODE_PARAMS_v3& kernel) {
    if (const cudaError_t status = find_kernel(asked.func, kernel.func); status != cudaSuccess) return status;
    kernel.gridDimX = asked.gridDim.x;
    kernel.gridDimY = asked.gridDim.y;
    kernel.gridDimZ = asked.gridDim.z;
    kernel.blockDimX = asked.blockDim.x;
    kernel.blockDimY = asked.blockDim.y;
    kernel.blockDimZ = asked.blockDim.z;
    kernel.sharedMemBytes = asked.sharedMemBytes;
    kernel.kernelParams = asked.kernelParams;
    kernel.extra = asked.extra;
    return cudaSuccess;
}

}  // namespace

cudaError_t as_driver(const cudaGraphNodeParams& asked, CUgraphNodeParams& params) {
    params = {};
    params.type = static_cast<CUgraphNodeType>(asked.type);
    switch (asked.type) {
        case cudaGraphNodeTypeKernel: return as_driver_kernel(asked.kernel, params.kernel);
        case cudaGraphNodeTypeMemcpy: return as_driver(asked.memcpy.copyParams, params.memcpy.copyParams);
        case cudaGraphNodeTypeMemset:
            params.memset = {address_of(asked.memset.dst),
                             asked.memset.pitch,
                             asked.memset.value,
                             asked.memset.elementSize,
                             asked.memset.width,
                             asked.memset.height,
                             nullptr};
            return cudaSuccess;
        case cudaGraphNodeTypeHost: params.host = {asked.host.fn, asked.host.userData}; return cudaSuccess;
        case cudaGraphNodeTypeGraph:
            params.graph = {asked.graph.graph, static_cast<CUgraphChildGraphNodeOwnership>(asked.graph.ownership)};
            return cudaSuccess;
        case cudaGraphNodeTypeWaitEvent: params.eventWait = {asked.eventWait.event}; return cudaSuccess;
        case cudaGraphNodeTypeEventRecord: params.eventRecord = {asked.eventRecord.event}; return cudaSuccess;
        case cudaGraphNodeTypeMemAlloc: __builtin_memcpy(&params.alloc, &asked.alloc, sizeof params.alloc); break;
        case cudaGraphNodeTypeMemFree: params.free = {address_of(asked.free.dptr)}; break;
        case cudaGraphNodeTypeConditional:
            params.conditional = {asked.conditional.handle,
                                  static_cast<CUgraphConditionalNodeType>(asked.conditional.type),
                                  asked.conditional.size, nullptr, nullptr};
            break;
        default: break;
    }
    return cudaSuccess;
}

void take_results(const CUgraphNodeParams& params, cudaGraphNodeParams& asked) {
    if (asked.type == cudaGraphNodeTypeMemAlloc) asked.alloc.dptr = reinterpret_cast<void*>(params.alloc.dptr);
    if (asked.type == cudaGraphNodeTypeConditional) asked.conditional.phGraph_out = params.conditional.phGraph_out;
}

cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                     const cudaGraphEdgeData* edges, std::size_t count, cudaGraphNodeParams* asked) {
    if (asked == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUgraphNodeParams params = {};
        if (const cudaError_t status = as_driver(*asked, params); status != cudaSuccess) return status;
        const CUresult status = driver::cuGraphAddNode_v2(
            node, graph, dependencies, reinterpret_cast<const CUgraphEdgeData*>(edges), count, &params);
        if (status == CUDA_SUCCESS) take_results(params, *asked);
        return explain(status);
    });
}

}  // namespace ringfence::runtime
