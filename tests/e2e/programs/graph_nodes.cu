// cudaGraphAddNode for every kind of node, parameters set afterwards in the graph and in the executable one, copies of
// variables, kernel nodes' attributes, user objects, and the drawing.
#include "check.h"

#include <fstream>
#include <iterator>
#include <string>

constexpr int count = 512;
constexpr size_t bytes = count * sizeof(int);

__device__ int variable[count];

__global__ void scale(int* out, const int* in, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * factor;
}

void CUDART_CB add_ten(void* data) {
    for (int i = 0; i < count; ++i)
        static_cast<int*>(data)[i] += 10;
}
void CUDART_CB note(void* data) {
    ++*static_cast<int*>(data);
}

cudaGraphNode_t add(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, cudaGraphNodeParams& params) {
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, after.empty() ? nullptr : after.data(), nullptr, after.size(), &params));
    return node;
}

cudaGraphNodeParams kernel_params(void** arguments) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = (void*)scale;
    params.kernel.gridDim = dim3(2);
    params.kernel.blockDim = dim3(count / 2);
    params.kernel.kernelParams = arguments;
    return params;
}

cudaGraphNodeParams copy_params(void* to, const void* from, size_t size) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeMemcpy;
    params.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), size, size, 1);
    params.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(to, size, size, 1);
    params.memcpy.copyParams.extent = make_cudaExtent(size, 1, 1);
    params.memcpy.copyParams.kind = cudaMemcpyDefault;
    return params;
}

std::string drawing(cudaGraph_t graph) {
    const char* path = std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp";
    const std::string file = std::string(path) + "/graph_nodes." + std::to_string(size_t(graph)) + ".dot";
    CHECK(cudaGraphDebugDotPrint(graph, file.c_str(), cudaGraphDebugDotFlagsVerbose));
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::remove(file.c_str());
    return text;
}

void every_kind() {
    int* host = nullptr;
    CHECK(cudaMallocHost(&host, bytes));
    int* a = e2e::device_array<int>(count);
    int* b = e2e::device_array<int>(count);
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));

    cudaGraphNodeParams fill = {};
    fill.type = cudaGraphNodeTypeMemset;
    fill.memset.dst = a;
    fill.memset.value = 3;
    fill.memset.elementSize = 4;
    fill.memset.width = count;
    fill.memset.height = 1;
    const cudaGraphNode_t filled = add(graph, {}, fill);
    int factor = 5;
    void* arguments[] = {&b, &a, &factor};
    cudaGraphNodeParams kernel = kernel_params(arguments);
    const cudaGraphNode_t scaled = add(graph, {filled}, kernel);
    cudaGraphNodeParams copy = copy_params(host, b, bytes);
    const cudaGraphNode_t copied = add(graph, {scaled}, copy);
    cudaGraphNodeParams call = {};
    call.type = cudaGraphNodeTypeHost;
    call.host.fn = add_ten;
    call.host.userData = host;
    const cudaGraphNode_t called = add(graph, {copied}, call);
    cudaGraphNodeParams record = {};
    record.type = cudaGraphNodeTypeEventRecord;
    record.eventRecord.event = event;
    const cudaGraphNode_t recorded = add(graph, {called}, record);
    cudaGraphNodeParams empty = {};
    empty.type = cudaGraphNodeTypeEmpty;
    add(graph, {recorded}, empty);

    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaEventSynchronize(event));
    e2e::expect_each("every kind", host, count, [](size_t) { return 25; });

    factor = 7;
    CHECK(cudaGraphExecNodeSetParams(exec, scaled, &kernel));
    fill.memset.value = 2;
    CHECK(cudaGraphExecNodeSetParams(exec, filled, &fill));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("set in the executable graph", host, count, [](size_t) { return 24; });

    factor = 9;
    CHECK(cudaGraphNodeSetParams(scaled, &kernel));
    cudaGraphExec_t again;
    CHECK(cudaGraphInstantiate(&again, graph, 0));
    CHECK(cudaGraphLaunch(again, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("set in the graph", host, count, [](size_t) { return 37; });
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphNodeSetParams(filled, &kernel));

    const std::string text = drawing(graph);
    for (const char* part : {"digraph", "MEMSET", "KERNEL", "scale", "MEMCPY", "HOST", "EVENT_RECORD", "->"})
        EXPECT(text.find(part) != std::string::npos, "the drawing has no %s: %s", part, text.c_str());

    cudaLaunchAttributeValue value = {};
    value.priority = -1;
    CHECK(cudaGraphKernelNodeSetAttribute(scaled, cudaLaunchAttributePriority, &value));
    value = {};
    CHECK(cudaGraphKernelNodeGetAttribute(scaled, cudaLaunchAttributePriority, &value));
    EXPECT(value.priority == -1, "priority %d", value.priority);
    value = {};
    value.accessPolicyWindow.base_ptr = a;
    value.accessPolicyWindow.num_bytes = 0;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    CHECK(cudaGraphKernelNodeSetAttribute(scaled, cudaLaunchAttributeAccessPolicyWindow, &value));
    cudaGraphNodeParams another = kernel_params(arguments);
    const cudaGraphNode_t other = add(graph, {}, another);
    CHECK(cudaGraphKernelNodeCopyAttributes(other, scaled));
    value = {};
    CHECK(cudaGraphKernelNodeGetAttribute(other, cudaLaunchAttributeAccessPolicyWindow, &value));
    EXPECT(value.accessPolicyWindow.hitRatio == 0.5f, "hit ratio %g", value.accessPolicyWindow.hitRatio);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGraphKernelNodeGetAttribute(filled, cudaLaunchAttributePriority, &value));

    (void)cudaGetLastError();
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphExecDestroy(again));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFreeHost(host));
}

void children() {
    int* a = e2e::device_array<int>(count);
    int* b = e2e::device_array<int>(count);
    CHECK(cudaMemset(a, 0, bytes));
    const std::vector<int> ones(count, 1);
    CHECK(cudaMemcpy(a, ones.data(), bytes, cudaMemcpyHostToDevice));
    cudaGraph_t child;
    CHECK(cudaGraphCreate(&child, 0));
    int factor = 2;
    void* arguments[] = {&b, &a, &factor};
    cudaGraphNodeParams kernel = kernel_params(arguments);
    const cudaGraphNode_t scaled = add(child, {}, kernel);
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeGraph;
    params.graph.graph = child;
    const cudaGraphNode_t node = add(graph, {}, params);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, nullptr));
    e2e::expect_each("child", e2e::fetch(b, count), [](size_t) { return 2; });
    factor = 6;
    CHECK(cudaGraphNodeSetParams(scaled, &kernel));
    CHECK(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
    CHECK(cudaGraphLaunch(exec, nullptr));
    e2e::expect_each("child with other parameters", e2e::fetch(b, count), [](size_t) { return 6; });
    // How a child is drawn is up to the driver.
    EXPECT(drawing(graph).find("digraph") != std::string::npos, "there is no drawing of a graph with a child");
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(child));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

void symbols() {
    const std::vector<int> first = e2e::filled<int>(count, [](size_t i) { return i + 1; });
    const std::vector<int> second = e2e::filled<int>(count, [](size_t i) { return 3 * i; });
    std::vector<int> result(count);
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t to;
    cudaGraphNode_t from;
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, variable, first.data(), bytes, 0,
                                         cudaMemcpyHostToDevice));
    CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, result.data(), variable, bytes, 0,
                                           cudaMemcpyDeviceToHost));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("from the variable", result, [](size_t i) { return i + 1; });
    CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, variable, second.data(), bytes, 0,
                                                   cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("changed", result, [](size_t i) { return 3 * i; });
    CHECK(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, first.data(), bytes, 0, cudaMemcpyHostToDevice));
    std::vector<int> elsewhere(count);
    CHECK(cudaGraphMemcpyNodeSetParamsFromSymbol(from, elsewhere.data(), variable, bytes, 0, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, elsewhere.data(), variable, bytes, 0,
                                                     cudaMemcpyDeviceToHost));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("elsewhere", elsewhere, [](size_t i) { return 3 * i; });
    EXPECT_STATUS(cudaErrorInvalidValue,
                  cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, first.data(), bytes, 4, cudaMemcpyHostToDevice));
    (void)cudaGetLastError();
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

void user_objects() {
    int destroyed = 0;
    cudaUserObject_t object;
    CHECK(cudaUserObjectCreate(&object, &destroyed, note, 1, cudaUserObjectNoDestructorSync));
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    cudaGraphNode_t node;
    CHECK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphLaunch(exec, nullptr));
    CHECK(cudaDeviceSynchronize());
    EXPECT(destroyed == 0, "the executable graph has it still");
    CHECK(cudaGraphExecDestroy(exec));
    // The runtime may take its time.
    for (int i = 0; i < 6000 && *static_cast<volatile int*>(&destroyed) == 0; ++i) {
        CHECK(cudaDeviceSynchronize());
    }
    EXPECT(destroyed == 1, "destroyed %d times", destroyed);
}

int main() {
    every_kind();
    children();
    symbols();
    user_objects();
    return e2e::passed();
}
