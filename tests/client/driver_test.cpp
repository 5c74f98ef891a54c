// The driver API with a worker: modules, launches, streams, graphs.
#include <atomic>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "worker_process.h"

namespace ringfence::driver {
namespace {

// add: p[i] += v for i < n. store: writes where it is told to.
constexpr const char* kernels = R"(
.version 8.0
.target sm_70
.address_size 64
.global .align 4 .u32 counter = 5;
.visible .entry add(.param .u64 p, .param .u32 n, .param .f32 v) {
    .reg .u64 %a, %o; .reg .u32 %i, %n, %b, %t; .reg .f32 %x, %v; .reg .pred %q;
    ld.param.u64 %a, [p]; ld.param.u32 %n, [n]; ld.param.f32 %v, [v];
    mov.u32 %b, %ctaid.x; mov.u32 %t, %ntid.x; mov.u32 %i, %tid.x; mad.lo.u32 %i, %b, %t, %i;
    setp.ge.u32 %q, %i, %n; @%q bra DONE;
    mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o;
    ld.global.f32 %x, [%a]; add.f32 %x, %x, %v; st.global.f32 [%a], %x;
DONE:
    ret;
}
.visible .entry store(.param .u64 p) {
    .reg .u64 %a; .reg .u32 %x;
    ld.param.u64 %a, [p]; mov.u32 %x, 1; st.global.u32 [%a], %x;
    ret;
}
)";

class Driver : public test::WithWorker {
protected:
    void SetUp() override {
        ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
        CUcontext context = nullptr;
        ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
        ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
        ASSERT_EQ(cuModuleLoadData(&module_, kernels), CUDA_SUCCESS);
        ASSERT_EQ(cuModuleGetFunction(&add_, module_, "add"), CUDA_SUCCESS);
        ASSERT_EQ(cuMemAlloc_v2(&data_, count * sizeof(float)), CUDA_SUCCESS);
        ASSERT_EQ(cuMemsetD32_v2(data_, 0, count), CUDA_SUCCESS);
        // Streams that do not wait for the default one must find it done.
        ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(cuMemFree_v2(data_), CUDA_SUCCESS);
        EXPECT_EQ(cuModuleUnload(module_), CUDA_SUCCESS);
    }

    CUresult launch_add(float value, CUstream stream) {
        unsigned n = count;
        void* arguments[] = {&data_, &n, &value};
        return cuLaunchKernel(add_, (count + 127) / 128, 1, 1, 128, 1, 1, 0, stream, arguments, nullptr);
    }
    float last() {
        float value = 0;
        EXPECT_EQ(cuMemcpyDtoH_v2(&value, data_ + (count - 1) * sizeof(float), sizeof(value)), CUDA_SUCCESS);
        return value;
    }

    static constexpr unsigned count = 1000;
    CUmodule module_ = nullptr;
    CUfunction add_ = nullptr;
    CUdeviceptr data_ = 0;
};

TEST_F(Driver, LaunchesWithArgumentsOrABuffer) {
    ASSERT_EQ(launch_add(1.5F, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(last(), 1.5F);
    struct {
        CUdeviceptr p;
        unsigned n;
        float v;
    } space{data_, count, 2};
    std::size_t bytes = sizeof(space);
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &space, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    ASSERT_EQ(cuLaunchKernel(add_, 8, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra), CUDA_SUCCESS);
    EXPECT_EQ(last(), 3.5F);
}

TEST_F(Driver, WrongLaunchesAreRefusedAtOnce) {
    unsigned n = count;
    float value = 1;
    void* arguments[] = {&data_, &n, &value};
    EXPECT_EQ(cuLaunchKernel(add_, 0, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuLaunchKernel(add_, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuLaunchKernel(add_, 1, 1, 1, 1, 1, 1, 1 << 20, nullptr, arguments, nullptr), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), CUDA_ERROR_INVALID_HANDLE);
    const auto stale = reinterpret_cast<CUstream>(0x1234567890);
    EXPECT_EQ(cuLaunchKernel(add_, 1, 1, 1, 1, 1, 1, 0, stale, arguments, nullptr), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(Driver, ModulesHaveFunctionsAndVariables) {
    CUfunction none = nullptr;
    EXPECT_EQ(cuModuleGetFunction(&none, module_, "nothing"), CUDA_ERROR_NOT_FOUND);
    unsigned functions = 0;
    ASSERT_EQ(cuModuleGetFunctionCount(&functions, module_), CUDA_SUCCESS);
    EXPECT_EQ(functions, 2U);
    CUdeviceptr counter = 0;
    std::size_t bytes = 0;
    ASSERT_EQ(cuModuleGetGlobal_v2(&counter, &bytes, module_, "counter"), CUDA_SUCCESS);
    EXPECT_EQ(bytes, 4U);
    unsigned value = 0;
    ASSERT_EQ(cuMemcpyDtoH_v2(&value, counter, 4), CUDA_SUCCESS);
    EXPECT_EQ(value, 5U);
    std::size_t offset = 0;
    ASSERT_EQ(cuFuncGetParamInfo(add_, 1, &offset, &bytes), CUDA_SUCCESS);
    EXPECT_EQ(offset, 8U);
    EXPECT_EQ(bytes, 4U);
    CUmodule broken = nullptr;
    EXPECT_EQ(cuModuleLoadData(&broken, ".version 8.0\nnonsense"), CUDA_ERROR_INVALID_PTX);
}

TEST_F(Driver, WhatIsWrongWithATextIsToldOnce) {
    const char* const text = ".version 8.0\n.target sm_80\n.address_size 64\nmisspelt";
    CUmodule broken = nullptr;
    char buffer[256] = {};
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {buffer, reinterpret_cast<void*>(sizeof(buffer))};
    testing::internal::CaptureStderr();
    EXPECT_EQ(cuModuleLoadDataEx(&broken, text, 2, names, values), CUDA_ERROR_INVALID_PTX);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "the program has asked for it";
    EXPECT_THAT(buffer, testing::HasSubstr("misspelt"));
    testing::internal::CaptureStderr();
    EXPECT_EQ(cuModuleLoadData(&broken, text), CUDA_ERROR_INVALID_PTX);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("misspelt"));
}

TEST_F(Driver, WhoIsAloneHearsHowToShare) {
    CUevent event = nullptr;
    testing::internal::CaptureStderr();
    EXPECT_EQ(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING), CUDA_ERROR_NOT_SUPPORTED);
    CUipcMemHandle handle;
    EXPECT_EQ(cuIpcGetMemHandle(&handle, data_), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("--isolation shared"));
}

TEST_F(Driver, LinkedTextIsLoaded) {
    CUlinkState state = nullptr;
    ASSERT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, &state), CUDA_SUCCESS);
    std::string text = kernels;
    ASSERT_EQ(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, text.data(), text.size() + 1, "k", 0, nullptr, nullptr),
              CUDA_SUCCESS);
    void* image = nullptr;
    std::size_t bytes = 0;
    ASSERT_EQ(cuLinkComplete(state, &image, &bytes), CUDA_SUCCESS);
    CUmodule linked = nullptr;
    ASSERT_EQ(cuModuleLoadData(&linked, image), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleUnload(linked), CUDA_SUCCESS);
    EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
}

TEST_F(Driver, TextsThatNeedEachOtherAreLinked) {
    const std::string header = ".version 8.0\n.target sm_80\n.address_size 64\n";
    std::string caller = header +
                         ".extern .func f();\n.global .align 4 .u32 own;\n"
                         ".visible .entry linked_kernel()\n{\ncall f;\nret;\n}\n";
    std::string callee = header + ".global .align 4 .u32 own;\n.visible .func f()\n{\nret;\n}\n";
    const auto load = [](std::initializer_list<std::string*> texts, CUmodule* module) {
        CUlinkState state = nullptr;
        EXPECT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, &state), CUDA_SUCCESS);
        for (std::string* text : texts)
            EXPECT_EQ(
                cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, text->data(), text->size() + 1, "", 0, nullptr, nullptr),
                CUDA_SUCCESS);
        void* image = nullptr;
        EXPECT_EQ(cuLinkComplete(state, &image, nullptr), CUDA_SUCCESS);
        const CUresult status = cuModuleLoadData(module, image);
        EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
        return status;
    };
    CUmodule linked = nullptr;
    ASSERT_EQ(load({&caller, &callee}, &linked), CUDA_SUCCESS);
    CUfunction kernel = nullptr;
    EXPECT_EQ(cuModuleGetFunction(&kernel, linked, "linked_kernel"), CUDA_SUCCESS);
    EXPECT_EQ(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleUnload(linked), CUDA_SUCCESS);
    EXPECT_EQ(load({&caller, &caller}, &linked), CUDA_ERROR_INVALID_PTX) << "nobody defines f";
}

TEST_F(Driver, StreamsEventsAndCallsOfTheHost) {
    CUstream first = nullptr;
    CUstream second = nullptr;
    CUevent event = nullptr;
    ASSERT_EQ(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    EXPECT_EQ(cuEventQuery(event), CUDA_SUCCESS) << "never recorded";
    std::atomic<int> calls{0};
    const auto count_call = [](void* data) { ++*static_cast<std::atomic<int>*>(data); };
    // Non-blocking streams do not wait for copies on the default stream, so this thread waits here.
    ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    ASSERT_EQ(cuLaunchHostFunc(first, count_call, &calls), CUDA_SUCCESS);
    ASSERT_EQ(launch_add(1, first), CUDA_SUCCESS);
    ASSERT_EQ(cuEventRecord(event, first), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamWaitEvent(second, event, 0), CUDA_SUCCESS);
    ASSERT_EQ(launch_add(2, second), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(second), CUDA_SUCCESS);
    EXPECT_EQ(calls.load(), 1);
    EXPECT_EQ(last(), 3);
    EXPECT_EQ(cuEventQuery(event), CUDA_SUCCESS);
    float milliseconds = 0;
    EXPECT_EQ(cuEventElapsedTime_v2(&milliseconds, event, event), CUDA_ERROR_INVALID_HANDLE);
    EXPECT_EQ(cuEventDestroy_v2(event), CUDA_SUCCESS);
    EXPECT_EQ(cuEventDestroy_v2(event), CUDA_ERROR_INVALID_HANDLE);
    EXPECT_EQ(cuStreamDestroy_v2(first), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamDestroy_v2(second), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamSynchronize(first), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(Driver, ACapturedGraphRunsAgainAndAgain) {
    CUstream stream = nullptr;
    ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    std::vector<float> in(count, 1);
    std::vector<float> out(count);
    ASSERT_EQ(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), CUDA_SUCCESS);
    ASSERT_EQ(cuMemcpyHtoDAsync_v2(data_, in.data(), count * sizeof(float), stream), CUDA_SUCCESS);
    ASSERT_EQ(launch_add(10, stream), CUDA_SUCCESS);
    ASSERT_EQ(cuMemcpyDtoHAsync_v2(out.data(), data_, count * sizeof(float), stream), CUDA_SUCCESS);
    CUgraph graph = nullptr;
    ASSERT_EQ(cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
    CUgraphExec exec = nullptr;
    ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph, 0), CUDA_SUCCESS);
    for (const float value : {1.0F, 2.0F, 3.0F}) {
        in.assign(count, value);
        ASSERT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
        ASSERT_EQ(cuStreamSynchronize(stream), CUDA_SUCCESS);
        EXPECT_EQ(out[count - 1], value + 10) << "the program's memory is read at each launch";
    }
    EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
}

TEST_F(Driver, AGraphMayHaveThousandsOfNodes) {
    constexpr int nodes = 20'000;
    CUstream stream = nullptr;
    CUgraph graphs[2] = {};
    CUgraphExec exec = nullptr;
    ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), CUDA_SUCCESS);
        for (int node = 0; node < nodes; ++node)
            ASSERT_EQ(launch_add(static_cast<float>(i + 1), stream), CUDA_SUCCESS);
        ASSERT_EQ(cuStreamEndCapture(stream, &graphs[i]), CUDA_SUCCESS);
    }
    ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graphs[0], 0), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
    CUgraphExecUpdateResultInfo info = {};
    ASSERT_EQ(cuGraphExecUpdate_v2(exec, graphs[1], &info), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(stream), CUDA_SUCCESS);
    EXPECT_EQ(last(), 3.0F * nodes);
    EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    for (CUgraph graph : graphs)
        EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
}

TEST_F(Driver, NodesOfAGraphCanBeChanged) {
    unsigned n = count;
    float value = 3;
    void* arguments[] = {&data_, &n, &value};
    CUDA_KERNEL_NODE_PARAMS params = {};
    params.func = add_;
    params.gridDimX = 8;
    params.blockDimX = 128;
    params.gridDimY = params.gridDimZ = params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    const CUDA_MEMSET_NODE_PARAMS zero = {data_, 0, 0, 4, count, 1};
    CUgraph graph = nullptr;
    CUgraphNode clear = nullptr;
    CUgraphNode add = nullptr;
    ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero, nullptr), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphAddKernelNode_v2(&add, graph, &clear, 1, &params), CUDA_SUCCESS);
    CUgraphExec exec = nullptr;
    ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(exec, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(last(), 3);
    value = 4;
    ASSERT_EQ(cuGraphExecKernelNodeSetParams_v2(exec, add, &params), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(exec, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(last(), 4);
    CUgraphExecUpdateResultInfo info = {};
    ASSERT_EQ(cuGraphExecUpdate_v2(exec, graph, &info), CUDA_SUCCESS) << "back to what the graph says";
    ASSERT_EQ(cuGraphLaunch(exec, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(last(), 3);
    ASSERT_EQ(cuGraphNodeSetEnabled(exec, add, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(exec, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(last(), 0);
    CUDA_KERNEL_NODE_PARAMS asked = {};
    ASSERT_EQ(cuGraphKernelNodeGetParams_v2(add, &asked), CUDA_SUCCESS);
    EXPECT_EQ(*static_cast<float*>(asked.kernelParams[2]), 3);
    CUgraphNode more = nullptr;
    ASSERT_EQ(cuGraphAddEmptyNode(&more, graph, &add, 1), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphExecUpdate_v2(exec, graph, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
}

TEST_F(Driver, ContextsAreAStack) {
    CUcontext made = nullptr;
    CUcontext current = nullptr;
    ASSERT_EQ(cuCtxCreate_v2(&made, 0, 0), CUDA_SUCCESS);
    CUdeviceptr memory = 0;
    ASSERT_EQ(cuMemAlloc_v2(&memory, 100), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    EXPECT_EQ(current, made);
    EXPECT_EQ(cuCtxDestroy_v2(made), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree_v2(memory), CUDA_ERROR_INVALID_VALUE) << "gone with its context";
    EXPECT_EQ(cuCtxPushCurrent_v2(made), CUDA_ERROR_INVALID_CONTEXT);
    ASSERT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    EXPECT_NE(current, made);
}

}  // namespace
}  // namespace ringfence::driver
