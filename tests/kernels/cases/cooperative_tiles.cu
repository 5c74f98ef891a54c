// Cooperative groups below the block: tiles of several sizes, threads that happen to be together, collective
// algorithms.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <unsigned size>
__device__ int tile_sum(const cg::thread_block& block, int value) {
    const auto tile = cg::tiled_partition<size>(block);
    for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return tile.shfl(value, 0);
}

extern "C" __global__ void tile_sums(const int* in, int* sums4, int* sums16, int* sums32) {
    const auto block = cg::this_thread_block();
    const unsigned i = blockIdx.x * blockDim.x + block.thread_rank();
    sums4[i] = tile_sum<4>(block, in[i]);
    sums16[i] = tile_sum<16>(block, in[i]);
    sums32[i] = tile_sum<32>(block, in[i]);
}

// Only threads with odd values take part; each writes its rank among them and their number.
extern "C" __global__ void together(const int* in, int2* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = make_int2(-1, -1);
    if (in[i] % 2 != 0) {
        const auto group = cg::coalesced_threads();
        const int leader = group.shfl(in[i], 0);
        out[i] = make_int2(int(group.thread_rank()) * 1000 + int(group.size()), leader);
    }
}

extern "C" __global__ void collectives(const int* in, int* largest, int* scans, unsigned* labels) {
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const unsigned i = blockIdx.x * blockDim.x + block.thread_rank();
    largest[i] = cg::reduce(warp, in[i], cg::greater<int>());
    scans[i] = cg::exclusive_scan(warp, in[i], cg::plus<int>());
    const auto alike = cg::labeled_partition(warp, unsigned(in[i]) % 5);
    labels[i] = alike.size() << 16 | alike.thread_rank() << 8 | unsigned(cg::reduce(alike, 1, cg::plus<int>()));
    block.sync();
}
