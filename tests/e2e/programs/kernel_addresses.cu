// A kernel's address where device code or a variable holds it: it tells kernels apart.
#include "check.h"

namespace {

__global__ void first(int* out);
__global__ void second(int* out);

using Kernel = void (*)(int*);
__device__ Kernel from_start = first;
__device__ Kernel chosen;

__global__ void choose(int which) {
    chosen = which == 0 ? first : second;
}

__global__ void first(int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (from_start == first) + 2 * (chosen == first) + 4 * (chosen == second);
}

__global__ void second(int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 10 * (chosen == from_start);
}

int last_of(Kernel kernel, int which) {
    int* out = nullptr;
    CHECK(cudaMalloc(&out, 256 * sizeof(int)));
    choose<<<1, 1>>>(which);
    kernel<<<4, 64>>>(out);
    int value = -1;
    CHECK(cudaMemcpy(&value, out + 255, sizeof value, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(out));
    return value;
}

}  // namespace

int main() {
    EXPECT(last_of(first, 0) == 3, "%d", last_of(first, 0));
    EXPECT(last_of(first, 1) == 5, "%d", last_of(first, 1));
    EXPECT(last_of(second, 0) == 10, "%d", last_of(second, 0));
    EXPECT(last_of(second, 1) == 0, "%d", last_of(second, 1));
    std::puts("ok");
    return 0;
}
