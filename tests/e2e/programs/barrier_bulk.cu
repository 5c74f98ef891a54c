// Bulk copies to shared memory that tell a barrier of their bytes, several in turn and before or after they are
// announced.
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

#include "check.h"

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int width = 256;

__global__ void through_library(const int* in, int* out, int bytes) {
    extern __shared__ __align__(128) int words[];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    const int count = bytes / 4;
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(words, in + blockIdx.x * count, cuda::aligned_size_t<16>(bytes), barrier);
        token = cuda::device::barrier_arrive_tx(barrier, 1, bytes);
    } else {
        token = barrier.arrive();
    }
    barrier.wait(std::move(token));
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        out[blockIdx.x * count + i] = words[count - 1 - i] * 3;
}

// As kernels are written by hand: one thread announces and copies, all wait for the parity of the phase.
__global__ void by_parity(const int* in, int* out, int rounds) {
    __shared__ alignas(16) int words[2][width];
    __shared__ std::uint64_t barriers[2];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barriers[0], 1);
        ptx::mbarrier_init(&barriers[1], 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    const auto load = [&](int round) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barriers[round % 2],
                                       sizeof(words[0]));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words[round % 2], in + round * width,
                           sizeof(words[0]) / 2, &barriers[round % 2]);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words[round % 2] + width / 2,
                           in + round * width + width / 2, sizeof(words[0]) / 2, &barriers[round % 2]);
    };
    if (threadIdx.x == 0) load(0);
    for (int round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0 && round + 1 < rounds) load(round + 1);
        while (!ptx::mbarrier_try_wait_parity(&barriers[round % 2], round / 2 % 2)) {
        }
        out[round * width + threadIdx.x] = words[round % 2][width - 1 - threadIdx.x] * 3;
        __syncthreads();
    }
}

// A copy from memory to memory: no thread looks at the words, so nothing but the barrier orders the two copies.
__global__ void through(const int* in, int* out) {
    __shared__ alignas(16) int words[width];
    __shared__ std::uint64_t barrier;
    if (threadIdx.x != 0) return;
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, sizeof(words));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words, in + blockIdx.x * width, sizeof(words), &barrier);
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * width, words, sizeof(words));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    const int rounds = 7;
    const std::size_t count = std::size_t{rounds} * width;
    const std::vector<int> in = e2e::filled<int>(count, [](std::size_t i) { return e2e::scramble(i) % 1000; });
    const int* source = e2e::device_copy(in);
    int* out = e2e::device_array<int>(count);
    const auto expect_all = [&](const char* what, int piece) {
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each(what, e2e::fetch(out, count),
                         [&](std::size_t i) { return in[i / piece * piece + piece - 1 - i % piece] * 3; });
        CHECK(cudaMemset(out, 0, count * sizeof(int)));
    };
    for (const int piece : {4, 28, 256}) {
        through_library<<<count / piece, 96, piece * sizeof(int)>>>(source, out, piece * int(sizeof(int)));
        expect_all("library", piece);
    }
    by_parity<<<1, width>>>(source, out, rounds);
    expect_all("by parity", width);
    through<<<rounds, 32>>>(source, out);
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("through", e2e::fetch(out, count), [&](std::size_t i) { return in[i]; });
    return e2e::passed();
}
