// The second file of the program `linked`: what the first one calls and uses.
#include "check.h"
#include "linked.h"

__device__ int counter = 0;
__constant__ float weights[4];

namespace {

__device__ int own = 2;

__device__ float helper(const Shape& shape) {
    return shape.width * shape.height;
}

__global__ void tell_own(int* out) {
    extern __shared__ int room[];
    room[0] = own;
    *out = room[0];
}

}  // namespace

__device__ __noinline__ float area(const Shape& shape) {
    return shape.kind == 0 ? helper(shape) : helper(shape) / 2;
}

int read_counter() {
    int value = 0;
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    return value;
}

void set_weights(const float* values) {
    CHECK(cudaMemcpyToSymbol(weights, values, sizeof weights));
}

int static_value_elsewhere() {
    int* out = nullptr;
    CHECK(cudaMalloc(&out, sizeof(int)));
    tell_own<<<1, 1, sizeof(int)>>>(out);
    CHECK(cudaGetLastError());
    int value = 0;
    CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDefault));
    CHECK(cudaFree(out));
    return value;
}
