// An instantiated graph with new parameters: node by node, from another graph of the same shape, and refused for
// another.
#include "check.h"

__global__ void add(int* data, int amount) {
    data[threadIdx.x] += amount;
}

__global__ void multiply(int* data, int factor) {
    data[threadIdx.x] *= factor;
}

cudaGraph_t capture(cudaStream_t stream, int* data, int amount, int factor, bool extra = false) {
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemsetAsync(data, 0, 64 * sizeof(int), stream));
    add<<<1, 64, 0, stream>>>(data, amount);
    multiply<<<1, 64, 0, stream>>>(data, factor);
    if (extra) multiply<<<1, 64, 0, stream>>>(data, factor);
    CHECK(cudaStreamEndCapture(stream, &graph));
    return graph;
}

void expect_result(cudaGraphExec_t executable, cudaStream_t stream, int* data, int expected) {
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("data", e2e::fetch(data, 64), [&](auto) { return expected; });
}

int main() {
    int* data = e2e::device_array<int>(64);
    int* other = e2e::device_array<int>(64);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph = capture(stream, data, 2, 3);
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    expect_result(executable, stream, data, 6);

    // One node gets other arguments.
    std::size_t count = 3;
    cudaGraphNode_t nodes[3];
    CHECK(cudaGraphGetNodes(graph, nodes, &count));
    for (cudaGraphNode_t node : nodes) {
        cudaGraphNodeType type;
        CHECK(cudaGraphNodeGetType(node, &type));
        if (type != cudaGraphNodeTypeKernel) continue;
        cudaKernelNodeParams parameters;
        CHECK(cudaGraphKernelNodeGetParams(node, &parameters));
        if (parameters.func != reinterpret_cast<void*>(add)) continue;
        int amount = 50;
        void* arguments[] = {&data, &amount};
        parameters.kernelParams = arguments;
        CHECK(cudaGraphExecKernelNodeSetParams(executable, node, &parameters));
    }
    expect_result(executable, stream, data, 150);

    // The whole graph: other numbers, another buffer.
    cudaGraph_t second = capture(stream, other, 7, 11);
    cudaGraphExecUpdateResultInfo info = {};
    CHECK(cudaGraphExecUpdate(executable, second, &info));
    EXPECT(info.result == cudaGraphExecUpdateSuccess, "update result %d", info.result);
    expect_result(executable, stream, other, 77);
    e2e::expect_each("untouched", e2e::fetch(data, 64), [](auto) { return 150; });

    // The nodes of the graph that it was made of still name its own.
    for (cudaGraphNode_t node : nodes) {
        cudaGraphNodeType type;
        CHECK(cudaGraphNodeGetType(node, &type));
        if (type != cudaGraphNodeTypeKernel) continue;
        cudaKernelNodeParams parameters;
        CHECK(cudaGraphKernelNodeGetParams(node, &parameters));
        if (parameters.func != reinterpret_cast<void*>(add)) continue;
        int amount = 8;
        void* arguments[] = {&other, &amount};
        parameters.kernelParams = arguments;
        CHECK(cudaGraphExecKernelNodeSetParams(executable, node, &parameters));
    }
    expect_result(executable, stream, other, 88);

    // Another shape is refused, and the executable graph stays as it was.
    cudaGraph_t longer = capture(stream, data, 1, 1, true);
    EXPECT_STATUS(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(executable, longer, &info));
    EXPECT(info.result != cudaGraphExecUpdateSuccess, "update result %d", info.result);
    cudaGetLastError();
    CHECK(cudaMemset(other, 0, 64 * sizeof(int)));
    expect_result(executable, stream, other, 88);

    // Launched again and again without waiting.
    for (int launch = 0; launch < 50; ++launch)
        CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("other", e2e::fetch(other, 64), [](auto) { return 88; });
    CHECK(cudaGraphExecDestroy(executable));
    for (cudaGraph_t one : {graph, second, longer})
        CHECK(cudaGraphDestroy(one));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(data));
    CHECK(cudaFree(other));
    return e2e::passed();
}
