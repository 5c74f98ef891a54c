// Arrays in local memory whose addresses are passed to functions that are not inlined.
#include "check.h"

__host__ __device__ __noinline__ int weighted(const int* values, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += values[i] * (i + 1);
    return sum;
}

__host__ __device__ __noinline__ void rotate(int* values, int count, int by) {
    int moved[16];
    for (int i = 0; i < count; ++i)
        moved[(i + by) % count] = values[i];
    for (int i = 0; i < count; ++i)
        values[i] = moved[i] ^ weighted(moved, i & 3);
}

__host__ __device__ int work(int thread, int count) {
    int values[16];
    for (int i = 0; i < 16; ++i)
        values[i] = thread * 3 + i;
    rotate(values, count, thread % count);
    return weighted(values, count) + values[15];
}

__global__ void kernel(int* out, int count) {
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    out[block * threads + thread] = work(block * threads + thread, count);
}

int main() {
    const dim3 grid(3, 2, 2);
    const dim3 block(8, 4, 3);
    const int threads = 12 * 96;
    int* out = e2e::device_array<int>(threads);
    for (const int count : {16, 7, 1}) {
        kernel<<<grid, block>>>(out, count);
        e2e::expect_each("sums", e2e::fetch(out, threads), [&](auto i) { return work(int(i), count); });
    }
    CHECK(cudaFree(out));
    return e2e::passed();
}
