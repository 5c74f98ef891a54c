// Matrix product through tiles in shared memory, with sizes that are no multiple of the tile.
#include "check.h"

const int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int rows, int inner, int columns) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile + 1];
    const int row = blockIdx.y * tile + threadIdx.y;
    const int column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int base = 0; base < inner; base += tile) {
        const int across = base + threadIdx.x;
        const int down = base + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < rows && across < inner ? a[row * inner + across] : 0;
        tile_b[threadIdx.y][threadIdx.x] = down < inner && column < columns ? b[down * columns + column] : 0;
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}

int main() {
    const int rows = 93, inner = 70, columns = 101;
    // Small integers: every sum is exact, in whatever order.
    const auto a = e2e::filled<float>(rows * inner, [](auto i) { return int(e2e::scramble(i) % 17) - 8; });
    const auto b = e2e::filled<float>(inner * columns, [](auto i) { return int(e2e::scramble(i + 77777) % 17) - 8; });
    float* device_a = e2e::device_copy(a);
    float* device_b = e2e::device_copy(b);
    float* device_c = e2e::device_array<float>(rows * columns);
    const dim3 grid((columns + tile - 1) / tile, (rows + tile - 1) / tile);
    multiply<<<grid, dim3(tile, tile)>>>(device_a, device_b, device_c, rows, inner, columns);
    CHECK(cudaGetLastError());
    e2e::expect_each("c", e2e::fetch(device_c, rows * columns), [&](auto i) {
        float sum = 0;
        for (int k = 0; k < inner; ++k)
            sum += a[i / columns * inner + k] * b[k * columns + i % columns];
        return sum;
    });
    for (float* memory : {device_a, device_b, device_c})
        CHECK(cudaFree(memory));
    return e2e::passed();
}
