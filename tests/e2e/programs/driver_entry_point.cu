// The runtime's way to the driver's functions: no link with libcuda.
#include <cuda.h>

#include <string>

#include "check.h"

template <typename Function>
Function find(const char* name, unsigned version = CUDART_VERSION) {
    void* address = nullptr;
    cudaDriverEntryPointQueryResult result;
    CHECK(cudaGetDriverEntryPointByVersion(name, &address, version, cudaEnableDefault, &result));
    EXPECT(address && result == cudaDriverEntryPointSuccess, "%s: result %d", name, result);
    return reinterpret_cast<Function>(address);
}

int main() {
    int* data = e2e::device_array<int>(100);
    auto* get_range = find<CUresult (*)(CUdeviceptr*, std::size_t*, CUdeviceptr)>("cuMemGetAddressRange");
    CUdeviceptr base = 0;
    std::size_t bytes = 0;
    CHECK(get_range(&base, &bytes, reinterpret_cast<CUdeviceptr>(data + 50)));
    EXPECT(base == reinterpret_cast<CUdeviceptr>(data) && bytes >= 400, "%zu bytes", bytes);
    auto* fill = find<CUresult (*)(CUdeviceptr, unsigned, std::size_t)>("cuMemsetD32", 12000);
    CHECK(fill(base, 1234, 100));
    e2e::expect_each("data", e2e::fetch(data, 100), [](auto) { return 1234; });

    auto* get_name = find<CUresult (*)(CUresult, const char**)>("cuGetErrorName");
    const char* name = nullptr;
    CHECK(get_name(CUDA_ERROR_INVALID_VALUE, &name));
    EXPECT(std::string(name) == "CUDA_ERROR_INVALID_VALUE", "the name is %s", name);
    auto* get_context = find<CUresult (*)(CUcontext*)>("cuCtxGetCurrent");
    CUcontext context = nullptr;
    CHECK(get_context(&context));
    EXPECT(context, "the runtime has made no context current");

    void* address = &address;
    cudaDriverEntryPointQueryResult result;
    cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &address, CUDART_VERSION, cudaEnableDefault, &result);
    EXPECT(!address && result == cudaDriverEntryPointSymbolNotFound, "result %d", result);
    cudaGetLastError();
    CHECK(cudaFree(data));
    return e2e::passed();
}
