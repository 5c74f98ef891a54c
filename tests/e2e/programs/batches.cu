// Several things in one call: copies, boxes, words, prefetches; what was said about managed memory; pools by where they
// are; the log; launch attributes of streams.
#include "check.h"

#include <cuda.h>

#include <cstring>
#include <string>

constexpr size_t count = 256;

__global__ void scale(int* values) {
    values[threadIdx.x] *= 2;
}

void copies(cudaStream_t stream) {
    const std::vector<int> source = e2e::filled<int>(3 * count, [](size_t i) { return i; });
    int* device = e2e::device_array<int>(3 * count);
    std::vector<int> result(3 * count);
    void* to[3];
    const void* from[3];
    size_t sizes[3];
    for (int i = 0; i < 3; ++i) {
        to[i] = device + i * count;
        from[i] = source.data() + (2 - i) * count;
        sizes[i] = count * sizeof(int);
    }
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    size_t first = 0;
    CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 1, stream));
    CHECK(cudaMemcpyAsync(result.data(), device, 3 * count * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("batch", result, [](size_t i) { return (2 - i / count) * count + i % count; });
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 0, &attributes, &first, 1, stream));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 0, stream));
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, &attributes, &first, 1, stream));

    // The left half of each row of 16.
    cudaMemcpy3DBatchOp box = {};
    box.src.type = cudaMemcpyOperandTypePointer;
    box.src.op.ptr.ptr = device;
    box.src.op.ptr.rowLength = 64;
    box.src.op.ptr.layerHeight = 16;
    box.dst.type = cudaMemcpyOperandTypePointer;
    box.dst.op.ptr.ptr = result.data();
    box.extent = make_cudaExtent(32, 16, 1);
    box.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    CHECK(cudaMemcpy3DBatchAsync(1, &box, 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (size_t row = 0; row < 16; ++row) {
        for (size_t i = 0; i < 8; ++i)
            EXPECT(result[row * 8 + i] == int(2 * count + row * 16 + i), "row %zu: %d", row, result[row * 8 + i]);
    }
    cudaMemcpy3DPeerParms peer = {};
    peer.srcPtr = make_cudaPitchedPtr(device, 64, 64, 16);
    peer.dstPtr = make_cudaPitchedPtr(device + count, 64, 64, 16);
    peer.extent = make_cudaExtent(64, 16, 1);
    CHECK(cudaMemcpy3DPeerAsync(&peer, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("peer", e2e::fetch(device + count, count), [](size_t i) { return 2 * count + i; });
    CHECK(cudaFree(device));
    (void)cudaGetLastError();
}

void words(cudaStream_t stream) {
    unsigned* host = nullptr;
    CHECK(cudaMallocHost(&host, 4096));
    host[0] = host[2] = 0;
    CUstreamBatchMemOpParams operations[3] = {};
    operations[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    operations[0].writeValue.address = CUdeviceptr(host);
    operations[0].writeValue.value = 5;
    operations[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    operations[1].waitValue.address = CUdeviceptr(host);
    operations[1].waitValue.value = 5;
    operations[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    operations[2].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
    operations[2].writeValue.address = CUdeviceptr(host + 2);
    operations[2].writeValue.value64 = 9;
    CHECK(cuStreamBatchMemOp(stream, 3, operations, 0));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(host[0] == 5 && host[2] == 9, "words %u and %u", host[0], host[2]);
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 1000, operations, 0));

    CUgraph graph;
    CHECK(cuGraphCreate(&graph, 0));
    CUDA_BATCH_MEM_OP_NODE_PARAMS params = {};
    CHECK(cuCtxGetCurrent(&params.ctx));
    params.count = 3;
    params.paramArray = operations;
    CUgraphNode node;
    CHECK(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
    CUgraphExec exec;
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    host[0] = host[2] = 0;
    CHECK(cuGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(host[0] == 5 && host[2] == 9, "words %u and %u by a graph", host[0], host[2]);
    operations[2].writeValue.value64 = 11;
    CHECK(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
    CHECK(cuGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(host[2] == 11, "word %u", host[2]);
    CUDA_BATCH_MEM_OP_NODE_PARAMS told = {};
    CHECK(cuGraphBatchMemOpNodeGetParams(node, &told));
    EXPECT(told.count == 3 && told.paramArray[2].writeValue.value64 == 9, "%u operations", told.count);
    CHECK(cuGraphBatchMemOpNodeSetParams(node, &params));
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    CHECK(cudaFreeHost(host));
}

int range_attribute(const void* memory, size_t bytes, cudaMemRangeAttribute attribute) {
    int value = 77;
    CHECK(cudaMemRangeGetAttribute(&value, sizeof value, attribute, memory, bytes));
    return value;
}

void managed(cudaStream_t stream) {
    constexpr size_t bytes = 1 << 20;
    char* memory = nullptr;
    CHECK(cudaMallocManaged(&memory, bytes));
    std::memset(memory, 3, bytes);
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
    EXPECT(range_attribute(memory, bytes, cudaMemRangeAttributeReadMostly) == 0, "read mostly");
    EXPECT(range_attribute(memory, bytes, cudaMemRangeAttributePreferredLocation) == cudaInvalidDeviceId, "preferred");
    CHECK(cudaMemAdvise(memory, bytes / 2, cudaMemAdviseSetReadMostly, device));
    EXPECT(range_attribute(memory, bytes / 2, cudaMemRangeAttributeReadMostly) == 1, "not read mostly");
    EXPECT(range_attribute(memory, bytes, cudaMemRangeAttributeReadMostly) == 0, "not all of it is");
    CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseSetPreferredLocation, device));
    EXPECT(range_attribute(memory, bytes, cudaMemRangeAttributePreferredLocation) == 0, "preferred elsewhere");
    CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseSetAccessedBy, device));
    int accessed[2] = {};
    CHECK(cudaMemRangeGetAttribute(accessed, sizeof accessed, cudaMemRangeAttributeAccessedBy, memory, bytes));
    EXPECT(accessed[0] == 0 && accessed[1] == cudaInvalidDeviceId, "accessed by %d, %d", accessed[0], accessed[1]);
    CHECK(cudaMemPrefetchAsync(memory, bytes, device, 0, stream));
    EXPECT(range_attribute(memory, bytes, cudaMemRangeAttributeLastPrefetchLocation) == 0, "prefetched elsewhere");
    void* pointers[] = {memory};
    size_t sizes[] = {bytes};
    cudaMemLocation locations[] = {host};
    size_t first = 0;
    CHECK(cudaMemPrefetchBatchAsync(pointers, sizes, 1, locations, &first, 1, 0, stream));
    EXPECT(range_attribute(memory, bytes, cudaMemRangeAttributeLastPrefetchLocation) == cudaCpuDeviceId, "not the host");
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(memory[bytes - 1] == 3, "the memory has changed");
    CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseUnsetReadMostly, device));
    EXPECT(range_attribute(memory, bytes / 2, cudaMemRangeAttributeReadMostly) == 0, "still read mostly");
    CHECK(cudaMemDiscardBatchAsync(pointers, sizes, 1, 0, stream));
    CHECK(cudaMemDiscardAndPrefetchBatchAsync(pointers, sizes, 1, locations, &first, 1, 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::memset(memory, 4, bytes);
    int first_value = 5;
    void* values[] = {&first_value};
    size_t value_sizes[] = {sizeof first_value};
    cudaMemRangeAttribute asked[] = {cudaMemRangeAttributeReadMostly};
    CHECK(cudaMemRangeGetAttributes(values, value_sizes, asked, 1, memory, bytes));
    EXPECT(first_value == 0, "read mostly: %d", first_value);
    int* ordinary = e2e::device_array<int>(count);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemDiscardBatchAsync(reinterpret_cast<void**>(&ordinary), sizes, 1, 0, stream));
    int value = 0;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemRangeGetAttribute(&value, sizeof value, cudaMemRangeAttributeReadMostly,
                                                                  ordinary, 4));
    CHECK(cudaFree(ordinary));
    CHECK(cudaFree(memory));
    (void)cudaGetLastError();
}

void pools() {
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    cudaMemPool_t by_location = nullptr;
    cudaMemPool_t by_device = nullptr;
    CHECK(cudaMemGetDefaultMemPool(&by_location, &device, cudaMemAllocationTypePinned));
    CHECK(cudaDeviceGetDefaultMemPool(&by_device, 0));
    EXPECT(by_location == by_device, "another pool");
    CHECK(cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, by_location));
    CHECK(cudaMemGetMemPool(&by_location, &device, cudaMemAllocationTypePinned));
    EXPECT(by_location == by_device, "another pool is current");
}

void attributes(cudaStream_t stream) {
    cudaLaunchAttributeValue value = {};
    value.accessPolicyWindow.hitRatio = 0.25f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    CHECK(cudaStreamSetAttribute(stream, cudaLaunchAttributeAccessPolicyWindow, &value));
    cudaStream_t other;
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaStreamCopyAttributes(other, stream));
    value = {};
    CHECK(cudaStreamGetAttribute(other, cudaLaunchAttributeAccessPolicyWindow, &value));
    EXPECT(value.accessPolicyWindow.hitRatio == 0.25f, "hit ratio %g", value.accessPolicyWindow.hitRatio);
    CHECK(cudaCtxResetPersistingL2Cache());
    CHECK(cudaStreamDestroy(other));

    CUgreenCtx green = reinterpret_cast<CUgreenCtx>(&value);
    CHECK(cuStreamGetGreenCtx(stream, &green));
    EXPECT(green == nullptr, "the stream has a green context");
    unsigned capabilities = ~0u;
    const cudaAtomicOperation operation = cudaAtomicOperationIntegerAdd;
    CHECK(cudaDeviceGetHostAtomicCapabilities(&capabilities, &operation, 1, 0));
    EXPECT(capabilities != ~0u, "nothing was said");
    EXPECT_STATUS(cudaErrorInvalidDevice, cudaDeviceGetP2PAtomicCapabilities(&capabilities, &operation, 1, 0, 99));

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(count);
    // Only a launch with clusters has a number of them: without the attribute a card answers 0.
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.attrs = &cluster;
    config.numAttrs = 1;
    int clusters = 0;
    CHECK(cudaOccupancyMaxActiveClusters(&clusters, scale, &config));
    EXPECT(clusters >= 1, "%d clusters", clusters);
    int size = 0;
    CHECK(cudaOccupancyMaxPotentialClusterSize(&size, scale, &config));
    EXPECT(size >= 1, "cluster size %d", size);
}

void log_of_errors() {
    cudaLogIterator now = 0;
    CHECK(cudaLogsCurrent(&now, 0));
    char text[4096];
    size_t bytes = sizeof text;
    CHECK(cudaLogsDumpToMemory(&now, text, &bytes, 0));
    EXPECT(bytes < sizeof text, "%zu bytes of log", bytes);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaLogsCurrent(nullptr, 0));
    cudaLogsCallbackHandle handle = nullptr;
    CHECK(cudaLogsRegisterCallback([](void*, cudaLogLevel, char*, size_t) {}, nullptr, &handle));
    CHECK(cudaLogsUnregisterCallback(handle));
    (void)cudaGetLastError();
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    copies(stream);
    words(stream);
    managed(stream);
    pools();
    attributes(stream);
    log_of_errors();
    CHECK(cudaStreamDestroy(stream));
    return e2e::passed();
}
