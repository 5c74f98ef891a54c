// The driver's calls about graph nodes: each kind's parameters as they were given, changed in the graph, and changed in
// the executable one; attributes, switches, user objects, clones.
#include <cuda.h>

#include <cstring>

#include "check.h"

constexpr int count = 256;
constexpr size_t bytes = count * sizeof(int);

__global__ void scale(int* out, const int* in, int factor) {
    out[threadIdx.x] = in[threadIdx.x] * factor;
}

__global__ void add(int* out, const int* in, int amount) {
    out[threadIdx.x] = in[threadIdx.x] + amount;
}

void CUDA_CB increase(void* number) {
    ++*static_cast<int*>(number);
}

void CUDA_CB increase_much(void* number) {
    *static_cast<int*>(number) += 100;
}

CUcontext context;
int *in, *out;

CUfunction function_of(const void* symbol) {
    CUfunction function;
    CHECK(cudaGetFuncBySymbol(&function, symbol));
    return function;
}

CUgraph new_graph() {
    CUgraph graph;
    CHECK(cuGraphCreate(&graph, 0));
    return graph;
}

CUgraphExec executable_of(CUgraph graph) {
    CUgraphExec executable;
    CHECK(cuGraphInstantiate(&executable, graph, 0));
    return executable;
}

void launch(CUgraphExec executable) {
    CHECK(cuGraphLaunch(executable, nullptr));
    CHECK(cuStreamSynchronize(nullptr));
}

template <typename Expected>
void expect_out(const char* what, CUgraphExec executable, Expected expected) {
    CHECK(cudaMemset(out, 0, bytes));
    launch(executable);
    e2e::expect_each(what, e2e::fetch(out, count), expected);
}

CUDA_KERNEL_NODE_PARAMS kernel_of(CUfunction function, void** arguments) {
    CUDA_KERNEL_NODE_PARAMS params = {};
    params.func = function;
    params.gridDimX = params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = count;
    params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    return params;
}

void kernels() {
    const CUfunction scaling = function_of((const void*)scale), adding = function_of((const void*)add);
    int number = 3;
    void* arguments[] = {&out, &in, &number};
    CUDA_KERNEL_NODE_PARAMS params = kernel_of(scaling, arguments);
    CUgraph graph = new_graph();
    CUgraphNode node;
    CHECK(cuGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    CUDA_KERNEL_NODE_PARAMS given = {};
    CHECK(cuGraphKernelNodeGetParams(node, &given));
    EXPECT(given.func == scaling && given.blockDimX == count && given.gridDimX == 1, "other parameters");
    EXPECT(*static_cast<int*>(given.kernelParams[2]) == 3, "another argument");
    EXPECT(*static_cast<int**>(given.kernelParams[0]) == out, "another pointer");
    CUgraphExec executable = executable_of(graph);
    expect_out("scaled", executable, [](size_t i) { return 3 * i; });
    // The executable graph is changed, the graph is not.
    number = 10;
    CUDA_KERNEL_NODE_PARAMS other = kernel_of(adding, arguments);
    CHECK(cuGraphExecKernelNodeSetParams(executable, node, &other));
    expect_out("added", executable, [](size_t i) { return i + 10; });
    CHECK(cuGraphKernelNodeGetParams(node, &given));
    EXPECT(given.func == scaling && *static_cast<int*>(given.kernelParams[2]) == 3, "the graph was changed too");
    // Now the graph, and the executable one keeps what it has.
    number = 5;
    CHECK(cuGraphKernelNodeSetParams(node, &params));
    CHECK(cuGraphKernelNodeGetParams(node, &given));
    EXPECT(*static_cast<int*>(given.kernelParams[2]) == 5, "the graph was not changed");
    expect_out("added again", executable, [](size_t i) { return i + 10; });
    CUgraphExec second = executable_of(graph);
    expect_out("scaled again", second, [](size_t i) { return 5 * i; });
    // Switched off, and on.
    unsigned enabled = 7;
    CHECK(cuGraphNodeGetEnabled(second, node, &enabled));
    EXPECT(enabled == 1, "enabled is %u", enabled);
    CHECK(cuGraphNodeSetEnabled(second, node, 0));
    CHECK(cuGraphNodeGetEnabled(second, node, &enabled));
    EXPECT(enabled == 0, "enabled is %u", enabled);
    expect_out("switched off", second, [](size_t) { return 0; });
    CHECK(cuGraphNodeSetEnabled(second, node, 1));
    expect_out("switched on", second, [](size_t i) { return 5 * i; });
    CHECK(cuGraphExecDestroy(second));
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
}

void kernel_attributes() {
    int number = 1;
    void* arguments[] = {&out, &in, &number};
    CUDA_KERNEL_NODE_PARAMS params = kernel_of(function_of((const void*)scale), arguments);
    CUgraph graph = new_graph();
    CUgraphNode first, second;
    CHECK(cuGraphAddKernelNode(&first, graph, nullptr, 0, &params));
    CHECK(cuGraphAddKernelNode(&second, graph, &first, 1, &params));
    CUlaunchAttributeValue value = {}, read = {};
    value.priority = -2;
    CHECK(cuGraphKernelNodeSetAttribute(first, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    CHECK(cuGraphKernelNodeGetAttribute(first, CU_LAUNCH_ATTRIBUTE_PRIORITY, &read));
    EXPECT(read.priority == -2, "priority %d", read.priority);
    CHECK(cuGraphKernelNodeGetAttribute(second, CU_LAUNCH_ATTRIBUTE_PRIORITY, &read));
    EXPECT(read.priority == 0, "priority %d", read.priority);
    CHECK(cuGraphKernelNodeCopyAttributes(second, first));
    CHECK(cuGraphKernelNodeGetAttribute(second, CU_LAUNCH_ATTRIBUTE_PRIORITY, &read));
    EXPECT(read.priority == -2, "copied priority %d", read.priority);
    CHECK(cuGraphDestroy(graph));
}

CUDA_MEMCPY3D copy_of(CUdeviceptr to, CUdeviceptr from) {
    CUDA_MEMCPY3D copy = {};
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = from;
    copy.dstDevice = to;
    copy.WidthInBytes = bytes;
    copy.Height = copy.Depth = 1;
    return copy;
}

CUdeviceptr address_of(int* memory) {
    return reinterpret_cast<CUdeviceptr>(memory);
}

void copies() {
    int* other = e2e::device_copy(e2e::filled<int>(count, [](size_t i) { return 1000 + i; }));
    CUgraph graph = new_graph();
    CUgraphNode node;
    const CUDA_MEMCPY3D from_in = copy_of(address_of(out), address_of(in));
    const CUDA_MEMCPY3D from_other = copy_of(address_of(out), address_of(other));
    CHECK(cuGraphAddMemcpyNode(&node, graph, nullptr, 0, &from_in, context));
    CUDA_MEMCPY3D given = {};
    CHECK(cuGraphMemcpyNodeGetParams(node, &given));
    EXPECT(given.srcDevice == from_in.srcDevice && given.WidthInBytes == bytes && given.Height == 1, "other parameters");
    CUgraphExec executable = executable_of(graph);
    expect_out("copied", executable, [](size_t i) { return i; });
    CHECK(cuGraphExecMemcpyNodeSetParams(executable, node, &from_other, context));
    expect_out("copied from elsewhere", executable, [](size_t i) { return 1000 + i; });
    CHECK(cuGraphMemcpyNodeGetParams(node, &given));
    EXPECT(given.srcDevice == from_in.srcDevice, "the graph was changed too");
    CHECK(cuGraphMemcpyNodeSetParams(node, &from_other));
    CHECK(cuGraphMemcpyNodeGetParams(node, &given));
    EXPECT(given.srcDevice == from_other.srcDevice, "the graph was not changed");
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
    CHECK(cudaFree(other));
}

void fills() {
    CUgraph graph = new_graph();
    CUgraphNode node;
    CUDA_MEMSET_NODE_PARAMS params = {};
    params.dst = address_of(out);
    params.value = 9;
    params.elementSize = 4;
    params.width = count;
    params.height = 1;
    CHECK(cuGraphAddMemsetNode(&node, graph, nullptr, 0, &params, context));
    CUDA_MEMSET_NODE_PARAMS given = {};
    CHECK(cuGraphMemsetNodeGetParams(node, &given));
    EXPECT(given.dst == params.dst && given.value == 9 && given.elementSize == 4 && given.width == count, "other ones");
    CUgraphExec executable = executable_of(graph);
    expect_out("filled", executable, [](size_t) { return 9; });
    params.value = 11;
    CHECK(cuGraphExecMemsetNodeSetParams(executable, node, &params, context));
    expect_out("filled otherwise", executable, [](size_t) { return 11; });
    params.value = 12;
    CHECK(cuGraphMemsetNodeSetParams(node, &params));
    CHECK(cuGraphMemsetNodeGetParams(node, &given));
    EXPECT(given.value == 12, "value %u", given.value);
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
}

void host_calls() {
    int calls = 0, other = 0;
    CUgraph graph = new_graph();
    CUgraphNode node;
    CUDA_HOST_NODE_PARAMS params = {increase, &calls}, given = {};
    CHECK(cuGraphAddHostNode(&node, graph, nullptr, 0, &params));
    CHECK(cuGraphHostNodeGetParams(node, &given));
    EXPECT(given.fn == increase && given.userData == &calls, "other parameters");
    CUgraphExec executable = executable_of(graph);
    launch(executable);
    EXPECT(calls == 1, "%d calls", calls);
    const CUDA_HOST_NODE_PARAMS much = {increase_much, &other};
    CHECK(cuGraphExecHostNodeSetParams(executable, node, &much));
    launch(executable);
    EXPECT(calls == 1 && other == 100, "%d, %d", calls, other);
    CHECK(cuGraphHostNodeSetParams(node, &much));
    CHECK(cuGraphHostNodeGetParams(node, &given));
    EXPECT(given.fn == increase_much && given.userData == &other, "not changed");
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
}

CUevent new_event() {
    CUevent event;
    CHECK(cuEventCreate(&event, CU_EVENT_DEFAULT));
    return event;
}

void events() {
    CUevent first = new_event(), second = new_event(), given = nullptr;
    CUgraph graph = new_graph();
    CUgraphNode record, wait;
    CHECK(cuGraphAddEventRecordNode(&record, graph, nullptr, 0, first));
    CHECK(cuGraphAddEventWaitNode(&wait, graph, &record, 1, first));
    CHECK(cuGraphEventRecordNodeGetEvent(record, &given));
    EXPECT(given == first, "another event is recorded");
    CHECK(cuGraphEventWaitNodeGetEvent(wait, &given));
    EXPECT(given == first, "another event is waited for");
    CUgraphExec executable = executable_of(graph);
    float time = -1;
    EXPECT_STATUS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&time, first, second));
    launch(executable);
    CHECK(cuEventQuery(first));
    CHECK(cuGraphExecEventRecordNodeSetEvent(executable, record, second));
    CHECK(cuGraphExecEventWaitNodeSetEvent(executable, wait, second));
    launch(executable);
    CHECK(cuEventElapsedTime(&time, first, second));
    EXPECT(time >= 0, "%f ms", time);
    CHECK(cuGraphEventRecordNodeSetEvent(record, second));
    CHECK(cuGraphEventWaitNodeSetEvent(wait, second));
    CHECK(cuGraphEventRecordNodeGetEvent(record, &given));
    EXPECT(given == second, "not changed");
    CHECK(cuGraphEventWaitNodeGetEvent(wait, &given));
    EXPECT(given == second, "not changed");
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuEventDestroy(first));
    CHECK(cuEventDestroy(second));
}

CUgraph filling(int value) {
    CUDA_MEMSET_NODE_PARAMS params = {};
    params.dst = address_of(out);
    params.value = value;
    params.elementSize = 4;
    params.width = count;
    params.height = 1;
    CUgraph graph = new_graph();
    CUgraphNode node;
    CHECK(cuGraphAddMemsetNode(&node, graph, nullptr, 0, &params, context));
    return graph;
}

void children() {
    CUgraph child = filling(21), other = filling(22), graph = new_graph(), given = nullptr;
    CUgraphNode node;
    CHECK(cuGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
    CHECK(cuGraphChildGraphNodeGetGraph(node, &given));
    EXPECT(given != nullptr && given != child, "the child is not a copy");
    size_t nodes = 0;
    CHECK(cuGraphGetNodes(given, nullptr, &nodes));
    EXPECT(nodes == 1, "%zu nodes", nodes);
    CUgraphExec executable = executable_of(graph);
    expect_out("the child's", executable, [](size_t) { return 21; });
    CHECK(cuGraphExecChildGraphNodeSetParams(executable, node, other));
    expect_out("the other child's", executable, [](size_t) { return 22; });
    CHECK(cuGraphExecDestroy(executable));
    for (CUgraph one : {child, other, graph})
        CHECK(cuGraphDestroy(one));
}

void shape() {
    CUgraph graph = new_graph();
    CUgraphNode a, b, c, found;
    CHECK(cuGraphAddEmptyNode(&a, graph, nullptr, 0));
    CHECK(cuGraphAddEmptyNode(&b, graph, nullptr, 0));
    CHECK(cuGraphAddEmptyNode(&c, graph, &a, 1));
    CHECK(cuGraphAddDependencies(graph, &b, &c, nullptr, 1));
    size_t number = 0;
    CHECK(cuGraphGetRootNodes(graph, nullptr, &number));
    EXPECT(number == 2, "%zu roots", number);
    CHECK(cuGraphNodeGetDependencies(c, nullptr, nullptr, &number));
    EXPECT(number == 2, "%zu dependencies", number);
    CHECK(cuGraphNodeGetDependentNodes(a, nullptr, nullptr, &number));
    EXPECT(number == 1, "%zu dependents", number);
    CUgraph clone;
    CHECK(cuGraphClone(&clone, graph));
    CHECK(cuGraphNodeFindInClone(&found, c, clone));
    EXPECT(found != c, "the clone has the same node");
    CHECK(cuGraphNodeGetDependencies(found, nullptr, nullptr, &number));
    EXPECT(number == 2, "%zu dependencies of the clone's", number);
    CHECK(cuGraphRemoveDependencies(graph, &a, &c, nullptr, 1));
    CHECK(cuGraphNodeGetDependencies(c, nullptr, nullptr, &number));
    EXPECT(number == 1, "%zu dependencies are left", number);
    CHECK(cuGraphDestroyNode(b));
    CHECK(cuGraphGetNodes(graph, nullptr, &number));
    EXPECT(number == 2, "%zu nodes are left", number);
    CHECK(cuGraphDestroy(clone));
    CHECK(cuGraphDestroy(graph));
}

void user_objects() {
    int destroyed = 0;
    CUuserObject object;
    CHECK(cuUserObjectCreate(&object, &destroyed, increase, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    CHECK(cuUserObjectRetain(object, 2));
    CHECK(cuUserObjectRelease(object, 2));
    CUgraph graph = new_graph();
    CHECK(cuGraphRetainUserObject(graph, object, 1, 0));
    CHECK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    CHECK(cuGraphReleaseUserObject(graph, object, 1));
    EXPECT(destroyed == 0, "destroyed though the graph has it");
    CHECK(cuGraphDestroy(graph));
    // It is destroyed by a thread of the driver's, some time.
    for (int i = 0; i < 10'000'000 && *static_cast<volatile int*>(&destroyed) == 0; ++i)
        cuCtxSynchronize();
    EXPECT(destroyed == 1, "destroyed %d times", destroyed);
}

void instantiation() {
    CUgraph graph = filling(33);
    CUDA_GRAPH_INSTANTIATE_PARAMS params = {};
    params.flags = CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    CUgraphExec executable;
    CHECK(cuGraphInstantiateWithParams(&executable, graph, &params));
    EXPECT(params.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS && params.hErrNode_out == nullptr, "an error is reported");
    // This flag is not among those that are told.
    cuuint64_t flags = 77;
    CHECK(cuGraphExecGetFlags(executable, &flags));
    EXPECT(flags == 0, "flags %llu", (unsigned long long)flags);
    CHECK(cuGraphUpload(executable, nullptr));
    expect_out("filled", executable, [](size_t) { return 33; });
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
}

void allocations() {
    CUgraph graph = new_graph();
    CUgraphNode allocate, fill, copy, release;
    CUDA_MEM_ALLOC_NODE_PARAMS params = {};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    params.bytesize = bytes;
    CHECK(cuGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params));
    EXPECT(params.dptr != 0, "no address");
    CUDA_MEMSET_NODE_PARAMS values = {};
    values.dst = params.dptr;
    values.value = 44;
    values.elementSize = 4;
    values.width = count;
    values.height = 1;
    CHECK(cuGraphAddMemsetNode(&fill, graph, &allocate, 1, &values, context));
    const CUDA_MEMCPY3D result = copy_of(address_of(out), params.dptr);
    CHECK(cuGraphAddMemcpyNode(&copy, graph, &fill, 1, &result, context));
    CHECK(cuGraphAddMemFreeNode(&release, graph, &copy, 1, params.dptr));
    CUDA_MEM_ALLOC_NODE_PARAMS given = {};
    CHECK(cuGraphMemAllocNodeGetParams(allocate, &given));
    EXPECT(given.dptr == params.dptr && given.bytesize == bytes, "other parameters");
    CUdeviceptr freed = 0;
    CHECK(cuGraphMemFreeNodeGetParams(release, &freed));
    EXPECT(freed == params.dptr, "another address is freed");
    CUgraphExec executable = executable_of(graph);
    expect_out("through the graph's memory", executable, [](size_t) { return 44; });
    expect_out("once more", executable, [](size_t) { return 44; });
    cuuint64_t used = 0;
    CHECK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used));
    EXPECT(used >= bytes, "%llu bytes are some graph's", (unsigned long long)used);
    cuuint64_t zero = 0;
    CHECK(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuDeviceGraphMemTrim(0));
}

void generic_nodes() {
    CUgraph graph = new_graph();
    CUgraphNode node;
    CUgraphNodeParams params = {};
    params.type = CU_GRAPH_NODE_TYPE_MEMSET;
    params.memset.dst = address_of(out);
    params.memset.value = 51;
    params.memset.elementSize = 4;
    params.memset.width = count;
    params.memset.height = 1;
    CHECK(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    CUgraphNodeType type;
    CHECK(cuGraphNodeGetType(node, &type));
    EXPECT(type == CU_GRAPH_NODE_TYPE_MEMSET, "type %d", int(type));
    CUgraphExec executable = executable_of(graph);
    expect_out("filled", executable, [](size_t) { return 51; });
    params.memset.value = 52;
    CHECK(cuGraphExecNodeSetParams(executable, node, &params));
    expect_out("filled otherwise", executable, [](size_t) { return 52; });
    params.memset.value = 53;
    CHECK(cuGraphNodeSetParams(node, &params));
    CUDA_MEMSET_NODE_PARAMS given = {};
    CHECK(cuGraphMemsetNodeGetParams(node, &given));
    EXPECT(given.value == 53, "value %u", given.value);
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(graph));
}

int main() {
    in = e2e::device_copy(e2e::filled<int>(count, [](size_t i) { return i; }));
    out = e2e::device_array<int>(count);
    CHECK(cuCtxGetCurrent(&context));
    kernels();
    kernel_attributes();
    copies();
    fills();
    host_calls();
    events();
    children();
    shape();
    user_objects();
    instantiation();
    allocations();
    generic_nodes();
    return e2e::passed();
}
