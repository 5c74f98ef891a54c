// The runtime API with a worker: registration as compiled programs do it, errors that stay.
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/state.h"
#include "worker_process.h"

namespace ringfence::runtime {
namespace {

constexpr const char* kernels = R"(
.version 8.0
.target sm_70
.address_size 64
.const .align 4 .u32 factor = 1;
.visible .global .attribute(.managed) .align 4 .u32 shared_counter = 5;
.visible .entry count() {
    .reg .u32 %x;
    ld.global.u32 %x, [shared_counter]; add.u32 %x, %x, 1; st.global.u32 [shared_counter], %x;
    ret;
}
.visible .entry scale(.param .u64 p) {
    .reg .u64 %a; .reg .u32 %x, %f;
    ld.param.u64 %a, [p]; ld.const.u32 %f, [factor];
    ld.global.u32 %x, [%a]; mul.lo.u32 %x, %x, %f; st.global.u32 [%a], %x;
    ret;
}
)";

struct Wrapper {
    std::uint32_t magic = 0x466243B1;
    std::uint32_t version = 1;
    const void* data = kernels;
    const void* extra = nullptr;
};

// A compiler makes addresses in the host's program of __global__ functions and __constant__ variables, like these.
char host_function = 0;
char host_variable = 0;
char never_registered = 0;
char count_function = 0;
unsigned* managed_variable = nullptr;
Wrapper wrapper;

class Runtime : public test::WithWorker {
protected:
    void SetUp() override {
        handle_ = __cudaRegisterFatBinary(&wrapper);
        __cudaRegisterFunction(handle_, &host_function, nullptr, "scale", -1, nullptr, nullptr, nullptr, nullptr,
                               nullptr);
        __cudaRegisterVar(handle_, &host_variable, nullptr, "factor", 0, 4, 1, 0);
        __cudaRegisterFunction(handle_, &count_function, nullptr, "count", -1, nullptr, nullptr, nullptr, nullptr,
                               nullptr);
        managed_variable = nullptr;
        __cudaRegisterManagedVar(handle_, reinterpret_cast<void**>(&managed_variable), nullptr, "shared_counter", 0, 4,
                                 0, 0);
        __cudaRegisterFatBinaryEnd(handle_);
    }
    void TearDown() override { __cudaUnregisterFatBinary(handle_); }

    cudaError_t launch(void* pointer, dim3 grid = {1, 1, 1}, dim3 block = {1, 1, 1}) {
        void* arguments[] = {&pointer};
        cudaKernel_t kernel = nullptr;
        std::size_t shared = 0;
        cudaStream_t stream = nullptr;
        EXPECT_EQ(__cudaPushCallConfiguration(grid, block, 0, nullptr), 0U);
        EXPECT_EQ(__cudaGetKernel(&kernel, &host_function), cudaSuccess);
        EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
        return __cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    }

    void** handle_ = nullptr;
};

TEST_F(Runtime, ARegisteredKernelUsesItsConstants) {
    unsigned value = 7;
    const unsigned factor = 6;
    void* device = nullptr;
    ASSERT_EQ(cudaMalloc(&device, 4), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(device, &value, 4, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpyToSymbol(&host_variable, &factor, 4, 0, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(launch(device), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(value, 42U);
    EXPECT_EQ(cudaMemcpyToSymbol(&host_variable, &factor, 4, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyToSymbol(&never_registered, &factor, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    cudaGetLastError();
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(Runtime, WrongLaunchesHaveTheRuntimesErrors) {
    EXPECT_EQ(launch(nullptr, {0, 1, 1}), cudaErrorInvalidValue);
    EXPECT_EQ(launch(nullptr, {1, 1, 1}, {2048, 1, 1}), cudaErrorInvalidValue);
    EXPECT_EQ(cudaLaunchKernel(&never_registered, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr),
              cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaLaunchKernel(nullptr, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDeviceFunction);
    cudaLaunchConfig_t config = {};
    config.gridDim = {1, 1, 1};
    config.blockDim = {1, 1, 1};
    config.dynamicSmemBytes = std::size_t{1} << 32;  // 0, if it were truncated
    EXPECT_EQ(cudaLaunchKernelExC(&config, &count_function, nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    dim3 dimensions = {};
    std::size_t shared = 0;
    void* stream = nullptr;
    EXPECT_EQ(__cudaPopCallConfiguration(&dimensions, &dimensions, &shared, &stream), cudaErrorMissingConfiguration);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMissingConfiguration);
}

// Libraries and their kernels belong to no context; what needs one makes the primary one current.
TEST_F(Runtime, LibrariesAndTheirKernelsMakeNoContextCurrent) {
    std::thread([] {
        const auto has_context = [] {
            CUcontext context = nullptr;
            EXPECT_EQ(driver::cuCtxGetCurrent(&context), CUDA_SUCCESS);
            return context != nullptr;
        };
        cudaLibrary_t library = nullptr;
        ASSERT_EQ(cudaLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0), cudaSuccess);
        EXPECT_FALSE(has_context());
        unsigned count = 0;
        EXPECT_EQ(cudaLibraryGetKernelCount(&count, library), cudaSuccess);
        EXPECT_EQ(count, 2U);
        EXPECT_FALSE(has_context());
        cudaKernel_t all[2] = {};
        EXPECT_EQ(cudaLibraryEnumerateKernels(all, 2, library), cudaSuccess);
        EXPECT_FALSE(has_context());
        cudaKernel_t kernel = nullptr;
        EXPECT_EQ(cudaLibraryGetKernel(&kernel, library, "missing"), cudaErrorSymbolNotFound);
        EXPECT_EQ(cudaLibraryGetKernel(&kernel, library, "count"), cudaSuccess);
        EXPECT_FALSE(has_context());
        EXPECT_EQ(cudaLaunchKernel(kernel, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), cudaSuccess);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_TRUE(has_context());
        EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
    }).join();
}

TEST_F(Runtime, HostAndDeviceSeeAManagedVariable) {
    EXPECT_EQ(__cudaInitModule(handle_), 1);
    ASSERT_NE(managed_variable, nullptr);
    EXPECT_EQ(*managed_variable, 5U);
    *managed_variable = 10;
    ASSERT_EQ(cudaLaunchKernel(&count_function, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*managed_variable, 11U);
    unsigned value = 0;
    ASSERT_EQ(cudaMemcpyFromSymbol(&value, &managed_variable, 4, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(value, 11U);
    cudaPointerAttributes attributes = {};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, managed_variable), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
    // A reset takes it away; what loads the module again brings it back as it began.
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    ASSERT_EQ(cudaLaunchKernel(&count_function, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*managed_variable, 6U);
}

TEST_F(Runtime, StagingWorksAfterAReset) {
    std::vector<char> large(10 << 20);
    for (int round = 0; round < 2; ++round) {
        void* memory = nullptr;
        ASSERT_EQ(cudaMalloc(&memory, large.size()), cudaSuccess);
        ASSERT_EQ(cudaMemcpy(memory, large.data(), large.size(), cudaMemcpyHostToDevice), cudaSuccess);
        ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    }
}

TEST_F(Runtime, AResetGivesVariablesTheirFirstValues) {
    unsigned factor = 6;
    ASSERT_EQ(cudaMemcpyToSymbol(&host_variable, &factor, 4, 0, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    ASSERT_EQ(cudaMemcpyFromSymbol(&factor, &host_variable, 4, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(factor, 1U);
}

TEST_F(Runtime, AKernelNodeNamesTheHostsFunction) {
    void* pointer = nullptr;
    void* arguments[] = {&pointer};
    cudaKernelNodeParams params = {};
    params.func = &host_function;
    params.gridDim = params.blockDim = {1, 1, 1};
    params.kernelParams = arguments;
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params), cudaSuccess);
    params = {};
    ASSERT_EQ(cudaGraphKernelNodeGetParams(node, &params), cudaSuccess);
    EXPECT_EQ(params.func, &host_function);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(Runtime, PropertiesAndPools) {
    cudaDeviceProp properties = {};
    ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    EXPECT_EQ(properties.warpSize, 32);
    EXPECT_STRNE(properties.name, "");
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
    cudaGetLastError();
    cudaMemPool_t pool = nullptr;
    ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    void* memory = nullptr;
    ASSERT_EQ(cudaMallocAsync(&memory, 1000, nullptr), cudaSuccess);
    std::uint64_t used = 0;
    ASSERT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
    EXPECT_EQ(used, 1000U);
    ASSERT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
    ASSERT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
    EXPECT_EQ(used, 0U);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    // A reset frees what is left.
    ASSERT_EQ(cudaMallocAsync(&memory, 1000, nullptr), cudaSuccess);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    ASSERT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
    EXPECT_EQ(used, 0U);
}

TEST_F(Runtime, MemoryFreedInAStreamsOrderIsThereForTheNextOnIt) {
    cudaStream_t streams[2] = {};
    for (cudaStream_t& stream : streams)
        ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    const auto allocate = [](std::size_t bytes, cudaStream_t stream) {
        void* memory = nullptr;
        EXPECT_EQ(cudaMallocAsync(&memory, bytes, stream), cudaSuccess);
        return memory;
    };
    void* const first = allocate(4000, streams[0]);
    ASSERT_EQ(cudaFreeAsync(first, streams[0]), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(first, streams[0]), cudaErrorInvalidValue) << "it is freed";
    cudaGetLastError();
    void* const other_size = allocate(5000, streams[0]);
    void* const other_stream = allocate(4000, streams[1]);
    EXPECT_NE(other_size, first);
    EXPECT_NE(other_stream, first) << "nothing says that the first stream has come to the free";
    void* const again = allocate(4000, streams[0]);
    EXPECT_EQ(again, first);
    EXPECT_EQ(cudaMemsetAsync(again, 1, 4000, streams[0]), cudaSuccess);

    // A stream that goes leaves nothing behind, nor does a reset.
    ASSERT_EQ(cudaFreeAsync(again, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaStreamDestroy(streams[0]), cudaSuccess);
    ASSERT_EQ(cudaFreeAsync(other_stream, streams[1]), cudaSuccess);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(cudaFree(allocate(4000, nullptr)), cudaSuccess);
}

// Another process that was given it could reach the next one that is there.
TEST_F(Runtime, FreedMemoryThatOthersMayHaveIsNotThereForTheNext) {
    for (const auto type : {cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor}) {
        cudaMemPoolProps properties = {};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.handleTypes = type;
        properties.location.type = cudaMemLocationTypeDevice;
        cudaMemPool_t pool = nullptr;
        ASSERT_EQ(cudaMemPoolCreate(&pool, &properties), cudaSuccess);
        void* memory = nullptr;
        ASSERT_EQ(cudaMallocFromPoolAsync(&memory, 4000, pool, nullptr), cudaSuccess);
        ASSERT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
        const std::uint64_t stream = driver::state().legacy_stream.wire();
        const auto kept = driver::freed_blocks().take(4000, reinterpret_cast<std::uint64_t>(pool), stream);
        EXPECT_EQ(kept.has_value(), type == cudaMemHandleTypeNone);
        if (kept) driver::freed_blocks().keep({*kept, 4000, reinterpret_cast<std::uint64_t>(pool), stream});
        ASSERT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
    }
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(Runtime, FreedMemoryThatAPoolKeepsIsGivenBackForOthers) {
    cudaMemPool_t pool = nullptr;
    ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    std::uint64_t threshold = UINT64_MAX;
    ASSERT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
    std::size_t free = 0;
    std::size_t total = 0;
    ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    const std::size_t most = std::min<std::size_t>(free / 8 * 6, std::size_t{1} << 30);
    void* memory = nullptr;
    ASSERT_EQ(cudaMallocAsync(&memory, most, nullptr), cudaSuccess);
    ASSERT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    void* others[8] = {};
    std::size_t got = 0;
    for (void*& other : others)
        got += cudaMalloc(&other, free / 8 - (std::size_t{4} << 20)) == cudaSuccess;
    cudaGetLastError();
    EXPECT_EQ(got, 8U) << "of " << free << " bytes";
    for (void* const other : others)
        cudaFree(other);
    threshold = 0;
    ASSERT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
}

TEST_F(Runtime, Cuda12HasOtherParameters) {
    cudaDeviceProp properties = {};
    cudaDeviceProp12 older = {};
    ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    ASSERT_EQ(runtime12::cudaGetDeviceProperties_v2(&older, 0), cudaSuccess);
    EXPECT_STREQ(older.name, properties.name);
    EXPECT_EQ(older.totalGlobalMem, properties.totalGlobalMem);
    EXPECT_EQ(older.multiProcessorCount, properties.multiProcessorCount);
    EXPECT_GT(older.clockRate, 0);
    EXPECT_EQ(runtime12::cudaGetDeviceProperties_v2(&older, 1), cudaErrorInvalidDevice);
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t nodes[2] = {};
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    for (cudaGraphNode_t& node : nodes)
        ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
    ASSERT_EQ(runtime12::cudaGraphAddDependencies(graph, &nodes[0], &nodes[1], 1), cudaSuccess);
    std::size_t count = 0;
    ASSERT_EQ(runtime12::cudaGraphGetEdges(graph, nullptr, nullptr, &count), cudaSuccess);
    EXPECT_EQ(count, 1U);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    cudaGetLastError();
}

// The last one: nothing works after it.
TEST_F(Runtime, AFaultStaysAndAResetDoesNotHelp) {
    EXPECT_EQ(launch(reinterpret_cast<void*>(0x100)), cudaSuccess) << "found out later";
    // Another thread has the reply that tells of it; this one comes first, and knows the word in shared memory alone.
    std::thread([] {
        wire::SynchronizeSession::Reply reply;
        EXPECT_EQ(driver::session().channel().call(wire::SynchronizeSession{}, {}, reply), 700);
    }).join();
    testing::internal::CaptureStderr();
    void* device = nullptr;
    EXPECT_EQ(cudaMalloc(&device, 4), cudaErrorIllegalAddress);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("load of 4 bytes through a null pointer"));
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the last error is what a call returned";
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaMalloc(&device, 4), cudaErrorDevicesUnavailable);
}

}  // namespace
}  // namespace ringfence::runtime
