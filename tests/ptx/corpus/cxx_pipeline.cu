// compile: 80 90
// compile: 90 -lineinfo
// libcu++ pipelines, barriers, latches, semaphores and asynchronous copies.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

namespace cg = cooperative_groups;

__global__ void staged(const float4* in, float4* out, int batches) {
    constexpr int stages = 3;
    __shared__ float4 buffer[stages][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int batch = 0, fetch = 0; batch < batches; batch++) {
        for (; fetch < batches && fetch < batch + stages; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetch % stages], in + fetch * 32, sizeof(buffer[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[batch * 32 + threadIdx.x] = buffer[batch % stages][31 - threadIdx.x];
        pipe.consumer_release();
    }
}

__global__ void own_pipeline(const int* in, int* out) {
    __shared__ int stage[64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(stage + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<4>(4), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    pipe.consumer_release();
    out[threadIdx.x] = stage[threadIdx.x];
}

__global__ void with_barrier(const int4* in, int4* out) {
    __shared__ alignas(128) int4 stage[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 0) cuda::memcpy_async(stage, in, cuda::aligned_size_t<16>(sizeof(stage)), bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = stage[127 - threadIdx.x];
    bar.wait(bar.arrive(1));
    bar.arrive_and_drop();
}

__device__ cuda::counting_semaphore<cuda::thread_scope_device, 8> slots(4);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);
__device__ cuda::latch<cuda::thread_scope_device> gate(2);

__global__ void semaphores(int* out) {
    slots.acquire();
    if (lock.try_acquire()) {
        out[0]++;
        lock.release();
    }
    slots.release(1);
    gate.arrive_and_wait();
}
