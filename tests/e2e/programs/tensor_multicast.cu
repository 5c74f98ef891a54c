// A cluster of four blocks: each brings one tile, and the copy puts it into the shared memory of all of them.
#include <cooperative_groups.h>

#include "tensor_map.h"

constexpr int side = 16;
constexpr int cluster_blocks = 4;

__device__ void load_for_all(void* to, const CUtensorMap& map, std::uint64_t& barrier, int x, int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
        "[%1, {%3, %4}], [%2], %5;" ::"r"(tensor::shared_address(to)),
        "l"(&map), "r"(tensor::shared_address(&barrier)), "r"(x), "r"(y),
        "h"(static_cast<std::uint16_t>((1 << cluster_blocks) - 1))
        : "memory");
}

// Every block adds up the four tiles of its cluster's row of tiles, each in its own way.
__global__ void __cluster_dims__(cluster_blocks, 1, 1) add_tiles(const __grid_constant__ CUtensorMap map, int* result) {
    __shared__ alignas(128) int tiles[cluster_blocks][side][side];
    __shared__ std::uint64_t barrier;
    const auto cluster = cooperative_groups::this_cluster();
    const int rank = static_cast<int>(cluster.block_rank());
    if (threadIdx.x == 0) {
        tensor::begin_barrier(barrier);
        tensor::expect(barrier, sizeof(tiles));
    }
    cluster.sync();
    if (threadIdx.x == 0) load_for_all(tiles[rank], map, barrier, rank * side, blockIdx.y * side);
    tensor::wait(barrier, 0);
    const int i = threadIdx.x % side;
    const int j = threadIdx.x / side;
    int sum = 0;
    for (int tile = 0; tile < cluster_blocks; ++tile)
        sum += (tile + rank + 1) * tiles[tile][j][i];
    result[((blockIdx.y * cluster_blocks + rank) * side + j) * side + i] = sum;
    cluster.sync();
}

int main() {
    constexpr int width = cluster_blocks * side;
    constexpr int height = 3 * side;
    const auto values = e2e::filled<int>(width * height, [](std::size_t i) { return e2e::scramble(i) % 1000; });
    int* const matrix = e2e::device_copy(values);
    int* const result = e2e::device_array<int>(width * height);
    const CUtensorMap map = tensor::encode(matrix, {width, height}, {side, side});
    add_tiles<<<dim3(cluster_blocks, 3), side * side>>>(map, result);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("result", e2e::fetch(result, width * height), [&](std::size_t at) {
        const int i = at % side;
        const int j = at / side % side;
        const int rank = at / side / side % cluster_blocks;
        const int row = at / side / side / cluster_blocks;
        int sum = 0;
        for (int tile = 0; tile < cluster_blocks; ++tile)
            sum += (tile + rank + 1) * values[(row * side + j) * width + tile * side + i];
        return sum;
    });
    CHECK(cudaFree(matrix));
    CHECK(cudaFree(result));
    return e2e::passed();
}
