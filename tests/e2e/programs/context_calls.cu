// Contexts: settings, the stack of each thread, the primary one, devices by their addresses, peers, occupancy, logs.
#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>

#include <cstring>

#include "check.h"

__global__ void __launch_bounds__(128) bounded(int* data) {
    data[threadIdx.x] = int(threadIdx.x);
}

void settings(CUcontext context) {
    CUfunc_cache cache;
    CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    CHECK(cuCtxGetCacheConfig(&cache));
    EXPECT(cache == CU_FUNC_CACHE_PREFER_L1, "preference %d", int(cache));
    CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_NONE));
    unsigned long long id = 0, same = 0;
    CHECK(cuCtxGetId(context, &id));
    CHECK(cuCtxGetId(nullptr, &same));
    EXPECT(id == same, "ids %llu and %llu", id, same);
    unsigned version = 0;
    CHECK(cuCtxGetApiVersion(context, &version));
    EXPECT(version >= 3020, "version %u", version);
    int least = 7, greatest = 7;
    CHECK(cuCtxGetStreamPriorityRange(&least, &greatest));
    EXPECT(least == 0 && greatest < 0, "priorities from %d to %d", least, greatest);
    CHECK(cuCtxResetPersistingL2Cache());
    size_t stack = 0;
    CHECK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048));
    CHECK(cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE));
    EXPECT(stack >= 2048, "a stack of %zu bytes", stack);
}

void stack_of_contexts(CUcontext primary) {
    CUcontext own, top;
    CUdevice device = 7;
    CHECK(cuCtxCreate(&own, nullptr, CU_CTX_SCHED_YIELD, 0));
    CHECK(cuCtxGetCurrent(&top));
    EXPECT(top == own, "the new context is not current");
    unsigned flags = 0;
    CHECK(cuCtxGetFlags(&flags));
    EXPECT((flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_YIELD, "flags %x", flags);
    CHECK(cuCtxGetDevice(&device));
    EXPECT(device == 0, "device %d", device);
    CHECK(cuCtxPushCurrent(primary));
    CHECK(cuCtxPopCurrent(&top));
    EXPECT(top == primary, "another context was on top");
    CHECK(cuCtxGetCurrent(&top));
    EXPECT(top == own, "another context is below");
    CUdeviceptr memory;
    CHECK(cuMemAlloc(&memory, 64));
    CUcontext of = nullptr;
    CHECK(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
    EXPECT(of == own, "the memory is another context's");
    CHECK(cuCtxDestroy(own));
    CHECK(cuCtxSetCurrent(primary));
}

void primary_context(CUcontext primary) {
    unsigned flags = 0;
    int active = 0;
    CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    EXPECT(active == 1, "it is not active");
    CUcontext again;
    CHECK(cuDevicePrimaryCtxRetain(&again, 0));
    EXPECT(again == primary, "there are two");
    CHECK(cuDevicePrimaryCtxRelease(0));
    CHECK(cudaGetDeviceFlags(&flags));
    CHECK(cudaInitDevice(0, 0, 0));
}

void device_names() {
    char text[32] = {};
    CHECK(cuDeviceGetPCIBusId(text, sizeof text, 0));
    CUdevice device = 7;
    CHECK(cuDeviceGetByPCIBusId(&device, text));
    EXPECT(device == 0, "%s is device %d", text, device);
    int can = 7;
    CHECK(cuDeviceCanAccessPeer(&can, 0, 0));
    EXPECT(can == 0, "a device is its own peer");
    cudaDeviceProp wanted = {};
    int chosen = 7;
    CHECK(cudaChooseDevice(&chosen, &wanted));
    EXPECT(chosen == 0, "device %d", chosen);
    int list[] = {0};
    CHECK(cudaSetValidDevices(list, 1));
    int supported = 7;
    CHECK(cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
    EXPECT(supported == 0 || supported == 1, "%d", supported);
}

void copies_between_devices() {
    // From a device to itself: what one card can show.
    int* from = e2e::device_copy(e2e::filled<int>(64, [](size_t i) { return i * i; }));
    int* to = e2e::device_array<int>(64);
    CHECK(cudaMemcpyPeer(to, 0, from, 0, 64 * sizeof(int)));
    e2e::expect_each("to", e2e::fetch(to, 64), [](size_t i) { return i * i; });
    CHECK(cudaMemset(to, 0, 64 * sizeof(int)));
    CHECK(cudaMemcpyPeerAsync(to, 0, from, 0, 32 * sizeof(int), nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("half", e2e::fetch(to, 64), [](size_t i) { return i < 32 ? i * i : 0; });
    CUcontext context;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuMemcpyPeer(CUdeviceptr(to), context, CUdeviceptr(from), context, 64 * sizeof(int)));
    e2e::expect_each("by the driver", e2e::fetch(to, 64), [](size_t i) { return i * i; });
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}

void occupancy() {
    CUfunction function;
    CHECK(cudaGetFuncBySymbol(&function, (const void*)bounded));
    int blocks = 0, same = 0, grid = 0, block = 0;
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0));
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&same, function, 128, 0, CU_OCCUPANCY_DEFAULT));
    EXPECT(blocks == same && blocks > 0, "%d and %d blocks", blocks, same);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&same, bounded, 128, 0, cudaOccupancyDefault));
    EXPECT(blocks == same, "%d and %d blocks", blocks, same);
    CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0));
    EXPECT(block > 0 && block <= 128 && grid > 0, "%d blocks of %d", grid, block);
    CHECK(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, nullptr, 0, 64, CU_OCCUPANCY_DEFAULT));
    EXPECT(block > 0 && block <= 64 && grid > 0, "%d blocks of %d", grid, block);
    size_t shared = 0;
    CHECK(cuOccupancyAvailableDynamicSMemPerBlock(&shared, function, 1, 128));
    EXPECT(shared >= 48 << 10, "%zu bytes", shared);
}

void logs_and_profiler() {
    CUlogIterator iterator;
    CHECK(cuLogsCurrent(&iterator, 0));
    char text[512] = "x";
    size_t size = sizeof text;
    CHECK(cuLogsDumpToMemory(&iterator, text, &size, 0));
    EXPECT(size < sizeof text, "%zu bytes", size);
    CHECK(cudaProfilerStart());
    CHECK(cuProfilerStop());
}

int main() {
    CHECK(cudaFree(nullptr));
    CUcontext primary;
    CHECK(cuCtxGetCurrent(&primary));
    settings(primary);
    stack_of_contexts(primary);
    primary_context(primary);
    device_names();
    copies_between_devices();
    occupancy();
    logs_and_profiler();
    return e2e::passed();
}
