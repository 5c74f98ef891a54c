// compile: 75 80
// compile: 90 -lineinfo
// Cooperative groups: tiles, coalesced and labelled groups, grid synchronisation, reduce and scan.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void tiles(int* data) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = data[block.thread_rank()];
    v += tile.shfl_xor(v, 4) + tile.shfl(v, 0) + tile.ballot(v > 1) + tile.any(v > 2) + tile.match_any(v);
    tile.sync();
    v = cg::reduce(tile, v, cg::plus<int>());
    v += cg::inclusive_scan(tile, v) + cg::exclusive_scan(tile, v, cg::plus<int>());
    block.sync();
    data[block.thread_rank()] = v + tile.meta_group_rank();
}

__global__ void big_tile(float* data) {
    __shared__ cg::block_tile_memory<256> scratch;
    auto block = cg::this_thread_block(scratch);
    auto tile = cg::tiled_partition<64>(block);
    data[block.thread_rank()] = cg::reduce(tile, data[block.thread_rank()], cg::greater<float>());
}

__global__ void coalesced(int* data) {
    if (data[threadIdx.x] & 1) {
        auto active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(data, active.size());
        auto same = cg::labeled_partition(active, data[threadIdx.x] & 6);
        data[threadIdx.x] = cg::reduce(same, data[threadIdx.x], cg::bit_xor<int>()) + same.num_threads();
        auto halves = cg::binary_partition(active, data[threadIdx.x] > 9);
        halves.sync();
    }
}

__global__ void whole_grid(int* data) {
    auto grid = cg::this_grid();
    data[grid.thread_rank()] = 1;
    grid.sync();
    data[grid.thread_rank()] += data[(grid.thread_rank() + 1) % grid.size()];
    auto token = grid.barrier_arrive();
    grid.barrier_wait(static_cast<decltype(token)&&>(token));
}

__global__ void copies(const int4* in, int4* out) {
    extern __shared__ int4 stage[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, stage, in, blockDim.x * sizeof(int4));
    cg::wait(block);
    out[threadIdx.x] = stage[blockDim.x - 1 - threadIdx.x];
    cg::invoke_one(block, [&] { out[0].x = 7; });
}
