// Blocks add boxes that lie partly on top of each other into one array, and store others, beyond its edges too, where
// nothing is written. The map of the second launch was made by giving the first another address, and lies in memory.
#include "tensor_map.h"

constexpr int width = 100;
constexpr int height = 60;
constexpr int box_x = 32;
constexpr int box_y = 16;
constexpr int step_x = 20;
constexpr int step_y = 10;
constexpr int corner_x = width - 8;  // boxes begin at multiples of 16 bytes
constexpr int corner_y = height - 3;

__device__ CUtensorMap map_in_memory;

__device__ void combine(const CUtensorMap& map) {
    __shared__ alignas(128) int box[box_y][box_x];
    for (int i = threadIdx.x; i < box_x * box_y; i += blockDim.x)
        box[i / box_x][i % box_x] = 1 + i % box_x;
    tensor::publish();
    __syncthreads();
    if (threadIdx.x != 0) return;
    tensor::add(map, box, blockIdx.x * step_x, blockIdx.y * step_y);
    tensor::finish_stores();
}

__global__ void combine_by_parameter(const __grid_constant__ CUtensorMap map) {
    combine(map);
}

__global__ void combine_by_memory() {
    combine(map_in_memory);
}

__global__ void store_corner(const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) int box[box_y][box_x];
    for (int i = threadIdx.x; i < box_x * box_y; i += blockDim.x)
        box[i / box_x][i % box_x] = -i;
    tensor::publish();
    __syncthreads();
    if (threadIdx.x != 0) return;
    tensor::store(map, box, corner_x, corner_y);
    tensor::finish_stores();
}

int sum_at(int x, int y, int blocks_x, int blocks_y) {
    int sum = 0;
    for (int block = 0; block < blocks_x * blocks_y; ++block) {
        const int dx = x - block % blocks_x * step_x;
        const int dy = y - block / blocks_x * step_y;
        if (dx >= 0 && dx < box_x && dy >= 0 && dy < box_y) sum += 1 + dx;
    }
    return sum;
}

int main() {
    constexpr int count = width * height;
    constexpr int blocks_x = 5;
    constexpr int blocks_y = 6;
    int* const first = e2e::device_array<int>(count);
    int* const second = e2e::device_array<int>(count);
    CHECK(cudaMemset(first, 0, count * sizeof(int)));
    CHECK(cudaMemset(second, 0, count * sizeof(int)));
    CUtensorMap map = tensor::encode(first, {width, height}, {box_x, box_y});
    combine_by_parameter<<<dim3(blocks_x, blocks_y), 128>>>(map);
    store_corner<<<1, 128>>>(map);
    CHECK(tensor::driver_function<decltype(&cuTensorMapReplaceAddress)>("cuTensorMapReplaceAddress")(&map, second));
    CHECK(cudaMemcpyToSymbol(map_in_memory, &map, sizeof(map)));
    combine_by_memory<<<dim3(blocks_x, blocks_y), 128>>>();
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("first", e2e::fetch(first, count), [&](std::size_t i) {
        const int x = i % width;
        const int y = i / width;
        if (x >= corner_x && y >= corner_y) return -((y - corner_y) * box_x + x - corner_x);
        return sum_at(x, y, blocks_x, blocks_y);
    });
    e2e::expect_each("second", e2e::fetch(second, count),
                     [&](std::size_t i) { return sum_at(i % width, i / width, blocks_x, blocks_y); });
    CHECK(cudaFree(first));
    CHECK(cudaFree(second));
    return e2e::passed();
}
