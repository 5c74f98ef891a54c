// A graph made node by node: memset, copies, kernels, a host function and a child graph, with explicit dependencies.
#include "check.h"

__global__ void add_to(int* target, const int* source, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    target[i] += factor * source[i];
}

void CUDART_CB double_all(void* data) {
    for (int i = 0; i < 512; ++i)
        static_cast<int*>(data)[i] *= 2;
}

cudaGraphNode_t kernel_node(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after, int* target, int* source,
                            int factor) {
    void* arguments[] = {&target, &source, &factor};
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void*>(add_to);
    parameters.gridDim = dim3(2);
    parameters.blockDim = dim3(256);
    parameters.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &parameters));
    return node;
}

int main() {
    const int count = 512;
    const std::size_t bytes = count * sizeof(int);
    int *in, *out;
    CHECK(cudaMallocHost(&in, bytes));
    CHECK(cudaMallocHost(&out, bytes));
    for (int i = 0; i < count; ++i)
        in[i] = i;
    int* a = e2e::device_array<int>(count);
    int* b = e2e::device_array<int>(count);

    cudaGraph_t graph, child;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t down, clear, up, host, nested, again;
    CHECK(cudaGraphAddMemcpyNode1D(&down, graph, nullptr, 0, a, in, bytes, cudaMemcpyHostToDevice));
    cudaMemsetParams zero = {};
    zero.dst = b;
    zero.value = 1;
    zero.elementSize = 4;
    zero.width = count;
    zero.height = 1;
    CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero));
    const auto first = kernel_node(graph, {down, clear}, b, a, 5);  // b = 1 + 5 i

    CHECK(cudaGraphCreate(&child, 0));
    const auto inner = kernel_node(child, {}, a, b, 2);  // a = i + 2 b
    kernel_node(child, {inner}, b, a, 1);                // b = b + a
    CHECK(cudaGraphAddChildGraphNode(&nested, graph, &first, 1, child));
    CHECK(cudaGraphDestroy(child));

    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(b, bytes, count, 1);
    copy.dstPtr = make_cudaPitchedPtr(out, bytes, count, 1);
    copy.extent = make_cudaExtent(bytes, 1, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaGraphAddMemcpyNode(&up, graph, nullptr, 0, &copy));
    CHECK(cudaGraphAddDependencies(graph, &nested, &up, nullptr, 1));
    cudaHostNodeParams call = {};
    call.fn = double_all;
    call.userData = out;
    CHECK(cudaGraphAddHostNode(&host, graph, &up, 1, &call));
    CHECK(cudaGraphAddEmptyNode(&again, graph, &host, 1));

    std::size_t nodes = 0, edges = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    EXPECT(nodes == 7 && edges == 6, "%zu nodes, %zu edges", nodes, edges);
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(nested, &type));
    EXPECT(type == cudaGraphNodeTypeGraph, "the child's type is %d", type);
    cudaGraphNode_t roots[4];
    std::size_t root_count = 4;
    CHECK(cudaGraphGetRootNodes(graph, roots, &root_count));
    EXPECT(root_count == 2, "%zu roots", root_count);

    cudaGraph_t clone;
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphDestroy(graph));
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, clone, 0));
    CHECK(cudaGraphDestroy(clone));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaGraphUpload(executable, stream));
    for (int launch = 0; launch < 3; ++launch)
        CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("out", out, count, [](int i) {
        const int b = 1 + 5 * i;
        return 2 * (b + i + 2 * b);
    });
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    return e2e::passed();
}
