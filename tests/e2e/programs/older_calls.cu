// Calls of the driver API's first versions, by their plain names: launches in steps, contexts that are counted, 32-bit
// addresses, which no memory here has.
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
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE,
                  named<CUresult(CUfunction, int, unsigned)>("cuParamSeti")(function, -4, 5));
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
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, cooperative(&launch, 0, 0));
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
    EXPECT(named<CUresult(CUcontext)>("cuCtxPushCurrent")(context) != CUDA_SUCCESS, "it is still there");
    CUexecAffinityParam affinity = {};
    EXPECT_STATUS(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
                  named<CUresult(CUcontext*, CUexecAffinityParam*, int, unsigned, CUdevice)>("cuCtxCreate_v3")(
                      &context, &affinity, 1, 0, 0));
}

void narrow_addresses() {
    unsigned narrow = 0;
    EXPECT_STATUS(CUDA_ERROR_OUT_OF_MEMORY, named<CUresult(unsigned*, unsigned)>("cuMemAlloc")(&narrow, 4096));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, named<CUresult(unsigned)>("cuMemFree")(0x1000));
    int value = 0;
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE,
                  named<CUresult(unsigned, const void*, unsigned)>("cuMemcpyHtoD")(0x1000, &value, 4));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, named<CUresult(unsigned, unsigned char, unsigned)>("cuMemsetD8")(0x1000, 1, 4));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE,
                  named<CUresult(void*, unsigned, unsigned)>("cuMemcpyDtoH")(&value, 0x1000, 4));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE,
                  named<CUresult(unsigned, unsigned, unsigned)>("cuMemcpyDtoD")(0x1000, 0x2000, 4));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE,
                  named<CUresult(unsigned, unsigned short, unsigned)>("cuMemsetD16")(0x1000, 1, 4));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE, named<CUresult(unsigned, unsigned, unsigned)>("cuMemsetD32")(0x1000, 1, 4));
    EXPECT_STATUS(CUDA_ERROR_INVALID_VALUE,
                  named<CUresult(unsigned, unsigned, unsigned, unsigned, unsigned)>("cuMemsetD2D32")(0x1000, 64, 1, 4, 4));
    // No null for the narrow descriptions: the driver reads them before it checks anything.
    for (const char* name : {"cuMemcpy2D", "cuMemcpy2DUnaligned", "cuMemcpy3D"})
        (void)named<CUresult(const void*)>(name);
    unsigned pitch = 0;
    EXPECT_STATUS(CUDA_ERROR_OUT_OF_MEMORY, named<CUresult(unsigned*, unsigned*, unsigned, unsigned, unsigned)>(
                                                "cuMemAllocPitch")(&narrow, &pitch, 100, 4, 4));
    void* host = nullptr;
    CHECK(named<CUresult(void**, unsigned)>("cuMemAllocHost")(&host, 4096));
    EXPECT_STATUS(CUDA_ERROR_OUT_OF_MEMORY,
                  named<CUresult(unsigned*, void*, unsigned)>("cuMemHostGetDevicePointer")(&narrow, host, 0));
    CHECK(cuMemFreeHost(host));
    unsigned free = 0;
    unsigned total = 0;
    CHECK(named<CUresult(unsigned*, unsigned*)>("cuMemGetInfo")(&free, &total));
    EXPECT(free != 0 && free <= total, "%u of %u free", free, total);
    unsigned bytes = 0;
    CHECK(named<CUresult(unsigned*, CUdevice)>("cuDeviceTotalMem")(&bytes, 0));
    EXPECT(bytes == total, "%u bytes", bytes);
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
    CHECK(named<CUresult(CUstream, CUdeviceptr, cuuint32_t, unsigned)>("cuStreamWriteValue32")(
        stream, CUdeviceptr(words), 7, 0));
    CHECK(named<CUresult(CUstream, CUdeviceptr, cuuint32_t, unsigned)>("cuStreamWaitValue32")(
        stream, CUdeviceptr(words), 7, CU_STREAM_WAIT_VALUE_EQ));
    CHECK(cuStreamSynchronize(stream));
    EXPECT(words[0] == 7, "word %u", words[0]);
    CUcontext context = nullptr;
    CUgreenCtx green = nullptr;
    CHECK(named<CUresult(CUstream, CUcontext*, CUgreenCtx*)>("cuStreamGetCtx_v2")(stream, &context, &green));
    EXPECT(context != nullptr && green == nullptr, "the stream is in another kind of context");
    CHECK(named<CUresult(CUstream)>("cuStreamDestroy")(stream));
    CHECK(cudaFreeHost(words));
}

int main() {
    CHECK(cudaFree(nullptr));
    launch_in_steps();
    narrow_addresses();
    objects_by_their_first_names();
    counted_contexts();
    return e2e::passed();
}
