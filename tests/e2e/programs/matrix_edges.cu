// Matrices by warp, where the last warps of a grid have nothing to do: whether a warp multiplies is decided by its
// threads' numbers, all of which come out alike.
#include <mma.h>

#include "check.h"

using namespace nvcuda;

namespace {

constexpr int tile = 16;

__global__ void multiply(const half* a, const half* b, float* c, int rows, int columns, int inner) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * tile;
    const int column = (blockIdx.y * blockDim.y + threadIdx.y) * tile;
    wmma::fragment<wmma::accumulator, tile, tile, tile, float> sum;
    wmma::fill_fragment(sum, 0.0F);
    for (int i = 0; i < inner; i += tile) {
        if (row < rows && column < columns) {
            wmma::fragment<wmma::matrix_a, tile, tile, tile, half, wmma::row_major> left;
            wmma::fragment<wmma::matrix_b, tile, tile, tile, half, wmma::row_major> right;
            wmma::load_matrix_sync(left, a + row * inner + i, inner);
            wmma::load_matrix_sync(right, b + i * columns + column, columns);
            wmma::mma_sync(sum, left, right, sum);
        }
    }
    if (row >= rows || column >= columns) return;
    wmma::store_matrix_sync(c + row * columns + column, sum, columns, wmma::mem_row_major);
}

}  // namespace

int main() {
    const int rows = 48, columns = 80, inner = 64;
    std::vector<half> a(rows * inner), b(inner * columns);
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = __float2half(static_cast<float>(static_cast<int>(i * 7 % 13) - 6));
    for (std::size_t i = 0; i < b.size(); ++i)
        b[i] = __float2half(static_cast<float>(static_cast<int>(i * 5 % 11) - 5));
    half* device_a = e2e::device_copy(a);
    half* device_b = e2e::device_copy(b);
    float* device_c = e2e::device_array<float>(rows * columns);
    multiply<<<dim3(2, 3), dim3(64, 2)>>>(device_a, device_b, device_c, rows, columns, inner);
    CHECK(cudaGetLastError());
    e2e::expect_each("product", e2e::fetch(device_c, rows * columns), [&](auto i) {
        float sum = 0;
        for (int k = 0; k < inner; ++k)
            sum += __half2float(a[i / columns * inner + k]) * __half2float(b[k * columns + i % columns]);
        return sum;
    });
    return e2e::passed();
}
