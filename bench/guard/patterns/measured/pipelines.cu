// Copies that run ahead: offsets that are toggled in dynamic shared memory, and stages that are counted.
#include <cuda_pipeline.h>

extern "C" __global__ void pipeline_offsets(const float* a, const float* b, float* c, int n) {
    extern __shared__ __align__(16) float stage_memory[];
    constexpr int tile = 32;
    float* as = stage_memory;
    float* bs = stage_memory + 2 * tile * tile;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * tile + ty, col4 = tx * 4;
    int write = 0, read = 0;
    const auto load = [&](int t, int at) {
        __pipeline_memcpy_async(&as[at + ty * tile + col4], &a[(size_t)row * n + t * tile + col4], 16);
        __pipeline_memcpy_async(&bs[at + ty * tile + col4], &b[(size_t)(t * tile + ty) * n + blockIdx.x * tile + col4],
                                16);
        __pipeline_commit();
    };
    load(0, write);
    float sum[4] = {};
    for (int t = 1; t <= n / tile; ++t) {
        write = tile * tile - write;
        if (t < n / tile) load(t, write);
        __pipeline_wait_prior(t < n / tile ? 1 : 0);
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            for (int i = 0; i < 4; ++i)
                sum[i] += as[read + ty * tile + k] * bs[read + k * tile + col4 + i];
        __syncthreads();
        read = tile * tile - read;
    }
    for (int i = 0; i < 4; ++i)
        c[(size_t)row * n + blockIdx.x * tile + col4 + i] = sum[i];
}

extern "C" __global__ void pipeline_counted(const int4* in, int* out, size_t chunks) {
    constexpr int depth = 3;
    __shared__ int4 ring[depth][128];
    const unsigned tid = threadIdx.x;
    size_t fetched = 0;
    int slot = 0, total = 0;
    for (; fetched < depth && fetched < chunks; ++fetched) {
        __pipeline_memcpy_async(&ring[fetched][tid], &in[(blockIdx.x * chunks + fetched) * 128 + tid], 16);
        __pipeline_commit();
    }
    for (size_t i = 0; i < chunks; ++i) {
        __pipeline_wait_prior(depth - 1);
        __syncthreads();
        const int4 v = ring[slot][127 - tid];
        total += v.x + v.y + v.z + v.w;
        __syncthreads();
        if (fetched < chunks) {
            __pipeline_memcpy_async(&ring[slot][tid], &in[(blockIdx.x * chunks + fetched) * 128 + tid], 16);
            ++fetched;
        }
        __pipeline_commit();
        if (++slot == depth) slot = 0;
    }
    out[blockIdx.x * 128 + tid] = total;
}
