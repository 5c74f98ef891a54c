// Matrix products by wmma, with tiles that are staged in shared memory.
#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda;

constexpr int block_m = 64, block_n = 64, block_k = 16, skew = 8;

extern "C" __global__ void wmma_staged(const half* a, const half* b, float* c, int m, int n, int k) {
    __shared__ half as[block_m][block_k + skew];
    __shared__ half bs[block_k][block_n + skew];
    const int warp = threadIdx.x / 32;
    const int warp_m = warp / 2, warp_n = warp % 2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::fill_fragment(sums[i][j], 0.0f);
    for (int k0 = 0; k0 < k; k0 += block_k) {
        for (int i = threadIdx.x; i < block_m * block_k; i += blockDim.x)
            as[i / block_k][i % block_k] = a[(blockIdx.y * block_m + i / block_k) * k + k0 + i % block_k];
        for (int i = threadIdx.x; i < block_k * block_n; i += blockDim.x)
            bs[i / block_n][i % block_n] = b[(k0 + i / block_n) * n + blockIdx.x * block_n + i % block_n];
        __syncthreads();
        for (int i = 0; i < 2; ++i) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
            wmma::load_matrix_sync(fa, &as[warp_m * 32 + i * 16][0], block_k + skew);
            for (int j = 0; j < 2; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
                wmma::load_matrix_sync(fb, &bs[0][warp_n * 32 + j * 16], block_n + skew);
                wmma::mma_sync(sums[i][j], fa, fb, sums[i][j]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(c + (blockIdx.y * block_m + warp_m * 32 + i * 16) * n + blockIdx.x * block_n +
                                        warp_n * 32 + j * 16,
                                    sums[i][j], n, wmma::mem_row_major);
}

extern "C" __global__ void wmma_dynamic(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int n, int k) {
    extern __shared__ __align__(128) __nv_bfloat16 stage[];
    constexpr int line = 64 + 16;
    const unsigned warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    __nv_bfloat16* as = stage;
    __nv_bfloat16* bs = stage + 64 * line;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k0 = 0; k0 < k; k0 += 64) {
        for (int row = warp; row < 64; row += 8) {
            ((unsigned*)&as[row * line])[lane] =
                ((const unsigned*)&a[(size_t)(blockIdx.y * 64 + row) * k + k0])[lane];
            ((unsigned*)&bs[row * line])[lane] =
                ((const unsigned*)&b[(size_t)(k0 + row) * n + blockIdx.x * 64])[lane];
        }
        __syncthreads();
        for (int kk = 0; kk < 64; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, as + (warp & 3) * 16 * line + kk, line);
            wmma::load_matrix_sync(fb, bs + kk * line + (warp >> 2) * 32, line);
            wmma::mma_sync(sum, fa, fb, sum);
        }
        __syncthreads();
    }
    float* back = (float*)stage;
    wmma::store_matrix_sync(back + warp * 256, sum, 16, wmma::mem_row_major);
    __syncthreads();
    for (int i = lane; i < 256; i += 32)
        c[(size_t)(blockIdx.y * 64 + (warp & 3) * 16 + i / 16) * n + blockIdx.x * 64 + (warp >> 2) * 32 + i % 16] =
            back[warp * 256 + i];
}
