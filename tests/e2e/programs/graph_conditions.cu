// Conditional nodes: if with and without else, while, switch, in each other, captured into a body, and a default value.
// Natively they need compute capability 5.0 and CUDA 12.8.
#include "check.h"

__global__ void decide(cudaGraphConditionalHandle handle, const int* value) {
    cudaGraphSetConditional(handle, unsigned(*value));
}
__global__ void add(int* target, int amount) {
    *target += amount;
}
__global__ void count_down(cudaGraphConditionalHandle handle, int* left, int* rounds) {
    ++*rounds;
    --*left;
    cudaGraphSetConditional(handle, *left > 0 ? 1 : 0);
}

template <typename... Arguments>
cudaGraphNode_t kernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, void (*function)(Arguments...),
                       Arguments... arguments) {
    void* pointers[] = {&arguments...};
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = (void*)function;
    params.kernel.gridDim = dim3(1);
    params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = pointers;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
    return node;
}

cudaGraphConditionalHandle handle_of(cudaGraph_t graph, unsigned at_first = 0, unsigned flags = 0) {
    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphConditionalHandleCreate(&handle, graph, at_first, flags));
    return handle;
}

struct Condition {
    cudaGraphNode_t node;
    std::vector<cudaGraph_t> bodies;
};
Condition condition(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, cudaGraphConditionalHandle handle,
                    cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    Condition made;
    CHECK(cudaGraphAddNode(&made.node, graph, after.data(), nullptr, after.size(), &params));
    made.bodies.assign(params.conditional.phGraph_out, params.conditional.phGraph_out + size);
    return made;
}

class Graph {
public:
    Graph() { CHECK(cudaGraphCreate(&graph, 0)); }
    ~Graph() {
        if (exec != nullptr) CHECK(cudaGraphExecDestroy(exec));
        CHECK(cudaGraphDestroy(graph));
    }
    void launch() {
        if (exec == nullptr) CHECK(cudaGraphInstantiate(&exec, graph, 0));
        CHECK(cudaGraphLaunch(exec, nullptr));
        CHECK(cudaDeviceSynchronize());
    }
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
};

int read(const int* memory) {
    return e2e::fetch(memory, 1)[0];
}
void write(int* memory, int value) {
    CHECK(cudaMemcpy(memory, &value, sizeof value, cudaMemcpyHostToDevice));
}

void if_and_else(int* value, int* result) {
    for (const unsigned bodies : {1u, 2u}) {
        Graph graph;
        const auto handle = handle_of(graph.graph);
        const cudaGraphNode_t decided = kernel(graph.graph, {}, decide, handle, (const int*)value);
        const Condition made = condition(graph.graph, {decided}, handle, cudaGraphCondTypeIf, bodies);
        kernel(made.bodies[0], {}, add, result, 1);
        if (bodies == 2) kernel(made.bodies[1], {}, add, result, 100);
        kernel(graph.graph, {made.node}, add, result, 1000);
        for (const int which : {0, 1, 7}) {
            write(value, which);
            write(result, 0);
            graph.launch();
            const int body = which != 0 ? 1 : bodies == 2 ? 100 : 0;
            EXPECT(read(result) == 1000 + body, "if %d of %u bodies gives %d", which, bodies, read(result));
        }
    }
}

void repeat(int* left, int* rounds) {
    Graph graph;
    // Without a kernel before it: the default decides about the first round.
    const auto handle = handle_of(graph.graph, 1, cudaGraphCondAssignDefault);
    const Condition made = condition(graph.graph, {}, handle, cudaGraphCondTypeWhile, 1);
    kernel(made.bodies[0], {}, count_down, handle, left, rounds);
    for (const int times : {1, 5, 100}) {
        write(left, times);
        write(rounds, 0);
        graph.launch();
        EXPECT(read(rounds) == times, "%d rounds instead of %d", read(rounds), times);
    }
}

void choose(int* value, int* result) {
    Graph graph;
    const auto handle = handle_of(graph.graph);
    const cudaGraphNode_t decided = kernel(graph.graph, {}, decide, handle, (const int*)value);
    const Condition made = condition(graph.graph, {decided}, handle, cudaGraphCondTypeSwitch, 3);
    for (int i = 0; i < 3; ++i)
        kernel(made.bodies[i], {}, add, result, 10 * (i + 1));
    for (const int which : {2, 0, 1, 3}) {
        write(value, which);
        write(result, 0);
        graph.launch();
        EXPECT(read(result) == (which < 3 ? 10 * (which + 1) : 0), "switch %d gives %d", which, read(result));
    }
}

// A while whose body has an if, which copies and fills, and children.
void in_each_other(int* left, int* rounds, int* value, int* result) {
    Graph graph;
    const auto outer = handle_of(graph.graph, 1, cudaGraphCondAssignDefault);
    const Condition loop = condition(graph.graph, {}, outer, cudaGraphCondTypeWhile, 1);
    const cudaGraph_t body = loop.bodies[0];
    const auto inner = handle_of(body);
    const cudaGraphNode_t counted = kernel(body, {}, count_down, outer, left, rounds);
    const cudaGraphNode_t decided = kernel(body, {counted}, decide, inner, (const int*)value);
    const Condition branch = condition(body, {decided}, inner, cudaGraphCondTypeIf, 2);
    cudaGraph_t child;
    CHECK(cudaGraphCreate(&child, 0));
    kernel(child, {}, add, result, 3);
    cudaGraphNode_t child_node;
    CHECK(cudaGraphAddChildGraphNode(&child_node, branch.bodies[0], nullptr, 0, child));
    CHECK(cudaGraphDestroy(child));
    cudaMemsetParams fill = {};
    fill.dst = value;
    fill.value = 1;
    fill.elementSize = 4;
    fill.width = 1;
    fill.height = 1;
    cudaGraphNode_t filled;
    CHECK(cudaGraphAddMemsetNode(&filled, branch.bodies[1], nullptr, 0, &fill));
    write(left, 4);
    write(rounds, 0);
    write(value, 0);
    write(result, 0);
    graph.launch();
    EXPECT(read(rounds) == 4 && read(result) == 9, "%d rounds, result %d", read(rounds), read(result));
}

void captured(int* left, int* rounds) {
    Graph graph;
    const auto handle = handle_of(graph.graph, 1, cudaGraphCondAssignDefault);
    const Condition made = condition(graph.graph, {}, handle, cudaGraphCondTypeWhile, 1);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCaptureToGraph(stream, made.bodies[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    count_down<<<1, 1, 0, stream>>>(handle, left, rounds);
    CHECK(cudaStreamEndCapture(stream, nullptr));
    write(left, 6);
    write(rounds, 0);
    graph.launch();
    EXPECT(read(rounds) == 6, "%d captured rounds", read(rounds));
    CHECK(cudaStreamDestroy(stream));
}

void misuse() {
    Graph graph;
    Graph other;
    cudaGraphConditionalHandle handle;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphConditionalHandleCreate(nullptr, graph.graph, 0, 0));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphConditionalHandleCreate(&handle, graph.graph, 0, 8));
    handle = handle_of(graph.graph);
    cudaGraphExec_t exec;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphInstantiate(&exec, graph.graph, 0));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 2;
    cudaGraphNode_t node;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddNode(&node, graph.graph, nullptr, nullptr, 0, &params));
    params.conditional.size = 1;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddNode(&node, other.graph, nullptr, nullptr, 0, &params));
    CHECK(cudaGraphAddNode(&node, graph.graph, nullptr, nullptr, 0, &params));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphAddNode(&node, graph.graph, nullptr, nullptr, 0, &params));
    cudaGraph_t copy;
    EXPECT_STATUS(cudaErrorNotSupported, cudaGraphClone(&copy, graph.graph));
    (void)cudaGetLastError();
}

int main() {
    int* words = e2e::device_array<int>(4);
    if_and_else(words, words + 1);
    repeat(words + 2, words + 3);
    choose(words, words + 1);
    in_each_other(words + 2, words + 3, words, words + 1);
    captured(words + 2, words + 3);
    misuse();
    CHECK(cudaFree(words));
    return e2e::passed();
}
