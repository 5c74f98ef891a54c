// A block-wide barrier in two halves (cuda::barrier): threads arrive, do something else, and wait. Some leave early.
#include <cuda/barrier>
#include <utility>

#include "check.h"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Each round reads what another thread left in the round before.
__global__ void exchange(const int* in, int* out, int rounds) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier written;
    __shared__ Barrier read;
    __shared__ int words[256];
    if (threadIdx.x == 0) {
        init(&written, blockDim.x);
        init(&read, blockDim.x);
    }
    __syncthreads();
    const int own = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[own];
    for (int i = 0; i < rounds; ++i) {
        words[threadIdx.x] = sum;
        Barrier::arrival_token token = written.arrive();
        int aside = in[own] * i;
        written.wait(std::move(token));
        sum += words[(threadIdx.x * 7 + i) % blockDim.x] + aside;
        read.arrive_and_wait();
    }
    out[own] = sum;
}

// Thread t takes part in t + 1 rounds, then drops out; nobody waits for it after that.
__global__ void leave(int* seen) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier barrier;
    __shared__ int round;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        round = 0;
    }
    __syncthreads();
    for (unsigned i = 0; i < threadIdx.x; ++i) {
        barrier.arrive_and_wait();
        if (threadIdx.x == blockDim.x - 1) round = int(i) + 1;
        barrier.arrive_and_wait();
        if (round == int(i) + 1) atomicAdd(&seen[i], 1);
    }
    barrier.arrive_and_drop();
}

int main() {
    const int threads = 256, blocks = 3, rounds = 9;
    const std::vector<int> in =
        e2e::filled<int>(threads * blocks, [](std::size_t i) { return e2e::scramble(i) % 1000; });
    int* out = e2e::device_array<int>(in.size());
    exchange<<<blocks, threads>>>(e2e::device_copy(in), out, rounds);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> expected = in;
    for (int i = 0; i < rounds; ++i) {
        const std::vector<int> before = expected;
        for (int t = 0; t < threads * blocks; ++t)
            expected[t] += before[t / threads * threads + (t % threads * 7 + i) % threads] + in[t] * i;
    }
    e2e::expect_each("exchanged", e2e::fetch(out, in.size()), [&](std::size_t i) { return expected[i]; });

    const int leaving = 70;
    int* seen = e2e::device_array<int>(leaving);
    CHECK(cudaMemset(seen, 0, leaving * sizeof(int)));
    leave<<<1, leaving>>>(seen);
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("in round", e2e::fetch(seen, leaving), [&](std::size_t i) { return leaving - 1 - int(i); });
    return e2e::passed();
}
