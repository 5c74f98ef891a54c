// Calls of the driver API's first versions, by their plain names: launches in steps, contexts that are counted, 32-bit
// addresses, for which no context here is old enough.
#include "check.h"

#include <cuda.h>
#include <dlfcn.h>

__global__ void write_index(int* out, int add, float scale) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = int(float(i + add) * scale);
}

template <typename Function>
Function* named(const char* name) {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    EXPECT(library != nullptr, "no libcuda.so.1");
    void* const found = dlsym(library, name);
    EXPECT(found != nullptr, "no %s", name);
    return reinterpret_cast<Function*>(found);
}

void launch_in_steps() {
    constexpr int count = 128;
    CUfunction function;
    CHECK(cudaGetFuncBySymbol(&function, (const void*)write_index));
    // The driver loads kernels when they are used first, and these calls are older than that.
    CHECK(cuFuncLoad(function));
    int* out = e2e::device_array<int>(count);
    CHECK(named<CUresult(CUfunction, int, int, int)>("cuFuncSetBlockShape")(function, 32, 1, 1));
    CHECK(named<CUresult(CUfunction, unsigned)>("cuFuncSetSharedSize")(function, 0));
    CHECK(named<CUresult(CUfunction, int, void*, unsigned)>("cuParamSetv")(function, 0, &out, sizeof out));
    CHECK(named<CUresult(CUfunction, int, unsigned)>("cuParamSeti")(function, 8, 2));
    CHECK(named<CUresult(CUfunction, int, float)>("cuParamSetf")(function, 12, 3.0f));
    CHECK(named<CUresult(CUfunction, unsigned)>("cuParamSetSize")(function, 16));
    CHECK(named<CUresult(CUfunction, int, int)>("cuLaunchGrid")(function, count / 32, 1));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("launched in steps", e2e::fetch(out, count), [](size_t i) { return 3 * (i + 2); });
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(named<CUresult(CUfunction, int, unsigned)>("cuParamSeti")(function, 8, 5));
    CHECK(named<CUresult(CUfunction, int, int, CUstream)>("cuLaunchGridAsync")(function, count / 32, 1, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("launched on a stream", e2e::fetch(out, count), [](size_t i) { return 3 * (i + 5); });
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, named<CUresult(CUfunction, int, int)>("cuLaunchGrid")(function, 0, 1));
    CUDA_LAUNCH_PARAMS launch = {};
    int add = 1;
    float scale = 2.0f;
    void* arguments[] = {&out, &add, &scale};
    launch.function = function;
    launch.gridDimX = launch.gridDimY = launch.gridDimZ = 1;
    launch.blockDimX = 32;
    launch.blockDimY = launch.blockDimZ = 1;
    launch.hStream = stream;
    launch.kernelParams = arguments;
    auto* cooperative = named<CUresult(CUDA_LAUNCH_PARAMS*, unsigned, unsigned)>("cuLaunchCooperativeKernelMultiDevice");
    CHECK(cooperative(&launch, 1, 0));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("on several devices", e2e::fetch(out, 32), [](size_t i) { return 2 * (i + 1); });
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(out));
}

void counted_contexts() {
    CUcontext context = nullptr;
    CHECK(named<CUresult(CUcontext*, unsigned, CUdevice)>("cuCtxCreate")(&context, 0, 0));
    CUcontext again = nullptr;
    CHECK(named<CUresult(CUcontext*, unsigned)>("cuCtxAttach")(&again, 0));
    EXPECT(again == context, "another context");
    CHECK(named<CUresult(CUcontext)>("cuCtxDetach")(context));
    CUcontext current = nullptr;
    CHECK(cuCtxGetCurrent(&current));
    EXPECT(current == context, "it was attached twice");
    CHECK(named<CUresult(CUcontext)>("cuCtxDetach")(context));
    // It is gone now, and a handle of what is gone may not be used: the driver follows it without a look.
    CHECK(cuCtxGetCurrent(&current));
    EXPECT(current != context, "it is still there");
    CUexecAffinityParam affinity = {};
    EXPECT_STATUS(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
                  named<CUresult(CUcontext*, CUexecAffinityParam*, int, unsigned, CUdevice)>("cuCtxCreate_v3")(
                      &context, &affinity, 1, 0, 0));
}

// Calls with addresses and sizes of 32 bits belong to contexts of before CUDA 3.2. In one of today they find no context.
// All of them are tried before the program fails, so that one run tells everything.
unsigned narrow_calls_differ = 0;
template <typename Function, typename... Arguments>
void expect_no_context(const char* name, Arguments... arguments) {
    const CUresult status = named<Function>(name)(arguments...);
    if (status == CUDA_ERROR_INVALID_CONTEXT) return;
    std::printf("%s gives %d, not %d\n", name, int(status), int(CUDA_ERROR_INVALID_CONTEXT));
    ++narrow_calls_differ;
}

void narrow_addresses() {
    unsigned narrow = 0;
    unsigned size = 0;
    int value = 0;
    void* host = nullptr;
    expect_no_context<CUresult(unsigned*, unsigned)>("cuMemAlloc", &narrow, 4096u);
    expect_no_context<CUresult(unsigned*, unsigned*, unsigned, unsigned, unsigned)>("cuMemAllocPitch", &narrow, &size,
                                                                                    100u, 4u, 4u);
    expect_no_context<CUresult(void**, unsigned)>("cuMemAllocHost", &host, 4096u);
    if (host != nullptr) CHECK(cuMemFreeHost(host));
    expect_no_context<CUresult(unsigned)>("cuMemFree", 0x1000u);
    expect_no_context<CUresult(unsigned*, unsigned*)>("cuMemGetInfo", &size, &narrow);
    expect_no_context<CUresult(unsigned, const void*, unsigned)>("cuMemcpyHtoD", 0x1000u, &value, 4u);
    expect_no_context<CUresult(void*, unsigned, unsigned)>("cuMemcpyDtoH", &value, 0x1000u, 4u);
    expect_no_context<CUresult(unsigned, unsigned, unsigned)>("cuMemcpyDtoD", 0x1000u, 0x2000u, 4u);
    expect_no_context<CUresult(unsigned, unsigned char, unsigned)>("cuMemsetD8", 0x1000u, char(1), 4u);
    expect_no_context<CUresult(unsigned, unsigned short, unsigned)>("cuMemsetD16", 0x1000u, short(1), 4u);
    expect_no_context<CUresult(unsigned, unsigned, unsigned)>("cuMemsetD32", 0x1000u, 1u, 4u);
    expect_no_context<CUresult(unsigned, unsigned, unsigned, unsigned, unsigned)>("cuMemsetD2D32", 0x1000u, 64u, 1u, 4u,
                                                                                  4u);
    CHECK(cuMemAllocHost(&host, 4096));
    expect_no_context<CUresult(unsigned*, void*, unsigned)>("cuMemHostGetDevicePointer", &narrow, host, 0u);
    CHECK(cuMemFreeHost(host));
    EXPECT(narrow_calls_differ == 0, "%u calls found a context", narrow_calls_differ);
    // No null for the narrow descriptions: the driver reads them before it checks anything.
    for (const char* name : {"cuMemcpy2D", "cuMemcpy2DUnaligned", "cuMemcpy3D"})
        (void)named<CUresult(const void*)>(name);
    // This one is about a device.
    unsigned bytes = 0;
    CHECK(named<CUresult(unsigned*, CUdevice)>("cuDeviceTotalMem")(&bytes, 0));
    std::size_t all = 0;
    CHECK(cuDeviceTotalMem(&all, 0));
    EXPECT(bytes == (all < 0xffffffff ? all : 0xffffffff), "%u of %zu bytes", bytes, all);
}

void objects_by_their_first_names() {
    CUevent event;
    CHECK(cuEventCreate(&event, 0));
    CHECK(named<CUresult(CUevent)>("cuEventDestroy")(event));
    CUstream stream;
    CHECK(cuStreamCreate(&stream, 0));
    unsigned* words = nullptr;
    CHECK(cudaMallocHost(&words, 4096));
    words[0] = 0;
    const CUdeviceptr address = CUdeviceptr(words);
    // Off, unless the driver was loaded with NVreg_EnableStreamMemOPs; their second versions are not.
    using Narrow = CUresult(CUstream, CUdeviceptr, cuuint32_t, unsigned);
    using Wide = CUresult(CUstream, CUdeviceptr, cuuint64_t, unsigned);
    EXPECT_STATUS(CUDA_ERROR_NOT_SUPPORTED, named<Narrow>("cuStreamWriteValue32")(stream, address, 7, 0));
    EXPECT_STATUS(CUDA_ERROR_NOT_SUPPORTED, named<Wide>("cuStreamWriteValue64")(stream, address, 7, 0));
    const unsigned equal = CU_STREAM_WAIT_VALUE_EQ;
    EXPECT_STATUS(CUDA_ERROR_NOT_SUPPORTED, named<Narrow>("cuStreamWaitValue32")(stream, address, 0, equal));
    EXPECT_STATUS(CUDA_ERROR_NOT_SUPPORTED, named<Wide>("cuStreamWaitValue64")(stream, address, 0, equal));
    CUstreamBatchMemOpParams write = {};
    write.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    write.writeValue.address = address;
    write.writeValue.value = 7;
    using Batch = CUresult(CUstream, unsigned, CUstreamBatchMemOpParams*, unsigned);
    EXPECT_STATUS(CUDA_ERROR_NOT_SUPPORTED, named<Batch>("cuStreamBatchMemOp")(stream, 1, &write, 0));
    CHECK(cuStreamSynchronize(stream));
    EXPECT(words[0] == 0, "word %u", words[0]);
    CHECK(named<Narrow>("cuStreamWriteValue32_v2")(stream, address, 7, 0));
    CHECK(named<Narrow>("cuStreamWaitValue32_v2")(stream, address, 7, equal));
    CHECK(cuStreamSynchronize(stream));
    EXPECT(words[0] == 7, "word %u", words[0]);
    CUcontext context = nullptr;
    CUgreenCtx green = nullptr;
    CHECK(named<CUresult(CUstream, CUcontext*, CUgreenCtx*)>("cuStreamGetCtx_v2")(stream, &context, &green));
    EXPECT(context != nullptr && green == nullptr, "the stream is in another kind of context");
    CHECK(named<CUresult(CUstream)>("cuStreamDestroy")(stream));
    CHECK(cudaFreeHost(words));
}

// Says where the program is, should the driver not survive an old call.
void part(const char* name, void (*run)()) {
    std::printf("%s\n", name);
    std::fflush(stdout);
    run();
}

int main() {
    CHECK(cudaFree(nullptr));
    part("launches in steps", launch_in_steps);
    part("narrow addresses", narrow_addresses);
    part("objects by their first names", objects_by_their_first_names);
    part("counted contexts", counted_contexts);
    return e2e::passed();
}
