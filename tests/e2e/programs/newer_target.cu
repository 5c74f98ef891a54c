// nvcc -arch=all-major leaves machine code for each generation and PTX for the newest only.
#include "check.h"

namespace {

__global__ void fill(int* out) {
    out[threadIdx.x] = int(threadIdx.x) * 3;
}

}  // namespace

int main() {
    int* out = nullptr;
    CHECK(cudaMalloc(&out, 64 * sizeof(int)));
    fill<<<1, 64>>>(out);
    CHECK(cudaGetLastError());
    int got[64];
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDefault));
    e2e::expect_each("value", got, 64, [](std::size_t i) { return int(i) * 3; });
    return e2e::passed();
}
