// Copies that run ahead: two buffers that take turns, and a ring of stages.
#include <cuda_pipeline.h>

extern "C" __global__ void pipeline_toggled(const float4* in, float4* out, int batches) {
    __shared__ float4 buffer[2][256];
    const int tid = threadIdx.x;
    const float4* from = in + (size_t)blockIdx.x * batches * 256;
    __pipeline_memcpy_async(&buffer[0][tid], &from[tid], sizeof(float4));
    __pipeline_commit();
    int current = 0;
    float4 sum = {0, 0, 0, 0};
    for (int i = 1; i <= batches; ++i) {
        if (i < batches) __pipeline_memcpy_async(&buffer[current ^ 1][tid], &from[i * 256 + tid], sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        const float4 a = buffer[current][tid];
        const float4 b = buffer[current][(tid + 1) % 256];
        sum.x += a.x + b.w;
        sum.y += a.y + b.z;
        sum.z += a.z + b.y;
        sum.w += a.w + b.x;
        __syncthreads();
        current ^= 1;
    }
    out[blockIdx.x * 256 + tid] = sum;
}

constexpr int stages = 4;
constexpr int step = 32;

extern "C" __global__ void pipeline_ring(const float* a, const float* b, float* c, int n, int depth) {
    __shared__ float as[stages][step][step];
    __shared__ float bs[stages][step][step];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * step + ty, col = blockIdx.x * step + tx;
    const int turns = depth / step;
    for (int s = 0; s < stages - 1; ++s) {
        __pipeline_memcpy_async(&as[s][ty][tx], &a[row * depth + s * step + tx], 4);
        __pipeline_memcpy_async(&bs[s][ty][tx], &b[(s * step + ty) * n + col], 4);
        __pipeline_commit();
    }
    float sum = 0;
    for (int t = 0; t < turns; ++t) {
        const int stage = t % stages;
        const int ahead = t + stages - 1;
        __pipeline_wait_prior(stages - 2);
        __syncthreads();
        if (ahead < turns) {
            __pipeline_memcpy_async(&as[ahead % stages][ty][tx], &a[row * depth + ahead * step + tx], 4);
            __pipeline_memcpy_async(&bs[ahead % stages][ty][tx], &b[(ahead * step + ty) * n + col], 4);
        }
        __pipeline_commit();
        for (int k = 0; k < step; ++k)
            sum += as[stage][ty][k] * bs[stage][k][tx];
    }
    c[row * n + col] = sum;
}
