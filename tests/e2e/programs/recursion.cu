// A function that calls itself: the guard refuses it, so the program gets a worker of its own.
#include "check.h"

__device__ __noinline__ unsigned ways(unsigned steps) {
    return steps < 2 ? 1 : ways(steps - 1) + ways(steps - 2);
}

__global__ void count(unsigned* out, unsigned steps) {
    out[threadIdx.x] = ways(steps + threadIdx.x);
}

int main() {
    // Memory first: by now it must be settled where the program belongs.
    unsigned* out = e2e::device_array<unsigned>(4);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    count<<<1, 4>>>(out, 7);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const unsigned expected[] = {21, 34, 55, 89};
    e2e::expect_each("out", e2e::fetch(out, 4), [&](auto i) { return expected[i]; });
    CHECK(cudaFree(out));
    return e2e::passed();
}
