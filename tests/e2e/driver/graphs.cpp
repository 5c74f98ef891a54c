// A graph made by hand and one made by capture, launched several times.
#include "program.h"

namespace {

void count_call(void* counter) {
    ++*static_cast<int*>(counter);
}

void launch_three_times(Handle graph, Handle stream) {
    Handle executable = nullptr;
    CHECK(cuGraphInstantiate(&executable, graph, 0));
    CHECK(cuGraphDestroy(graph));
    for (int i = 0; i < 3; ++i)
        CHECK(cuGraphLaunch(executable, stream));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuGraphExecDestroy(executable));
}

Handle graph_by_hand(Handle scale, Address data, int* calls) {
    Handle graph = nullptr;
    Handle fill = nullptr;
    Handle kernel = nullptr;
    Handle host = nullptr;
    CHECK(cuGraphCreate(&graph, 0));
    const MemsetNode memset = {data, 0, 5, 4, 64, 1};
    Handle context = nullptr;
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset, context));
    CHECK(cuDevicePrimaryCtxRelease(0));
    int factor = 7;
    int offset = 1;
    long long cycles = 0;
    void* arguments[] = {&data, &factor, &offset, &cycles};
    KernelNode node = {};
    node.function = scale;
    node.grid[0] = node.grid[1] = node.grid[2] = 1;
    node.block[0] = 64;
    node.block[1] = node.block[2] = 1;
    node.parameters = arguments;
    CHECK(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &node));
    const HostNode call = {count_call, calls};
    CHECK(cuGraphAddHostNode(&host, graph, &kernel, 1, &call));
    return graph;
}

// PyTorch does this with kernels that it compiles when they are first used.
void load_while_capturing(Handle stream) {
    constexpr const char* text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry set(.param .u64 to)\n{\n.reg .b64 %rd1;\n"
        "ld.param.u64 %rd1, [to];\nst.global.u32 [%rd1], 7;\nret;\n}\n";
    const Address data = device_memory(4);
    Handle module = nullptr;
    Handle graph = nullptr;
    CHECK(cuStreamBeginCapture(stream, 0));
    CHECK(cuModuleLoadData(&module, text));
    launch(find_function(module, "set"), 1, 1, 0, stream, data);
    CHECK(cuStreamEndCapture(stream, &graph));
    launch_three_times(graph, stream);
    expect_each("loaded while a stream captured", fetch<int>(data, 1), 1, [](auto) { return 7; });
    CHECK(cuModuleUnload(module));
    CHECK(cuMemFree(data));
}

}  // namespace

void test(Handle module) {
    const Handle scale = find_function(module, "scale");
    const Address data = device_memory(256);
    Handle stream = nullptr;
    CHECK(cuStreamCreate(&stream, 1));
    int calls = 0;
    launch_three_times(graph_by_hand(scale, data, &calls), stream);
    expect_each("by hand", fetch<int>(data, 64), 64, [](auto) { return 36; });
    EXPECT(calls == 3, "%d calls", calls);

    CHECK(cuStreamBeginCapture(stream, 0));
    launch(scale, 1, 64, 0, stream, data, 2, 0, 0LL);
    CHECK(cuMemsetD32Async(data + 128, 1, 16, stream));
    launch(scale, 1, 64, 0, stream, data, 1, 5, 0LL);
    Handle graph = nullptr;
    CHECK(cuStreamEndCapture(stream, &graph));
    expect_each("nothing ran", fetch<int>(data, 64), 64, [](auto) { return 36; });
    launch_three_times(graph, stream);
    // Three times: twice as much and five more; 16 words in the middle begin anew each time.
    expect_each("captured", fetch<int>(data, 64), 64, [](auto i) { return i >= 32 && i < 48 ? 6 : 323; });
    load_while_capturing(stream);
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(data));
}
