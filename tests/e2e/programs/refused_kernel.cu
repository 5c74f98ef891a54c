// One kernel that the guard refuses, since a function of it calls itself, beside another: in a shared domain the other
// runs, and that one is an error when it is launched. Elsewhere both run.
#include "check.h"

#include <string>

__device__ __noinline__ unsigned ways(unsigned steps) {
    return steps < 2 ? 1 : ways(steps - 1) + ways(steps - 2);
}

__global__ void count(unsigned* out, unsigned steps) {
    out[threadIdx.x] = ways(steps + threadIdx.x);
}

__global__ void fill(unsigned* out, unsigned value) {
    out[threadIdx.x] = value + threadIdx.x;
}

static void expect_filled(unsigned* out, unsigned value) {
    fill<<<1, 4>>>(out, value);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("filled", e2e::fetch(out, 4), [&](auto i) { return value + i; });
}

static void expect_counted(unsigned* out) {
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    count<<<1, 4>>>(out, 7);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const unsigned expected[] = {21, 34, 55, 89};
    e2e::expect_each("counted", e2e::fetch(out, 4), [&](auto i) { return expected[i]; });
}

// By whatever way; and nothing of it stays behind.
static void expect_refused(unsigned* out) {
    for (int times = 0; times < 2; ++times) {
        count<<<1, 4>>>(out, 7);
        EXPECT_STATUS(cudaErrorNotSupported, cudaGetLastError());
        CHECK(cudaGetLastError());
    }
    unsigned steps = 7;
    void* arguments[] = {&out, &steps};
    EXPECT_STATUS(cudaErrorNotSupported, cudaLaunchKernel(reinterpret_cast<void*>(count), 1, 4, arguments, 0, nullptr));
    (void)cudaGetLastError();
    cudaFuncAttributes attributes;
    EXPECT_STATUS(cudaErrorNotSupported, cudaFuncGetAttributes(&attributes, count));
    (void)cudaGetLastError();
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void*>(count);
    parameters.gridDim = parameters.blockDim = 1;
    parameters.kernelParams = arguments;
    EXPECT_STATUS(cudaErrorNotSupported, cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
    (void)cudaGetLastError();
    CHECK(cudaGraphDestroy(graph));
}

int main() {
    const char* const isolation = std::getenv("RINGFENCE_ISOLATION");
    const bool is_shared = isolation != nullptr && std::string(isolation) == "shared";
    unsigned* const out = e2e::device_array<unsigned>(4);
    expect_filled(out, 1);
    if (is_shared) {
        expect_refused(out);
    } else {
        expect_counted(out);
    }
    expect_filled(out, 9);
    CHECK(cudaFree(out));
    return e2e::passed();
}
