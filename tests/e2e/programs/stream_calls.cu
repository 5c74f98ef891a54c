// Questions about streams, their attributes, and captures that are examined while they go on: the driver's calls, with
// the runtime's beside them.
#include <cuda.h>

#include "check.h"

__global__ void store(int* target, int value) {
    *target = value;
}

int* data;

void properties() {
    CUcontext context, of_stream;
    CHECK(cuCtxGetCurrent(&context));
    CUstream stream, other;
    CHECK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -1));
    CHECK(cuStreamCreate(&other, CU_STREAM_DEFAULT));
    unsigned flags = 77;
    int priority = 77;
    CUdevice device = 77;
    unsigned long long id = 0, other_id = 0;
    CHECK(cuStreamGetFlags(stream, &flags));
    CHECK(cuStreamGetPriority(stream, &priority));
    CHECK(cuStreamGetDevice(stream, &device));
    CHECK(cuStreamGetCtx(stream, &of_stream));
    CHECK(cuStreamGetId(stream, &id));
    CHECK(cuStreamGetId(other, &other_id));
    EXPECT(flags == CU_STREAM_NON_BLOCKING && priority == -1 && device == 0, "%u, %d, %d", flags, priority, device);
    EXPECT(of_stream == context, "another context");
    EXPECT(id != other_id, "both have the id %llu", id);
    CHECK(cuStreamGetFlags(other, &flags));
    CHECK(cuStreamGetPriority(other, &priority));
    EXPECT(flags == CU_STREAM_DEFAULT && priority == 0, "%u, %d", flags, priority);
    int runtime_device = 77;
    CHECK(cudaStreamGetDevice(stream, &runtime_device));
    EXPECT(runtime_device == 0, "device %d", runtime_device);
    CHECK(cuStreamDestroy(stream));
    CHECK(cuStreamDestroy(other));
}

void attributes() {
    CUstream stream, other;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    CUstreamAttrValue value = {}, given = {};
    value.syncPolicy = CU_SYNC_POLICY_BLOCKING_SYNC;
    CHECK(cuStreamSetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
    CHECK(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &given));
    EXPECT(given.syncPolicy == CU_SYNC_POLICY_BLOCKING_SYNC, "policy %d", int(given.syncPolicy));
    CHECK(cuStreamCopyAttributes(other, stream));
    given = {};
    CHECK(cuStreamGetAttribute(other, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &given));
    EXPECT(given.syncPolicy == CU_SYNC_POLICY_BLOCKING_SYNC, "copied policy %d", int(given.syncPolicy));
    store<<<1, 1, 0, stream>>>(data, 5);
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuStreamDestroy(other));
}

int stored(cudaGraph_t graph, int index = 0) {
    cudaGraphExec_t executable;
    CHECK(cudaMemset(data, 0, 2 * sizeof(int)));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(executable));
    return e2e::fetch(data, 2)[index];
}

size_t nodes_of(CUgraph graph) {
    size_t count = 0;
    CHECK(cuGraphGetNodes(graph, nullptr, &count));
    return count;
}

void capture_info() {
    CUstream stream;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    CHECK(cuStreamIsCapturing(stream, &status));
    EXPECT(status == CU_STREAM_CAPTURE_STATUS_NONE, "status %d", int(status));
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    CHECK(cuStreamIsCapturing(stream, &status));
    EXPECT(status == CU_STREAM_CAPTURE_STATUS_ACTIVE, "status %d", int(status));
    cuuint64_t id = 0, same = 0;
    CUgraph graph = nullptr, ended = nullptr;
    const CUgraphNode* nodes = nullptr;
    size_t count = 7;
    CHECK(cuStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, nullptr, &count));
    EXPECT(count == 0 && graph != nullptr && nodes_of(graph) == 0, "%zu dependencies", count);
    store<<<1, 1, 0, stream>>>(data, 1);
    CHECK(cuStreamGetCaptureInfo(stream, &status, &same, &graph, &nodes, nullptr, &count));
    EXPECT(count == 1 && same == id && nodes_of(graph) == 1, "%zu dependencies", count);
    // A node by hand, in between: what follows comes after it.
    CUDA_MEMSET_NODE_PARAMS fill = {};
    fill.dst = reinterpret_cast<CUdeviceptr>(data);
    fill.value = 40;
    fill.elementSize = 4;
    fill.width = fill.height = 1;
    CUgraphNode node;
    CUcontext context;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuGraphAddMemsetNode(&node, graph, nodes, count, &fill, context));
    CHECK(cuStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    CHECK(cuStreamGetCaptureInfo(stream, &status, &same, &graph, &nodes, nullptr, &count));
    EXPECT(count == 1 && nodes[0] == node, "%zu dependencies", count);
    CHECK(cudaMemcpyAsync(data + 1, data, sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CHECK(cuStreamEndCapture(stream, &ended));
    EXPECT(ended == graph && nodes_of(graph) == 3, "%zu nodes", nodes_of(graph));
    EXPECT(stored(graph) == 40 && stored(graph, 1) == 40, "%d, %d", stored(graph), stored(graph, 1));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuStreamDestroy(stream));
}

void capture_into_a_graph() {
    cudaGraph_t graph, ended;
    cudaGraphNode_t first;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddEmptyNode(&first, graph, nullptr, 0));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCaptureToGraph(stream, graph, &first, nullptr, 1, cudaStreamCaptureModeRelaxed));
    store<<<1, 1, 0, stream>>>(data, 60);
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    cudaGraph_t current = nullptr;
    const cudaGraphNode_t* nodes = nullptr;
    const cudaGraphEdgeData* edges = nullptr;
    size_t count = 0;
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &current, &nodes, &edges, &count));
    EXPECT(status == cudaStreamCaptureStatusActive && current == graph && count == 1, "%zu", count);
    size_t before = 0;
    CHECK(cudaGraphNodeGetDependencies(nodes[0], nullptr, nullptr, &before));
    EXPECT(before == 1, "the first captured node has %zu dependencies", before);
    CHECK(cudaStreamUpdateCaptureDependencies(stream, &first, nullptr, 1, cudaStreamAddCaptureDependencies));
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &current, &nodes, &edges, &count));
    EXPECT(count == 2, "%zu dependencies", count);
    CHECK(cudaStreamEndCapture(stream, &ended));
    EXPECT(ended == graph, "another graph");
    EXPECT(stored(graph) == 60, "%d", stored(graph));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}

void capture_modes() {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CHECK(cuThreadExchangeStreamCaptureMode(&mode));
    EXPECT(mode == CU_STREAM_CAPTURE_MODE_GLOBAL, "mode %d", int(mode));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaStreamCaptureMode runtime_mode = cudaStreamCaptureModeThreadLocal;
    CHECK(cudaThreadExchangeStreamCaptureMode(&runtime_mode));
    EXPECT(runtime_mode == cudaStreamCaptureModeRelaxed, "mode %d", int(runtime_mode));
    CHECK(cudaThreadExchangeStreamCaptureMode(&runtime_mode));
    // A thread that is relaxed may allocate while it captures in a relaxed way.
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    void* memory = nullptr;
    CHECK(cudaMalloc(&memory, 16));
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(memory));
    CHECK(cuThreadExchangeStreamCaptureMode(&mode));
    CHECK(cudaStreamDestroy(stream));
}

void events_with_flags() {
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&event));
    CHECK(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT));
    CHECK(cudaEventSynchronize(event));
    // As a node of its own: the event can be waited for outside, once the graph has run.
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    store<<<1, 1, 0, stream>>>(data, 70);
    CHECK(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
    CHECK(cudaStreamEndCapture(stream, &graph));
    size_t count = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &count));
    EXPECT(count == 2, "%zu nodes", count);
    EXPECT(stored(graph) == 70, "%d", stored(graph));
    CHECK(cudaEventSynchronize(event));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
}

void attached_memory() {
    int* managed;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocManaged(&managed, 4096, cudaMemAttachHost));
    CHECK(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachSingle));
    CHECK(cudaStreamSynchronize(stream));
    store<<<1, 1, 0, stream>>>(managed, 80);
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(*managed == 80, "%d", *managed);
    CHECK(cuStreamAttachMemAsync(stream, reinterpret_cast<CUdeviceptr>(managed), 0, CU_MEM_ATTACH_GLOBAL));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(managed));
    CHECK(cudaStreamDestroy(stream));
}

int main() {
    data = e2e::device_array<int>(2);
    properties();
    attributes();
    capture_info();
    capture_into_a_graph();
    capture_modes();
    events_with_flags();
    attached_memory();
    return e2e::passed();
}
