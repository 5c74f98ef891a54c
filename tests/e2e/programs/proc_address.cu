// Driver functions found by name and version, as libraries find them: cuGetProcAddress, with the legacy default stream
// and the per-thread one.
#include <cuda.h>

#include "check.h"

template <typename Function>
Function find(const char* name, int version, cuuint64_t flags = CU_GET_PROC_ADDRESS_DEFAULT) {
    void* address = nullptr;
    CUdriverProcAddressQueryResult result;
    CHECK(cuGetProcAddress(name, &address, version, flags, &result));
    EXPECT(address && result == CU_GET_PROC_ADDRESS_SUCCESS, "%s, version %d: result %d", name, version, result);
    return reinterpret_cast<Function>(address);
}

__global__ void twice(int* data) {
    data[threadIdx.x] *= 2;
}

int main() {
    auto* init = find<CUresult (*)(unsigned)>("cuInit", 2000);
    CHECK(init(0));
    auto* get_device = find<CUresult (*)(CUdevice*, int)>("cuDeviceGet", 2000);
    CUdevice device = -1;
    CHECK(get_device(&device, 0));
    // The first version of this call had 32-bit sizes on some systems; 3020 asks for the second.
    auto* total_memory = find<CUresult (*)(std::size_t*, CUdevice)>("cuDeviceTotalMem", 3020);
    std::size_t total = 0;
    CHECK(total_memory(&total, device));
    EXPECT(total > 0, "the device has no memory");

    auto* retain = find<CUresult (*)(CUcontext*, CUdevice)>("cuDevicePrimaryCtxRetain", 7000);
    auto* set_current = find<CUresult (*)(CUcontext)>("cuCtxSetCurrent", 4000);
    CUcontext context;
    CHECK(retain(&context, device));
    CHECK(set_current(context));
    auto* allocate = find<CUresult (*)(CUdeviceptr*, std::size_t)>("cuMemAlloc", 3020);
    auto* release = find<CUresult (*)(CUdeviceptr)>("cuMemFree", 3020);
    auto* fill = find<CUresult (*)(CUdeviceptr, unsigned, std::size_t, CUstream)>("cuMemsetD32Async", 3020);
    auto* launch =
        find<CUresult (*)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
                          void**, void**)>("cuLaunchKernel", 7000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
    auto* copy = find<CUresult (*)(void*, CUdeviceptr, std::size_t)>("cuMemcpyDtoH", 3020);
    auto* synchronize =
        find<CUresult (*)(CUstream)>("cuStreamSynchronize", 7000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
    CUdeviceptr data;
    CHECK(allocate(&data, 64 * sizeof(int)));
    CHECK(fill(data, 21, 64, nullptr));
    CHECK(cuStreamSynchronize(nullptr));
    cudaFunction_t function;
    CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<void*>(twice)));
    void* parameters[] = {&data};
    CHECK(launch(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
    CHECK(synchronize(nullptr));
    std::vector<int> result(64);
    CHECK(copy(result.data(), data, 64 * sizeof(int)));
    e2e::expect_each("data", result, [](auto) { return 42; });
    CHECK(release(data));

    // Names that do not exist, or did not yet.
    void* address = &address;
    CUdriverProcAddressQueryResult why;
    const CUresult status = cuGetProcAddress("cuNoSuchFunction", &address, 13000, 0, &why);
    EXPECT(address == nullptr && why == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, "status %d, result %d", status, why);
    cuGetProcAddress("cuGraphCreate", &address, 5000, 0, &why);
    EXPECT(address == nullptr && why == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT, "result %d", why);
    // The two versions of one name are different functions.
    void *first = nullptr, *second = nullptr;
    CHECK(cuGetProcAddress("cuGetProcAddress", &first, 11030, 0, nullptr));
    CHECK(cuGetProcAddress("cuGetProcAddress", &second, 12000, 0, nullptr));
    EXPECT(first && second && first != second, "versions 1 and 2 are one function");
    return e2e::passed();
}
