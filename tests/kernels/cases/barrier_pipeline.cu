// Barriers in shared memory (mbarrier): producer and consumer warps with cuda::barrier, a cuda::pipeline, and bulk
// copies that report their bytes to a barrier.
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Warp 0 produces, warp 1 consumes, through two buffers.
extern "C" __global__ void producer_consumer(const int* in, int* out, unsigned chunks) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier full[2];
    __shared__ Barrier empty[2];
    __shared__ int buffer[2][32];
    const unsigned lane = threadIdx.x % 32;
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 64);
        init(&empty[threadIdx.x], 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (unsigned c = 0; c < chunks; ++c) {
            empty[c % 2].arrive_and_wait();
            buffer[c % 2][lane] = in[c * 32 + lane] + 1;
            (void)full[c % 2].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        int sum = 0;
        for (unsigned c = 0; c < chunks; ++c) {
            full[c % 2].arrive_and_wait();
            sum += buffer[c % 2][31 - lane];
            out[c * 32 + lane] = sum;
            (void)empty[c % 2].arrive();
        }
    }
}

extern "C" __global__ void pipeline(const int* in, int* out, unsigned chunks) {
    constexpr unsigned stages = 2;
    __shared__ __align__(16) int buffer[stages][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    const auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    unsigned fetched = 0;
    for (unsigned c = 0; c < chunks; ++c) {
        for (; fetched < chunks && fetched < c + stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetched % stages], in + fetched * 128, cuda::aligned_size_t<16>(512),
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[c * 128 + threadIdx.x] = buffer[c % stages][127 - threadIdx.x] * 2;
        pipe.consumer_release();
    }
}

extern "C" __global__ void bulk(const int* in, int* out, unsigned bytes) {
    extern __shared__ __align__(128) int window[];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    Barrier::arrival_token token;
    const unsigned count = bytes / 4;
    if (threadIdx.x == 0) {
        cuda::device::experimental::cp_async_bulk_global_to_shared(window, in + blockIdx.x * count, bytes, barrier);
        token = cuda::device::barrier_arrive_tx(barrier, 1, bytes);
    } else {
        token = barrier.arrive();
    }
    barrier.wait(cuda::std::move(token));
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        window[i] = window[i] * 5 + int(i);
    cuda::device::experimental::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cuda::device::experimental::cp_async_bulk_shared_to_global(out + blockIdx.x * count, window, bytes);
        cuda::device::experimental::cp_async_bulk_commit_group();
        cuda::device::experimental::cp_async_bulk_wait_group_read<0>();
    }
}
