// Copies from global to shared memory that run beside the computation: cp.async through the pipeline primitives with
// four stages, and partly filled with zeros.
#include <cuda_pipeline.h>

constexpr unsigned stages = 4;
constexpr unsigned chunk = 128;

// out[i] = in[i] * 3 + the block's value before it in the same chunk (0 for the first).
extern "C" __global__ void pipelined(const int4* in, int4* out, unsigned chunks) {
    __shared__ __align__(16) int4 buffers[stages][chunk];
    const int4* from = in + size_t(blockIdx.x) * chunks * chunk;
    int4* to = out + size_t(blockIdx.x) * chunks * chunk;
    for (unsigned c = 0; c < stages - 1; ++c) {
        if (c < chunks) __pipeline_memcpy_async(&buffers[c][threadIdx.x], &from[c * chunk + threadIdx.x], 16);
        __pipeline_commit();
    }
    for (unsigned c = 0; c < chunks; ++c) {
        const unsigned ahead = c + stages - 1;
        if (ahead < chunks) {
            __pipeline_memcpy_async(&buffers[ahead % stages][threadIdx.x], &from[ahead * chunk + threadIdx.x], 16);
        }
        __pipeline_commit();
        __pipeline_wait_prior(stages - 1);
        __syncthreads();
        const int4 v = buffers[c % stages][threadIdx.x];
        const int before = threadIdx.x > 0 ? buffers[c % stages][threadIdx.x - 1].w : 0;
        to[c * chunk + threadIdx.x] = make_int4(v.x * 3 + before, v.y * 3, v.z * 3, v.w * 3);
        __syncthreads();
    }
}

// Sizes of 4, 8 and 16 bytes; the last two with zeros at the end.
extern "C" __global__ void with_zeros(const unsigned char* in, unsigned char* out) {
    __shared__ __align__(16) unsigned char buffer[3][32 * 16];
    const unsigned t = threadIdx.x;
    for (unsigned i = t; i < sizeof(buffer); i += 32)
        buffer[0][i] = 0xee;
    __syncwarp();
    __pipeline_memcpy_async(&buffer[0][t * 16], &in[t * 16], 4);
    __pipeline_memcpy_async(&buffer[1][t * 16], &in[t * 16], 8, t % 9);
    __pipeline_memcpy_async(&buffer[2][t * 16], &in[t * 16], 16, t % 17);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    for (unsigned i = t; i < sizeof(buffer); i += 32)
        out[i] = buffer[0][i];
}
