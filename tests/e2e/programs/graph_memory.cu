// Graphs that allocate and free: by nodes, by a captured cudaMallocAsync, across two graphs, and with automatic freeing.
#include "check.h"

constexpr int count = 1024;
constexpr size_t bytes = count * sizeof(int);

__global__ void write_squares(int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i * i;
}
__global__ void add_one(int* out, const int* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
}

cudaMemAllocNodeParams asks_for(size_t size) {
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.poolProps.location.id = 0;
    params.bytesize = size;
    return params;
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, void* function, void** arguments) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = function;
    params.kernel.gridDim = dim3(count / 256);
    params.kernel.blockDim = dim3(256);
    params.kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
    return node;
}

unsigned long long graph_memory(cudaGraphMemAttributeType attribute) {
    unsigned long long value = 0;
    CHECK(cudaDeviceGetGraphMemAttribute(0, attribute, &value));
    return value;
}

void by_nodes(int* result) {
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t allocate;
    cudaMemAllocNodeParams params = asks_for(bytes);
    CHECK(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params));
    EXPECT(params.dptr != nullptr, "the node has no memory");
    int* memory = static_cast<int*>(params.dptr);
    void* square_arguments[] = {&memory};
    const cudaGraphNode_t squares = add_kernel(graph, {allocate}, (void*)write_squares, square_arguments);
    void* add_arguments[] = {&result, &memory};
    const cudaGraphNode_t add = add_kernel(graph, {squares}, (void*)add_one, add_arguments);
    cudaGraphNode_t release;
    CHECK(cudaGraphAddMemFreeNode(&release, graph, &add, 1, memory));

    cudaMemAllocNodeParams told = {};
    CHECK(cudaGraphMemAllocNodeGetParams(allocate, &told));
    EXPECT(told.dptr == memory && told.bytesize == bytes, "the node tells something else");
    void* freed = nullptr;
    CHECK(cudaGraphMemFreeNodeGetParams(release, &freed));
    EXPECT(freed == memory, "it frees something else");
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(allocate, &type));
    EXPECT(type == cudaGraphNodeTypeMemAlloc, "type %d", int(type));

    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i) {
        CHECK(cudaMemset(result, 0, bytes));
        CHECK(cudaGraphLaunch(exec, nullptr));
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each("squares", e2e::fetch(result, count), [](size_t n) { return n * n + 1; });
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

// One graph allocates, another one uses and frees.
void across_graphs(int* result) {
    cudaGraph_t first;
    CHECK(cudaGraphCreate(&first, 0));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeMemAlloc;
    const cudaMemAllocNodeParams asked = asks_for(bytes);
    params.alloc.poolProps = asked.poolProps;
    params.alloc.bytesize = bytes;
    cudaGraphNode_t allocate;
    CHECK(cudaGraphAddNode(&allocate, first, nullptr, nullptr, 0, &params));
    int* memory = static_cast<int*>(params.alloc.dptr);
    void* square_arguments[] = {&memory};
    add_kernel(first, {allocate}, (void*)write_squares, square_arguments);

    cudaGraph_t second;
    CHECK(cudaGraphCreate(&second, 0));
    void* add_arguments[] = {&result, &memory};
    const cudaGraphNode_t add = add_kernel(second, {}, (void*)add_one, add_arguments);
    cudaGraphNode_t release;
    CHECK(cudaGraphAddMemFreeNode(&release, second, &add, 1, memory));

    cudaGraphExec_t execs[2];
    CHECK(cudaGraphInstantiate(&execs[0], first, 0));
    CHECK(cudaGraphInstantiate(&execs[1], second, 0));
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaMemset(result, 0, bytes));
        CHECK(cudaGraphLaunch(execs[0], nullptr));
        CHECK(cudaGraphLaunch(execs[1], nullptr));
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each("across graphs", e2e::fetch(result, count), [](size_t n) { return n * n + 1; });
    }
    for (cudaGraphExec_t exec : execs)
        CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(first));
    CHECK(cudaGraphDestroy(second));
}

void captured(int* result) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    int* memory = nullptr;
    CHECK(cudaMallocAsync(&memory, bytes, stream));
    write_squares<<<count / 256, 256, 0, stream>>>(memory);
    add_one<<<count / 256, 256, 0, stream>>>(result, memory);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    for (int i = 0; i < 3; ++i)
        CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("captured", e2e::fetch(result, count), [](size_t n) { return n * n + 1; });
    e2e::expect_each("what is left", e2e::fetch(memory, count), [](size_t n) { return n * n; });
    CHECK(cudaFreeAsync(memory, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}

// A child that allocates must be given away.
void in_a_child(int* result) {
    cudaGraph_t child;
    CHECK(cudaGraphCreate(&child, 0));
    cudaGraphNode_t allocate;
    cudaMemAllocNodeParams params = asks_for(bytes);
    CHECK(cudaGraphAddMemAllocNode(&allocate, child, nullptr, 0, &params));
    int* memory = static_cast<int*>(params.dptr);
    void* square_arguments[] = {&memory};
    const cudaGraphNode_t squares = add_kernel(child, {allocate}, (void*)write_squares, square_arguments);
    void* add_arguments[] = {&result, &memory};
    const cudaGraphNode_t add = add_kernel(child, {squares}, (void*)add_one, add_arguments);
    cudaGraphNode_t release;
    CHECK(cudaGraphAddMemFreeNode(&release, child, &add, 1, memory));

    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNodeParams node_params = {};
    node_params.type = cudaGraphNodeTypeGraph;
    node_params.graph.graph = child;
    node_params.graph.ownership = cudaGraphChildGraphOwnershipMove;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &node_params));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaMemset(result, 0, bytes));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("in a child", e2e::fetch(result, count), [](size_t n) { return n * n + 1; });
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

void misuse() {
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node;
    cudaMemAllocNodeParams nothing = asks_for(0);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &nothing));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr));
    int* ordinary = e2e::device_array<int>(count);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, ordinary));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, nullptr));
    cudaMemAllocNodeParams params = asks_for(bytes);
    cudaGraphNode_t allocate;
    CHECK(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params));
    cudaGraphNode_t release;
    CHECK(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, params.dptr));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&node, graph, &allocate, 1, params.dptr));
    cudaGraph_t other;
    EXPECT_STATUS(cudaErrorNotSupported, cudaGraphClone(&other, graph));
    EXPECT_STATUS(cudaErrorNotSupported, cudaGraphDestroyNode(release));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    cudaGraphExec_t second;
    EXPECT_STATUS(cudaErrorNotSupported, cudaGraphInstantiate(&second, graph, 0));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(ordinary));
    (void)cudaGetLastError();
}

int main() {
    int* result = e2e::device_array<int>(count);
    by_nodes(result);
    across_graphs(result);
    captured(result);
    in_a_child(result);
    misuse();
    CHECK(cudaDeviceGraphMemTrim(0));
    EXPECT(graph_memory(cudaGraphMemAttrUsedMemCurrent) == 0, "graphs that are gone have memory");
    EXPECT(graph_memory(cudaGraphMemAttrReservedMemCurrent) == 0, "graphs that are gone have memory reserved");
    EXPECT(graph_memory(cudaGraphMemAttrUsedMemHigh) >= bytes, "no graph has ever had memory");
    unsigned long long zero = 0;
    CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
    EXPECT(graph_memory(cudaGraphMemAttrUsedMemHigh) == 0, "the most was not forgotten");
    CHECK(cudaFree(result));
    return e2e::passed();
}
