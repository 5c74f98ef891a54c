// A matrix is transposed by tiles, which tensor copies bring into shared memory, swizzled so that columns are read
// without conflicts, and take from there. The matrix does not consist of whole tiles.
#include "tensor_map.h"

constexpr int side = 32;  // of a tile: a row is 128 bytes, as long as the swizzle's pattern is wide
constexpr int rows = 200;
constexpr int columns = 332;

// Where the swizzle puts an element of a tile.
__device__ int swizzled(int row, int column) {
    return row * side + (((column / 4) ^ (row % 8)) * 4 + column % 4);
}

__global__ void transpose(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to) {
    __shared__ alignas(1024) float in[side * side];
    __shared__ alignas(128) float out[side * side];
    __shared__ std::uint64_t barrier;
    const int x = blockIdx.x * side;
    const int y = blockIdx.y * side;
    if (threadIdx.x == 0) {
        tensor::begin_barrier(barrier);
        tensor::expect(barrier, sizeof(in));
        tensor::load(in, from, barrier, x, y);
    }
    __syncthreads();
    tensor::wait(barrier, 0);
    for (int i = threadIdx.x; i < side * side; i += blockDim.x)
        out[i] = in[swizzled(i % side, i / side)];
    tensor::publish();
    __syncthreads();
    if (threadIdx.x == 0) {
        tensor::store(to, out, y, x);
        tensor::finish_stores();
    }
}

int main() {
    const auto values = e2e::filled<float>(rows * columns, [](std::size_t i) { return e2e::scramble(i) % 100000; });
    float* const matrix = e2e::device_copy(values);
    float* const result = e2e::device_array<float>(rows * columns);
    const CUtensorMap from = tensor::encode(matrix, {columns, rows}, {side, side}, CU_TENSOR_MAP_SWIZZLE_128B);
    const CUtensorMap to = tensor::encode(result, {rows, columns}, {side, side});
    transpose<<<dim3((columns + side - 1) / side, (rows + side - 1) / side), 256>>>(from, to);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("result", e2e::fetch(result, rows * columns),
                     [&](std::size_t i) { return values[i % rows * columns + i / rows]; });
    CHECK(cudaFree(matrix));
    CHECK(cudaFree(result));
    return e2e::passed();
}
