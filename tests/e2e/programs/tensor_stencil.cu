// A stencil of seven points in three dimensions. Boxes begin before the block's part, also where there is nothing: what
// lies outside of the grid comes as zeros, so nothing is to be done at the edges. Two boxes are under way at a time.
#include "tensor_map.h"

constexpr int width = 64;
constexpr int height = 40;
constexpr int depth = 24;
constexpr int part_x = 16;
constexpr int part_y = 8;
constexpr int halo_x = 4;  // one would do, but boxes begin at multiples of 16 bytes
constexpr int box_x = halo_x + part_x + halo_x;
constexpr int box_y = part_y + 2;

__global__ void stencil(const __grid_constant__ CUtensorMap grid, float* result) {
    __shared__ alignas(128) float slices[4][box_y][32];  // of 3 and one that is being loaded; boxes lie packed in them
    __shared__ std::uint64_t barriers[4];
    const int x = blockIdx.x * part_x;
    const int y = blockIdx.y * part_y;
    constexpr std::uint32_t bytes = box_x * box_y * sizeof(float);
    const auto fetch = [&](int z) {
        tensor::expect(barriers[(z + 4) % 4], bytes);
        tensor::load(slices[(z + 4) % 4], grid, barriers[(z + 4) % 4], x - halo_x, y - 1, z);
    };
    if (threadIdx.x == 0) {
        for (std::uint64_t& barrier : barriers)
            tensor::begin_barrier(barrier);
        for (int z = -1; z <= 1; ++z)
            fetch(z);
    }
    __syncthreads();
    const int i = threadIdx.x % part_x;
    const int j = threadIdx.x / part_x;
    std::uint32_t parities = 0;
    const auto ready = [&](int z) {
        const int slot = (z + 4) % 4;
        tensor::wait(barriers[slot], parities >> slot & 1);
        parities ^= 1u << slot;
        return reinterpret_cast<const float*>(slices[slot]) + (j + 1) * box_x + halo_x + i;
    };
    const float* below = ready(-1);
    const float* here = ready(0);
    for (int z = 0; z < depth; ++z) {
        const float* const above = ready(z + 1);
        if (threadIdx.x == 0 && z + 2 <= depth) fetch(z + 2);
        result[(z * height + y + j) * width + x + i] =
            here[-1] + here[1] + here[-box_x] + here[box_x] + below[0] + above[0] - 6 * here[0];
        below = here;
        here = above;
        __syncthreads();
    }
}

int main() {
    constexpr int count = width * height * depth;
    const auto values = e2e::filled<float>(count, [](std::size_t i) { return e2e::scramble(i) % 1000; });
    float* const grid = e2e::device_copy(values);
    float* const result = e2e::device_array<float>(count);
    const CUtensorMap map = tensor::encode(grid, {width, height, depth}, {box_x, box_y, 1});
    stencil<<<dim3(width / part_x, height / part_y), part_x * part_y>>>(map, result);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const auto at = [&](int x, int y, int z) {
        if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth) return 0.0f;
        return values[(z * height + y) * width + x];
    };
    e2e::expect_each("result", e2e::fetch(result, count), [&](std::size_t i) {
        const int x = i % width;
        const int y = i / width % height;
        const int z = i / width / height;
        return at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) +
               at(x, y, z + 1) - 6 * at(x, y, z);
    });
    CHECK(cudaFree(grid));
    CHECK(cudaFree(result));
    return e2e::passed();
}
