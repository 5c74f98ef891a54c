// f32 matrices rounded to tf32 for the tensor cores, staged in shared memory; and the f64 tiles of 8 x 8 x 4.
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void matmul_tf32(const float* a, const float* b, float* c, unsigned n, unsigned k) {
    __shared__ __align__(32) float tile_a[16 * 8];
    __shared__ __align__(32) float tile_b[8 * 16];
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    const unsigned row = blockIdx.y * 16;
    const unsigned column = blockIdx.x * 16;
    for (unsigned base = 0; base < k; base += 8) {
        for (unsigned i = threadIdx.x; i < 128; i += 32) {
            tile_a[i] = wmma::__float_to_tf32(a[(row + i / 8) * k + base + i % 8]);
            tile_b[i] = wmma::__float_to_tf32(b[(base + i / 16) * n + column + i % 16]);
        }
        __syncwarp();
        wmma::load_matrix_sync(left, tile_a, 8);
        wmma::load_matrix_sync(right, tile_b, 16);
        wmma::mma_sync(sum, left, right, sum);
        __syncwarp();
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

// c is column-major.
extern "C" __global__ void matmul_f64(const double* a, const double* b, double* c, unsigned m, unsigned n, unsigned k) {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
    const unsigned row = blockIdx.y * 8;
    const unsigned column = blockIdx.x * 8;
    wmma::load_matrix_sync(sum, c + column * m + row, m, wmma::mem_col_major);
    for (unsigned i = 0; i < k; i += 4) {
        wmma::load_matrix_sync(left, a + row * k + i, k);
        wmma::load_matrix_sync(right, b + i * n + column, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + column * m + row, sum, m, wmma::mem_col_major);
}
