// Fragments by ldmatrix: two stages of tiles, and attention's scores for a tile of keys.
#include <cuda_fp16.h>

__device__ inline unsigned place(const void* p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ inline void fetch(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place(to)), "l"(from));
}
__device__ inline void four(unsigned* r, const void* at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place(at)));
}
__device__ inline void product(float* d, const unsigned* a, const unsigned* b) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void fragments_staged(const half* a, const half* b, float* c, int n, int k) {
    constexpr int line = 32 + 8;
    __shared__ __align__(16) half as[2][64 * line];
    __shared__ __align__(16) half bs[2][64 * line];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = threadIdx.x / 4, piece = threadIdx.x % 4 * 8;
    const half* from_a = a + (size_t)(blockIdx.y * 64 + row) * k + piece;
    const half* from_b = b + (size_t)(blockIdx.x * 64 + row) * k + piece;
    const auto load = [&](int stage) {
        fetch(&as[stage][row * line + piece], from_a);
        fetch(&bs[stage][row * line + piece], from_b);
        asm volatile("cp.async.commit_group;");
        from_a += 32;
        from_b += 32;
    };
    float sums[4][4] = {};
    load(0);
    for (int t = 0; t < k / 32; ++t) {
        const int stage = t & 1;
        if (t + 1 < k / 32) {
            load(stage ^ 1);
            asm volatile("cp.async.wait_group 1;");
        } else {
            asm volatile("cp.async.wait_group 0;");
        }
        __syncthreads();
        for (int kk = 0; kk < 32; kk += 16) {
            unsigned fa[4], fb[2][4];
            four(fa, &as[stage][((warp & 3) * 16 + (lane & 15)) * line + kk + (lane >> 4) * 8]);
            for (int j = 0; j < 2; ++j)
                four(fb[j], &bs[stage][((warp >> 2) * 32 + j * 16 + (lane & 7) + (lane >> 4) * 8) * line + kk +
                                       (lane >> 3 & 1) * 8]);
            for (int j = 0; j < 4; ++j)
                product(sums[j], fa, &fb[j / 2][j % 2 * 2]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; ++j) {
        const int r = blockIdx.y * 64 + (warp & 3) * 16 + lane / 4;
        const int col = blockIdx.x * 64 + (warp >> 2) * 32 + j * 8 + lane % 4 * 2;
        *(float2*)&c[(size_t)r * n + col] = make_float2(sums[j][0], sums[j][1]);
        *(float2*)&c[(size_t)(r + 8) * n + col] = make_float2(sums[j][2], sums[j][3]);
    }
}

extern "C" __global__ void fragments_scores(const half* q, const half* keys, float* scores, int length) {
    extern __shared__ __align__(128) unsigned char bytes[];
    half* qs = reinterpret_cast<half*>(bytes);
    half* ks = qs + 64 * 64;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const auto at = [](int row, int piece) { return row * 64 + (piece ^ (row % 8)) * 8; };
    for (int i = threadIdx.x; i < 64 * 8; i += 128)
        fetch(qs + at(i / 8, i % 8), q + ((size_t)blockIdx.x * 64 + i / 8) * 64 + i % 8 * 8);
    for (int k0 = 0; k0 < length; k0 += 64) {
        for (int i = threadIdx.x; i < 64 * 8; i += 128)
            fetch(ks + at(i / 8, i % 8), keys + (size_t)(k0 + i / 8) * 64 + i % 8 * 8);
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 0;");
        __syncthreads();
        float sums[8][4] = {};
        for (int d = 0; d < 4; ++d) {
            unsigned fa[4];
            four(fa, qs + at(warp * 16 + lane % 16, d * 2 + lane / 16));
            for (int j = 0; j < 4; ++j) {
                unsigned fb[4];
                four(fb, ks + at(j * 16 + lane % 8 + lane / 16 * 8, d * 2 + lane / 8 % 2));
                product(sums[2 * j], fa, fb);
                product(sums[2 * j + 1], fa, fb + 2);
            }
        }
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 4; ++i)
                scores[((size_t)blockIdx.x * 64 + warp * 16 + lane / 4 + i / 2 * 8) * length + k0 + j * 8 +
                       lane % 4 * 2 + i % 2] = sums[j][i];
        __syncthreads();
    }
}
