// Cooperative groups: tiles of several sizes, coalesced threads, whole blocks and whole grids.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void groups_tile_sum(const int* in, int* out, int n) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0) atomicAdd(out, sum);
}

extern "C" __global__ void groups_reduce(const float* in, float* out, int n) {
    __shared__ float sums[32];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    float sum = 0;
    for (int i = block.group_index().x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size())
        sum += in[i];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        sum = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0.0f;
        sum = cg::reduce(warp, sum, cg::plus<float>());
        if (warp.thread_rank() == 0) out[block.group_index().x] = sum;
    }
}

extern "C" __global__ void groups_scan(const int* in, int* out, int n) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = cg::inclusive_scan(warp, in[i]);
}

extern "C" __global__ void groups_filter(const int* in, int* out, int* count, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (in[i] > 1000000000) {
            const auto active = cg::coalesced_threads();
            int first = 0;
            if (active.thread_rank() == 0) first = atomicAdd(count, active.size());
            first = active.shfl(first, 0);
            out[(first + active.thread_rank()) & 0xfffff] = 1;
        }
    }
}

extern "C" __global__ void groups_copy(const float4* in, float4* out, int chunks) {
    __shared__ float4 stage[256];
    const auto block = cg::this_thread_block();
    for (int c = blockIdx.x; c < chunks; c += gridDim.x) {
        cg::memcpy_async(block, stage, in + c * 256, sizeof(stage));
        cg::wait(block);
        const float4 a = stage[threadIdx.x], b = stage[255 - threadIdx.x];
        out[c * 256 + threadIdx.x] = make_float4(a.x + b.x, a.y - b.y, a.z * b.z, a.w);
        block.sync();
    }
}

extern "C" __global__ void groups_quads(const float* in, float* out, int n) {
    __shared__ float share[256];
    const auto block = cg::this_thread_block();
    const auto quad = cg::tiled_partition<4>(block);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    share[block.thread_rank()] = i < n ? in[i] : 0;
    quad.sync();
    const int base = quad.meta_group_rank() * 4;
    float sum = 0;
    for (int k = 0; k < 4; ++k)
        sum += share[base + ((quad.thread_rank() + k) & 3)] * (k + 1);
    if (i < n) out[i] = sum;
}

extern "C" __global__ void groups_halves(const int* in, int* out) {
    extern __shared__ int lane_memory[];
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition(block, 32);
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    int* mine = lane_memory + threadIdx.x / 32 * 32;
    int value = in[id];
    for (int i = tile.size() / 2; i > 0; i /= 2) {
        mine[tile.thread_rank()] = value;
        tile.sync();
        if (tile.thread_rank() < i) value += mine[tile.thread_rank() + i];
        tile.sync();
    }
    out[id] = value;
}
