// Fragments by ldmatrix: rows with padding, and rows whose pieces are exchanged by xor.
#include <cuda_fp16.h>

__device__ inline void load_four(unsigned (&r)[4], const void* row) {
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
}
__device__ inline void load_two(unsigned (&r)[2], const void* row) {
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at));
}
__device__ inline void multiply(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void fragments_padded(const half* a, const half* b, float* c, int n, int k) {
    __shared__ __align__(16) half as[64][40];
    __shared__ __align__(16) half bs[32][72];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sums[8][4] = {};
    for (int k0 = 0; k0 < k; k0 += 32) {
        for (int i = threadIdx.x; i < 64 * 4; i += 128)
            *(uint4*)&as[i / 4][i % 4 * 8] = *(const uint4*)&a[(blockIdx.y * 64 + i / 4) * k + k0 + i % 4 * 8];
        for (int i = threadIdx.x; i < 32 * 8; i += 128)
            *(uint4*)&bs[i / 8][i % 8 * 8] = *(const uint4*)&b[(k0 + i / 8) * n + blockIdx.x * 64 + i % 8 * 8];
        __syncthreads();
        for (int kk = 0; kk < 32; kk += 16) {
            unsigned fa[4];
            load_four(fa, &as[warp * 16 + lane % 16][kk + lane / 16 * 8]);
            for (int j = 0; j < 8; ++j) {
                unsigned fb[2];
                load_two(fb, &bs[kk + lane % 16][j * 8]);
                multiply(sums[j], fa, fb);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; ++j) {
        float* to = c + (blockIdx.y * 64 + warp * 16 + lane / 4) * n + blockIdx.x * 64 + j * 8 + lane % 4 * 2;
        to[0] = sums[j][0];
        to[1] = sums[j][1];
        to[8 * n] = sums[j][2];
        to[8 * n + 1] = sums[j][3];
    }
}

extern "C" __global__ void fragments_swizzled(const half* a, const half* b, float* c, int n, int k) {
    extern __shared__ __align__(128) half both[];
    half* as = both;
    half* bs = both + 64 * 64;
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float sums[8][4] = {};
    for (int k0 = 0; k0 < k; k0 += 64) {
        for (unsigned i = threadIdx.x; i < 64 * 8; i += blockDim.x) {
            const unsigned row = i >> 3, piece = (i & 7) ^ (row & 7);
            *(uint4*)(as + row * 64 + piece * 8) = *(const uint4*)(a + (blockIdx.y * 64 + row) * k + k0 + (i & 7) * 8);
            *(uint4*)(bs + row * 64 + piece * 8) = *(const uint4*)(b + (k0 + row) * n + blockIdx.x * 64 + (i & 7) * 8);
        }
        __syncthreads();
        for (unsigned kk = 0; kk < 4; ++kk) {
            unsigned fa[4];
            const unsigned row = warp * 16 + (lane & 15);
            load_four(fa, as + row * 64 + ((kk * 2 + (lane >> 4)) ^ (row & 7)) * 8);
            for (unsigned j = 0; j < 8; ++j) {
                unsigned fb[2];
                const unsigned deep = kk * 16 + (lane & 15);
                load_two(fb, bs + deep * 64 + (j ^ (deep & 7)) * 8);
                multiply(sums[j], fa, fb);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; ++j) {
        float2* to = (float2*)(c + (blockIdx.y * 64 + warp * 16 + lane / 4) * n + blockIdx.x * 64 + j * 8 + lane % 4 * 2);
        to[0] = make_float2(sums[j][0], sums[j][1]);
        to[4 * n] = make_float2(sums[j][2], sums[j][3]);
    }
}
