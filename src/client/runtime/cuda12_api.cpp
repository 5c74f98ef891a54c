// Functions whose parameters differ between the runtimes of CUDA 12 and 13.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/device_properties.h"
#include "client/runtime/node_params.h"
#include "client/runtime/state.h"

namespace ringfence::runtime12 {
namespace {

// A device's number, or that of the host.
cudaMemLocation location_of(int device) {
    constexpr int host = -1;
    if (device == host) return {cudaMemLocationTypeHost, 0};
    return {cudaMemLocationTypeDevice, device};
}

}  // namespace

cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp12* prop, int device) {
    if (const cudaError_t status = runtime::fill_properties(prop, device); status != cudaSuccess) {
        return runtime::report(status);
    }
    prop->clockRate = runtime::device_number(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    prop->memoryClockRate = runtime::device_number(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    prop->deviceOverlap = runtime::device_number(CU_DEVICE_ATTRIBUTE_GPU_OVERLAP);
    prop->computeMode = runtime::device_number(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE);
    return cudaSuccess;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     std::size_t numDependencies) {
    return runtime::cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             std::size_t numDependencies, cudaGraphNodeParams* nodeParams) {
    return runtime::add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies, nodeParams);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        std::size_t numDependencies) {
    return runtime::cudaGraphRemoveDependencies(graph, from, to, nullptr, numDependencies);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, std::size_t* numEdges) {
    return runtime::cudaGraphGetEdges(graph, from, to, nullptr, numEdges);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                         std::size_t* pNumDependencies) {
    return runtime::cudaGraphNodeGetDependencies(node, pDependencies, nullptr, pNumDependencies);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                           std::size_t* pNumDependentNodes) {
    return runtime::cudaGraphNodeGetDependentNodes(node, pDependentNodes, nullptr, pNumDependentNodes);
}

cudaError_t cudaMemAdvise(const void* devPtr, std::size_t count, cudaMemoryAdvise advice, int device) {
    return runtime::cudaMemAdvise(devPtr, count, advice, location_of(device));
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, std::size_t count, int device, cudaStream_t stream) {
    return runtime::cudaMemPrefetchAsync(devPtr, count, location_of(device), 0, stream);
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                        unsigned long long* id_out, cudaGraph_t* graph_out,
                                        const cudaGraphNode_t** dependencies_out, std::size_t* numDependencies_out) {
    return runtime::cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out, nullptr,
                                             numDependencies_out);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                     unsigned long long* id_out) {
    return cudaStreamGetCaptureInfo_v2(stream, captureStatus_out, id_out, nullptr, nullptr, nullptr);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                std::size_t numDependencies, unsigned int flags) {
    return runtime::cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr, numDependencies, flags);
}

}  // namespace ringfence::runtime12
