// A call of each part of cooperative groups, one to a kernel. Nobody runs it: families.py counts its kernels.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

template <unsigned Size>
__device__ void tile_of(const int* in, int* out) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    int value = in[cg::this_grid().thread_rank()];
    value += tile.shfl(value, 0) + tile.shfl_up(value, 1) + tile.shfl_xor(value, 1);
    value += tile.any(value > 0) + tile.all(value > 1) + __popc(tile.ballot(value & 1));
    value += cg::reduce(tile, value, cg::plus<int>()) + cg::reduce(tile, value, cg::bit_xor<int>());
    value += cg::exclusive_scan(tile, value) + cg::inclusive_scan(tile, value, cg::greater<int>());
    if constexpr (Size > 1) value += tile.match_any(value & 3);
    tile.sync();
    out[cg::this_grid().thread_rank()] = value;
}
extern "C" __global__ void groups_tile_1(const int* in, int* out) { tile_of<1>(in, out); }
extern "C" __global__ void groups_tile_2(const int* in, int* out) { tile_of<2>(in, out); }
extern "C" __global__ void groups_tile_4(const int* in, int* out) { tile_of<4>(in, out); }
extern "C" __global__ void groups_tile_8(const int* in, int* out) { tile_of<8>(in, out); }
extern "C" __global__ void groups_tile_16(const int* in, int* out) { tile_of<16>(in, out); }
extern "C" __global__ void groups_tile_32(const int* in, int* out) { tile_of<32>(in, out); }

// Tiles of several warps keep their barriers in shared memory.
template <unsigned Size>
__device__ void large_tile_of(const int* in, int* out) {
    __shared__ cg::block_tile_memory<512> memory;
    const auto block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<Size>(block);
    int value = in[threadIdx.x];
    value += tile.shfl(value, 3) + tile.any(value > 0);
    value = cg::reduce(tile, value, cg::plus<int>());
    tile.sync();
    out[threadIdx.x] = value + cg::inclusive_scan(tile, value);
}
extern "C" __global__ void groups_tile_64(const int* in, int* out) { large_tile_of<64>(in, out); }
extern "C" __global__ void groups_tile_128(const int* in, int* out) { large_tile_of<128>(in, out); }
extern "C" __global__ void groups_tile_512(const int* in, int* out) { large_tile_of<512>(in, out); }

extern "C" __global__ void groups_coalesced(const int* in, int* out) {
    const int value = in[threadIdx.x];
    if (value % 3 != 0) return;
    const auto active = cg::coalesced_threads();
    int sum = cg::reduce(active, value, cg::plus<int>()) + active.shfl(value, 0) + active.shfl_down(value, 1);
    sum += cg::inclusive_scan(active, value) + active.any(value > 4) + active.match_any(value);
    active.sync();
    out[active.thread_rank()] = sum;
}
extern "C" __global__ void groups_labeled(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto part = cg::labeled_partition(warp, in[threadIdx.x] & 7);
    out[threadIdx.x] = cg::reduce(part, in[threadIdx.x], cg::less<int>()) + static_cast<int>(part.size());
}
extern "C" __global__ void groups_binary(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto part = cg::binary_partition(warp, in[threadIdx.x] > 0);
    out[threadIdx.x] = cg::reduce(part, in[threadIdx.x], cg::bit_or<int>());
}
extern "C" __global__ void groups_reduce_async(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(*out);
    cg::reduce_update_async(warp, sum, in[threadIdx.x], cg::plus<int>());
}
extern "C" __global__ void groups_store_async(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::reduce_store_async(warp, out + warp.meta_group_rank(), in[threadIdx.x], cg::plus<int>());
}
extern "C" __global__ void groups_scan_update(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(*out);
    out[1 + threadIdx.x] = cg::exclusive_scan_update(warp, sum, in[threadIdx.x], cg::plus<int>());
}
extern "C" __global__ void groups_invoke_one(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::invoke_one(warp, [&] { out[0] = in[0]; });
    out[1 + threadIdx.x] = cg::invoke_one_broadcast(warp, [&] { return atomicAdd(out, 1); });
}
extern "C" __global__ void groups_block_barrier(const int* in, int* out) {
    extern __shared__ int shared[];
    const auto block = cg::this_thread_block();
    shared[block.thread_rank()] = in[block.thread_rank()];
    auto token = block.barrier_arrive();
    const int own = in[block.thread_rank() + 1];
    block.barrier_wait(std::move(token));
    out[block.thread_rank()] = own + shared[block.num_threads() - 1 - block.thread_rank()];
}
extern "C" __global__ void groups_copies(const int* in, int* out, int count) {
    extern __shared__ int shared[];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, shared, sizeof(int) * 128, in, sizeof(int) * count);
    cg::memcpy_async(block, shared + 128, in + 128, cuda::aligned_size_t<16>(512));
    cg::wait_prior<1>(block);
    out[threadIdx.x] = shared[threadIdx.x];
    cg::wait(block);
    out[128 + threadIdx.x] = shared[128 + threadIdx.x];
}
extern "C" __global__ void groups_grid(const int* in, int* out) {
    const auto grid = cg::this_grid();
    out[grid.thread_rank()] = in[grid.thread_rank()] + static_cast<int>(grid.block_rank());
    grid.sync();
    auto token = grid.barrier_arrive();
    out[grid.num_threads() + grid.thread_rank()] = out[grid.num_threads() - 1 - grid.thread_rank()];
    grid.barrier_wait(std::move(token));
}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void groups_cluster_sync(const int* in, int* out) {
    const auto cluster = cg::this_cluster();
    out[cluster.thread_rank()] = in[cluster.block_rank()] + static_cast<int>(cluster.num_blocks());
    cluster.sync();
    auto token = cluster.barrier_arrive();
    cluster.barrier_wait(std::move(token));
}
extern "C" __global__ void groups_cluster_memory(const int* in, int* out) {
    __shared__ int shared[128];
    const auto cluster = cg::this_cluster();
    shared[threadIdx.x] = in[threadIdx.x];
    cluster.sync();
    const int* other = cluster.map_shared_rank(shared, (cluster.block_rank() + 1) % cluster.num_blocks());
    out[cluster.thread_rank()] = other[threadIdx.x] + static_cast<int>(cluster.query_shared_rank(other));
    cluster.sync();
}
extern "C" __global__ __cluster_dims__(2, 1, 1) void groups_cluster_of_two(const int* in, int* out) {
    const auto cluster = cg::this_cluster();
    cluster.sync();
    out[cluster.thread_rank()] = in[cluster.block_rank()];
}
#endif
