// Matrices in the company of what kernels do besides: copies by thread, votes, shuffles of a part of a warp, sums of a
// block, assertions, warps that do different things.
#include <cassert>

#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <mma.h>

#include "check.h"

using namespace nvcuda;
namespace cg = cooperative_groups;

namespace {

constexpr int tile = 16;
constexpr int size = tile * tile;
using Left = wmma::fragment<wmma::matrix_a, tile, tile, tile, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, tile, tile, tile, half, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, tile, tile, tile, float>;

__device__ void multiply(const half* a, const half* b, Sum& sum) {
    Left left;
    Right right;
    wmma::load_matrix_sync(left, a, tile);
    wmma::load_matrix_sync(right, b, tile);
    wmma::mma_sync(sum, left, right, sum);
}

// One warp: tiles whose every number is negative are left out.
__global__ void skip_some(const half* tiles, float* largest, float* sums, int count) {
    __shared__ alignas(32) half here[size];
    const auto four = cg::tiled_partition<4>(cg::this_thread_block());
    for (int t = 0; t < count; ++t) {
        float most = -1e9F;
        for (int i = threadIdx.x; i < size; i += 32) {
            here[i] = tiles[t * size + i];
            most = fmaxf(most, __half2float(here[i]));
        }
        __syncwarp();
        for (int step = 16; step != 0; step /= 2)
            most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, step));
        if (threadIdx.x == 0) largest[t] = most;
        if (__all_sync(0xFFFFFFFF, most < 0)) continue;
        Sum sum;
        wmma::fill_fragment(sum, 0.0F);
        multiply(here, here, sum);
        float own = 0;
        for (int i = 0; i < sum.num_elements; ++i)
            own += sum.x[i];
        for (int step = 2; step != 0; step /= 2)
            own += four.shfl_xor(own, step);
        if (four.thread_rank() == 0) atomicAdd(&sums[t], own);
        __syncwarp();
    }
}

// The first warp multiplies what all have scaled by the sum of all.
__global__ void scale(const half* in, float* out, int n) {
    using Reduce = cub::BlockReduce<float, 128>;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ alignas(32) half here[size];
    __shared__ float total;
    float own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        own += __half2float(in[i]);
    own = Reduce(storage).Sum(own);
    if (threadIdx.x == 0) total = own;
    __syncthreads();
    assert(total == total);
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        here[i] = __float2half(__half2float(in[i]) + total);
    __syncthreads();
    if (threadIdx.x >= 32) return;
    Sum sum;
    wmma::fill_fragment(sum, 0.0F);
    multiply(here, here, sum);
    wmma::store_matrix_sync(out, sum, tile, wmma::mem_row_major);
}

// Warps of three trades.
__global__ void trades(const half* in, float* out, int* others) {
    __shared__ alignas(32) half here[size];
    __shared__ volatile int is_ready;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) is_ready = 0;
    __syncthreads();
    switch (warp) {
        case 0:
            for (int i = lane; i < size; i += 32)
                here[i] = in[i];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) is_ready = 1;
            break;
        case 1: {
            if (lane == 0)
                while (is_ready == 0) {}
            __syncwarp();
            Sum sum;
            wmma::fill_fragment(sum, 0.0F);
            multiply(here, here, sum);
            wmma::store_matrix_sync(out, sum, tile, wmma::mem_row_major);
            break;
        }
        default:
            if (lane == 3) atomicAdd(others, 1);
    }
}

float square(const std::vector<half>& a, int first, int i, float more = 0) {
    float sum = 0;
    for (int k = 0; k < tile; ++k)
        sum += (__half2float(a[first + i / tile * tile + k]) + more) * (__half2float(a[first + k * tile + i % tile]) + more);
    return sum;
}

}  // namespace

int main() {
    const int count = 3;
    std::vector<half> tiles(count * size);
    for (int i = 0; i < count * size; ++i)
        tiles[i] = __float2half(static_cast<float>(i / size == 1 ? -1 - i % 3 : i * 7 % 5 - 2));
    half* in = e2e::device_copy(tiles);
    float* largest = e2e::device_copy(std::vector<float>(count));
    float* sums = e2e::device_copy(std::vector<float>(count));
    skip_some<<<1, 32>>>(in, largest, sums, count);
    CHECK(cudaGetLastError());
    e2e::expect_each("largest", e2e::fetch(largest, count), [](auto t) { return t == 1 ? -1.0F : 2.0F; });
    e2e::expect_each("sums", e2e::fetch(sums, count), [&](auto t) {
        float sum = 0;
        for (int i = 0; i < size && t != 1; ++i)
            sum += square(tiles, static_cast<int>(t) * size, i);
        return sum;
    });

    float* out = e2e::device_array<float>(size);
    float total = 0;
    for (int i = 0; i < size; ++i)
        total += __half2float(tiles[i]);
    scale<<<1, 128>>>(in, out, size);
    CHECK(cudaGetLastError());
    e2e::expect_each("scaled", e2e::fetch(out, size), [&](auto i) { return square(tiles, 0, static_cast<int>(i), total); });

    int* others = e2e::device_copy(std::vector<int>(1));
    trades<<<1, 128>>>(in, out, others);
    CHECK(cudaGetLastError());
    e2e::expect_each("by trade", e2e::fetch(out, size), [&](auto i) { return square(tiles, 0, static_cast<int>(i)); });
    e2e::expect_each("others", e2e::fetch(others, 1), [](auto) { return 2; });
    return e2e::passed();
}
