// cudaStream*, cudaEvent*
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {

static_assert(sizeof(cudaLaunchAttributeValue) == sizeof(CUlaunchAttributeValue));
static_assert(sizeof(cudaGraphEdgeData) == sizeof(CUgraphEdgeData));

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
    return run([&] { return driver::cuStreamCreateWithPriority(pStream, flags, priority); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
    return cudaStreamCreateWithPriority(pStream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
    return cudaStreamCreateWithPriority(pStream, 0, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return run([&] { return driver::cuStreamDestroy_v2(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return run([&] { return driver::cuStreamSynchronize(stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return run([&] { return driver::cuStreamQuery(stream); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    return run([&] { return driver::cuStreamWaitEvent(stream, event, flags); });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData,
                                  unsigned int flags) {
    // The two kinds of callback differ in the name of their second parameter's type.
    return run([&] {
        return driver::cuStreamAddCallback(stream, reinterpret_cast<CUstreamCallback>(callback), userData, flags);
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, std::size_t length, unsigned int flags) {
    return run([&] { return driver::cuStreamAttachMemAsync(stream, address_of(devPtr), length, flags); });
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
    return run([&] { return driver::cuStreamGetPriority(hStream, priority); });
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) {
    return run([&] { return driver::cuStreamGetFlags(hStream, flags); });
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
    return run([&] { return driver::cuStreamGetId(hStream, streamId); });
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
    return run([&] { return driver::cuStreamGetDevice(hStream, device); });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dstStream, cudaStream_t srcStream) {
    return run([&] { return driver::cuStreamCopyAttributes(dstStream, srcStream); });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value) {
    return run([&] {
        return driver::cuStreamGetAttribute(stream, static_cast<CUstreamAttrID>(attr),
                                            reinterpret_cast<CUstreamAttrValue*>(value));
    });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue* param) {
    return run([&] {
        return driver::cuStreamSetAttribute(stream, static_cast<CUstreamAttrID>(attr),
                                            reinterpret_cast<const CUstreamAttrValue*>(param));
    });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return run([&] { return driver::cuStreamBeginCapture_v2(stream, static_cast<CUstreamCaptureMode>(mode)); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData, std::size_t numDependencies,
                                          cudaStreamCaptureMode mode) {
    return run([&] {
        return driver::cuStreamBeginCaptureToGraph(stream, graph, dependencies,
                                                   reinterpret_cast<const CUgraphEdgeData*>(dependencyData),
                                                   numDependencies, static_cast<CUstreamCaptureMode>(mode));
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
    return run([&] { return driver::cuStreamEndCapture(stream, pGraph); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
    return run(
        [&] { return driver::cuStreamIsCapturing(stream, reinterpret_cast<CUstreamCaptureStatus*>(pCaptureStatus)); });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                     unsigned long long* id_out, cudaGraph_t* graph_out,
                                     const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out,
                                     std::size_t* numDependencies_out) {
    return run([&]() -> CUresult {
        cuuint64_t id = 0;
        RF_CU(driver::cuStreamGetCaptureInfo_v3(
            stream, reinterpret_cast<CUstreamCaptureStatus*>(captureStatus_out), &id, graph_out, dependencies_out,
            reinterpret_cast<const CUgraphEdgeData**>(edgeData_out), numDependencies_out));
        if (id_out != nullptr && *captureStatus_out != cudaStreamCaptureStatusNone) *id_out = id;
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* dependencyData, std::size_t numDependencies,
                                                unsigned int flags) {
    return run([&] {
        return driver::cuStreamUpdateCaptureDependencies_v2(
            stream, dependencies, reinterpret_cast<const CUgraphEdgeData*>(dependencyData), numDependencies, flags);
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return report(driver::cuThreadExchangeStreamCaptureMode(reinterpret_cast<CUstreamCaptureMode*>(mode)));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
    return run([&] { return driver::cuEventCreate(event, flags); });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, 0);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return run([&] { return driver::cuEventDestroy_v2(event); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    return run([&] { return driver::cuEventRecordWithFlags(event, stream, flags); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return cudaEventRecordWithFlags(event, stream, 0);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return run([&] { return driver::cuEventQuery(event); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return run([&] { return driver::cuEventSynchronize(event); });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
    return run([&] { return driver::cuEventElapsedTime_v2(ms, start, end); });
}

}  // namespace ringfence::runtime
