// cuda::pipeline with several stages and cuda::memcpy_async: all threads in both roles, then warps with one each.
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int width = 256;

template <int stages>
__global__ void unified(const int* in, int* out, int batches) {
    __shared__ alignas(16) int buffers[stages][width];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int batch = 0, fetch = 0; batch < batches; ++batch) {
        for (; fetch < batches && fetch < batch + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffers[fetch % stages], in + fetch * width,
                               cuda::aligned_size_t<16>(width * sizeof(int)), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[batch * width + threadIdx.x] = buffers[batch % stages][width - 1 - threadIdx.x] * 2;
        pipe.consumer_release();
    }
}

__global__ void partitioned(const int* in, int* out, int batches) {
    constexpr int stages = 3;
    constexpr int producers = 64;
    __shared__ int buffers[stages][width];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    const bool is_producer = threadIdx.x < producers;
    auto pipe =
        cuda::make_pipeline(block, &state, is_producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int batch = 0; batch < batches; ++batch) {
        if (is_producer) {
            pipe.producer_acquire();
            for (int i = threadIdx.x; i < width; i += producers)
                cuda::memcpy_async(&buffers[batch % stages][i], in + batch * width + i, sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            for (int i = threadIdx.x - producers; i < width; i += blockDim.x - producers)
                out[batch * width + i] = buffers[batch % stages][width - 1 - i] * 2;
            pipe.consumer_release();
        }
    }
}

// A copy that a barrier is told of.
__global__ void copied(const int* in, int* out) {
    __shared__ alignas(16) int words[width];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, words, in + blockIdx.x * width, cuda::aligned_size_t<16>(sizeof(words)), barrier);
    barrier.arrive_and_wait();
    out[blockIdx.x * width + threadIdx.x] = words[width - 1 - threadIdx.x] * 2;
}

int main() {
    const int batches = 11;
    const std::size_t count = std::size_t{batches} * width;
    const std::vector<int> in = e2e::filled<int>(count, [](std::size_t i) { return e2e::scramble(i) % 1000; });
    const int* source = e2e::device_copy(in);
    int* out = e2e::device_array<int>(count);
    const auto expect_all = [&](const char* what) {
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each(what, e2e::fetch(out, count),
                         [&](std::size_t i) { return in[i / width * width + width - 1 - i % width] * 2; });
        CHECK(cudaMemset(out, 0, count * sizeof(int)));
    };
    unified<2><<<1, width>>>(source, out, batches);
    expect_all("two stages");
    unified<4><<<1, width>>>(source, out, batches);
    expect_all("four stages");
    partitioned<<<1, 192>>>(source, out, batches);
    expect_all("roles");
    copied<<<batches, width>>>(source, out);
    expect_all("copies");
    return e2e::passed();
}
