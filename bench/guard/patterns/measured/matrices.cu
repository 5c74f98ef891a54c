// Matrix products by wmma: of doubles and of tf32, with both matrices staged.
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_doubles(const double* a, const double* b, double* c, int n, int k) {
    constexpr int bm = 32, bn = 32, bk = 16, pad = 4;
    extern __shared__ __align__(32) double tiles[];
    double* as = tiles;
    double* bs = &tiles[bm * (bk + pad)];
    const int warp = threadIdx.x / warpSize;
    const int wm = warp / 4 * 8, wn = warp % 4 * 8;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
    wmma::fill_fragment(sum, 0.0);
    for (int k0 = 0; k0 < k; k0 += bk) {
        for (int i = threadIdx.x; i < bm * bk; i += blockDim.x)
            as[(i / bk) * (bk + pad) + i % bk] = a[(size_t)(blockIdx.y * bm + i / bk) * k + k0 + i % bk];
        for (int i = threadIdx.x; i < bk * bn; i += blockDim.x)
            bs[(i / bn) * (bn + pad) + i % bn] = b[(size_t)(k0 + i / bn) * n + blockIdx.x * bn + i % bn];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < bk; kk += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, as + wm * (bk + pad) + kk, bk + pad);
            wmma::load_matrix_sync(fb, bs + kk * (bn + pad) + wn, bn + pad);
            wmma::mma_sync(sum, fa, fb, sum);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(c + (size_t)(blockIdx.y * bm + wm) * n + blockIdx.x * bn + wn, sum, n,
                            wmma::mem_row_major);
}

extern "C" __global__ void wmma_tf32(const float* a, const float* b, float* c, int n, int k) {
    __shared__ __align__(32) float as[2][32][20];
    __shared__ __align__(32) float bs[2][16][36];
    const int warp = threadIdx.x >> 5;
    const int wm = (warp >> 1) * 16, wn = (warp & 1) * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    const auto load = [&](int k0, int at) {
        for (int i = threadIdx.x; i < 32 * 4; i += 128)
            *(float4*)&as[at][i / 4][i % 4 * 4] = *(const float4*)&a[(blockIdx.y * 32 + i / 4) * k + k0 + i % 4 * 4];
        for (int i = threadIdx.x; i < 16 * 8; i += 128)
            *(float4*)&bs[at][i / 8][i % 8 * 4] = *(const float4*)&b[(k0 + i / 8) * n + blockIdx.x * 32 + i % 8 * 4];
    };
    load(0, 0);
    __syncthreads();
    int at = 0;
    for (int k0 = 16; k0 <= k; k0 += 16) {
        if (k0 < k) load(k0, at ^ 1);
        for (int kk = 0; kk < 16; kk += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, &as[at][wm][kk], 20);
            wmma::load_matrix_sync(fb, &bs[at][kk][wn], 36);
            for (int i = 0; i < fa.num_elements; ++i)
                fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
            for (int i = 0; i < fb.num_elements; ++i)
                fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
            wmma::mma_sync(sum, fa, fb, sum);
        }
        __syncthreads();
        at ^= 1;
    }
    wmma::store_matrix_sync(c + (blockIdx.y * 32 + wm) * n + blockIdx.x * 32 + wn, sum, n, wmma::mem_row_major);
}
