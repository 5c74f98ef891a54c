// cuStreamBeginCapture and what belongs to it.
#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/graph.h"
#include "client/driver/state.h"

namespace ringfence::driver {
CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    return begin_capture(*stream, mode, nullptr, {});
}

CUresult cuStreamBeginCapture(CUstream hStream) {
    return cuStreamBeginCapture_v2(hStream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies,
                                     const CUgraphEdgeData*, std::size_t numDependencies, CUstreamCaptureMode mode) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    Graph* const graph = find_graph(hGraph);
    if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<Node*> tail;
    RF_CU(find_nodes(dependencies, numDependencies, tail));
    return begin_capture(*stream, mode, graph, std::move(tail));
}

CUresult cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (phGraph != nullptr) *phGraph = nullptr;
    Graph* graph = nullptr;
    const bool is_new = capture_info(*stream).owns_graph;
    RF_CU(end_capture(*stream, graph));
    // A caller that does not ask for the graph could not destroy it, unless it owned it before.
    if (phGraph == nullptr) {
        if (is_new) destroy_graph(graph);
    } else {
        *phGraph = as_api<CUgraph>(graph->handle);
    }
    return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (captureStatus == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *captureStatus = captures_under_way() ? capture_info(*stream).status : CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out,
                                   CUgraph* graph_out, const CUgraphNode** dependencies_out,
                                   const CUgraphEdgeData** edgeData_out, std::size_t* numDependencies_out) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (captureStatus_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CaptureInfo info = capture_info(*stream);
    *captureStatus_out = info.status;
    if (info.status == CU_STREAM_CAPTURE_STATUS_NONE) return CUDA_SUCCESS;
    if (id_out != nullptr) *id_out = info.id;
    if (graph_out != nullptr) *graph_out = as_api<CUgraph>(info.graph->handle);
    auto& nodes = thread_state().capture_nodes;
    nodes.clear();
    for (const Node* node : info.tail)
        nodes.push_back(as_api<CUgraphNode>(node->handle));
    if (dependencies_out != nullptr) *dependencies_out = nodes.data();
    if (edgeData_out != nullptr) *edgeData_out = nullptr;
    if (numDependencies_out != nullptr) *numDependencies_out = nodes.size();
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out,
                                   CUgraph* graph_out, const CUgraphNode** dependencies_out,
                                   std::size_t* numDependencies_out) {
    return cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out, nullptr,
                                     numDependencies_out);
}

CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out) {
    return cuStreamGetCaptureInfo_v2(hStream, captureStatus_out, id_out, nullptr, nullptr, nullptr);
}

CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData*,
                                              std::size_t numDependencies, unsigned int flags) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    std::vector<Node*> nodes;
    RF_CU(find_nodes(dependencies, numDependencies, nodes));
    if (flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES) return CUDA_ERROR_INVALID_VALUE;
    return set_capture_tail(*stream, nodes, flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES);
}

CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies, std::size_t numDependencies,
                                           unsigned int flags) {
    return cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, nullptr, numDependencies, flags);
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
    if (mode == nullptr || *mode < CU_STREAM_CAPTURE_MODE_GLOBAL || *mode > CU_STREAM_CAPTURE_MODE_RELAXED) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    std::swap(*mode, thread_state().capture_mode);
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
