// Producer and consumer warps that hand buffers to each other through barriers in shared memory.
#include <cuda/barrier>

#include "check.h"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int width = 128;

__device__ void produce(Barrier* ready, Barrier* filled, int (*buffers)[width], const int* in, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        ready[i % 2].arrive_and_wait();
        for (int k = threadIdx.x; k < width; k += 32)
            buffers[i % 2][k] = in[i * width + k] + i;
        (void)filled[i % 2].arrive();
    }
}

__device__ void consume(Barrier* ready, Barrier* filled, int (*buffers)[width], int* out, int rounds) {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    const int lane = threadIdx.x - 32;
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
        filled[i % 2].arrive_and_wait();
        sum += buffers[i % 2][width - 1 - lane];
        out[i * width + lane] = sum;
        (void)ready[i % 2].arrive();
    }
}

__global__ void hand_over(const int* in, int* out, int rounds) {
    __shared__ int buffers[2][width];
    // Two that say a buffer is ready to be filled, and two that it is filled.
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier barriers[4];
    if (threadIdx.x < 4) init(barriers + threadIdx.x, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32)
        produce(barriers, barriers + 2, buffers, in, rounds);
    else
        consume(barriers, barriers + 2, buffers, out, rounds);
}

int main() {
    const int rounds = 25;
    const std::vector<int> in = e2e::filled<int>(width * rounds, [](std::size_t i) { return e2e::scramble(i) % 1000; });
    int* out = e2e::device_array<int>(in.size());
    hand_over<<<1, 32 + width>>>(e2e::device_copy(in), out, rounds);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> expected(in.size());
    for (int i = 0; i < int(in.size()); ++i)
        expected[i] = in[i / width * width + width - 1 - i % width] + i / width + (i < width ? 0 : expected[i - width]);
    e2e::expect_each("sum", e2e::fetch(out, in.size()), [&](std::size_t i) { return expected[i]; });
    return e2e::passed();
}
