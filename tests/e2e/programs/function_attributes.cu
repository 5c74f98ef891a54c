// A kernel's attributes: shared memory, limits, versions; and the same under the driver's names.
#include <cuda.h>

#include <string>

#include "check.h"

__constant__ int table[100];

__global__ void __launch_bounds__(256, 2) kernel(int* out) {
    __shared__ int buffer[300];
    int local[64];
    for (int i = 0; i < 64; ++i)
        local[i] = out[i] + table[i];
    buffer[threadIdx.x] = local[out[threadIdx.x] & 63];
    __syncthreads();
    out[threadIdx.x] = buffer[(threadIdx.x + 1) % blockDim.x];
}

template <typename T>
__global__ void generic(T* out) {
    out[threadIdx.x] = T(1);
}

void no_kernel() {}

int main() {
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, kernel));
    EXPECT(a.sharedSizeBytes == 1200, "static shared memory: %zu", a.sharedSizeBytes);
    EXPECT(a.maxThreadsPerBlock == 256, "threads per block: %d", a.maxThreadsPerBlock);
    EXPECT(a.numRegs > 0 && a.numRegs <= 255, "%d registers", a.numRegs);
    EXPECT(a.binaryVersion >= 70 && a.ptxVersion >= 70, "versions %d, %d", a.binaryVersion, a.ptxVersion);
    EXPECT(a.maxDynamicSharedSizeBytes > 0 && a.maxDynamicSharedSizeBytes <= 48 * 1024, "dynamic shared memory: %d",
           a.maxDynamicSharedSizeBytes);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    CHECK(cudaFuncGetAttributes(&a, kernel));
    EXPECT(a.maxDynamicSharedSizeBytes == 60000, "dynamic shared memory: %d", a.maxDynamicSharedSizeBytes);

    cudaFuncAttributes of_float, of_double;
    CHECK(cudaFuncGetAttributes(&of_float, generic<float>));
    CHECK(cudaFuncGetAttributes(&of_double, generic<double>));
    EXPECT(of_float.maxThreadsPerBlock == 1024 && of_double.sharedSizeBytes == 0, "%d threads, %zu bytes",
           of_float.maxThreadsPerBlock, of_double.sharedSizeBytes);

    cudaFunction_t function;
    CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<void*>(kernel)));
    int shared = -1, threads = -1;
    CHECK(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
    CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    EXPECT(shared == 1200 && threads == 256, "by the driver: %d bytes, %d threads", shared, threads);
    const char* name = nullptr;
    CHECK(cudaFuncGetName(&name, reinterpret_cast<void*>(kernel)));
    EXPECT(std::string(name).find("kernel") != std::string::npos, "the kernel's name is %s", name);

    int* out = e2e::device_copy(e2e::filled<int>(256, [](auto i) { return i; }));
    void* arguments[] = {&out};
    CHECK(cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    e2e::expect_each("out", e2e::fetch(out, 256), [](auto i) { return (i + 1) % 256 % 64; });
    CHECK(cudaFree(out));
    EXPECT(cudaFuncGetAttributes(&a, reinterpret_cast<void*>(no_kernel)) != cudaSuccess, "no kernel has attributes");
    return e2e::passed();
}
