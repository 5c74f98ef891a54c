// Half-precision products on the tensor cores through the wmma interface: sums in f32 and in f16. One warp makes one
// 16 x 16 tile; a is row-major, b column-major.
#include <mma.h>

using namespace nvcuda;

template <typename Sum>
__device__ void tile(const half* a, const half* b, Sum* c, unsigned n, unsigned k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, Sum> sum;
    wmma::fill_fragment(sum, Sum(0.0f));
    const unsigned row = blockIdx.y * 16;
    const unsigned column = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    for (unsigned i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(left, a + row * k + i, k);
        wmma::load_matrix_sync(right, b + column * k + i, k);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] = sum.x[i] + sum.x[i];
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

extern "C" __global__ void matmul_f32(const half* a, const half* b, float* c, unsigned n, unsigned k) {
    tile<float>(a, b, c, n, k);
}

extern "C" __global__ void matmul_f16(const half* a, const half* b, half* c, unsigned n, unsigned k) {
    tile<half>(a, b, c, n, k);
}
