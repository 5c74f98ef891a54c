// Edges with data: a programmatic dependency between kernels, questions that would lose it, and copies that keep it.
#include "check.h"

__global__ void first(int* data) {
    data[threadIdx.x] = int(threadIdx.x);
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void second(int* data) {
    cudaGridDependencySynchronize();
    data[threadIdx.x] = 3 * data[threadIdx.x] + 1;
}

cudaGraphNode_t add(cudaGraph_t graph, void (*kernel)(int*), int* data, cudaGraphNode_t after,
                    const cudaGraphEdgeData* edge) {
    void* arguments[] = {&data};
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = reinterpret_cast<void*>(kernel);
    params.kernel.gridDim = dim3(1);
    params.kernel.blockDim = dim3(64);
    params.kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, after == nullptr ? nullptr : &after, edge, after == nullptr ? 0 : 1, &params));
    return node;
}

bool equal(const cudaGraphEdgeData& a, const cudaGraphEdgeData& b) {
    return a.from_port == b.from_port && a.to_port == b.to_port && a.type == b.type;
}

void launch(cudaGraph_t graph, int* data) {
    cudaGraphExec_t executable;
    CHECK(cudaMemset(data, 0, 64 * sizeof(int)));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("data", e2e::fetch(data, 64), [](size_t i) { return 3 * i + 1; });
    CHECK(cudaGraphExecDestroy(executable));
}

// Asks for the one edge in every way.
void expect_edge(cudaGraph_t graph, cudaGraphNode_t a, cudaGraphNode_t b, const cudaGraphEdgeData& wanted) {
    cudaGraphNode_t from[2], to[2];
    cudaGraphEdgeData edges[2];
    size_t count = 0;
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    EXPECT(count == 1, "%zu edges", count);
    count = 2;
    CHECK(cudaGraphGetEdges(graph, from, to, edges, &count));
    EXPECT(count == 1 && from[0] == a && to[0] == b && from[1] == nullptr && to[1] == nullptr, "other nodes");
    EXPECT(equal(edges[0], wanted), "port %d, type %d", edges[0].from_port, edges[0].type);
    count = 2;
    CHECK(cudaGraphNodeGetDependencies(b, from, edges, &count));
    EXPECT(count == 1 && from[0] == a && equal(edges[0], wanted), "another dependency");
    count = 2;
    CHECK(cudaGraphNodeGetDependentNodes(a, to, edges, &count));
    EXPECT(count == 1 && to[0] == b && equal(edges[0], wanted), "another dependent");
    const cudaError_t without = wanted.type == 0 ? cudaSuccess : cudaErrorLossyQuery;
    count = 2;
    EXPECT_STATUS(without, cudaGraphGetEdges(graph, from, to, nullptr, &count));
    count = 2;
    EXPECT_STATUS(without, cudaGraphNodeGetDependencies(b, from, nullptr, &count));
    count = 2;
    EXPECT_STATUS(without, cudaGraphNodeGetDependentNodes(a, to, nullptr, &count));
    cudaGetLastError();
}

int main() {
    int* data = e2e::device_array<int>(64);
    cudaGraphEdgeData programmatic = {};
    programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
    programmatic.type = cudaGraphDependencyTypeProgrammatic;
    const cudaGraphEdgeData plain = {};

    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t a = add(graph, first, data, nullptr, nullptr);
    const cudaGraphNode_t b = add(graph, second, data, a, &programmatic);
    expect_edge(graph, a, b, programmatic);
    launch(graph, data);

    cudaGraph_t copy;
    cudaGraphNode_t copied_a, copied_b;
    CHECK(cudaGraphClone(&copy, graph));
    CHECK(cudaGraphNodeFindInClone(&copied_a, a, copy));
    CHECK(cudaGraphNodeFindInClone(&copied_b, b, copy));
    expect_edge(copy, copied_a, copied_b, programmatic);
    launch(copy, data);

    // Without data an edge is removed whatever its data is.
    CHECK(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
    size_t count = 7;
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    EXPECT(count == 0, "%zu edges are left", count);
    CHECK(cudaGraphAddDependencies(graph, &a, &b, &programmatic, 1));
    CHECK(cudaGraphRemoveDependencies(graph, &a, &b, &programmatic, 1));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    EXPECT(count == 0, "%zu edges are left", count);
    CHECK(cudaGraphAddDependencies(graph, &a, &b, &plain, 1));
    expect_edge(graph, a, b, plain);
    launch(graph, data);
    CHECK(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
    CHECK(cudaGraphAddDependencies(graph, &a, &b, &programmatic, 1));
    expect_edge(graph, a, b, programmatic);
    CHECK(cudaGraphDestroyNode(a));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    EXPECT(count == 0, "%zu edges of a node that is gone", count);

    CHECK(cudaGraphDestroy(copy));
    CHECK(cudaGraphDestroy(graph));
    return e2e::passed();
}
