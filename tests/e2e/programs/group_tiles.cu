// Cooperative groups within a block: tiles, shuffles, votes, reductions, groups of those who happen to be there.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace groups = cooperative_groups;

template <int Size>
__global__ void tile_sums(const int* in, int* out) {
    const auto tile = groups::tiled_partition<Size>(groups::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int sum = groups::reduce(tile, in[i], groups::plus<int>());
    if (tile.thread_rank() == 0) out[i / Size] = sum;
}

// A collective of a tile of several warps comes right after another one, which one lane of a warp closes for all.
__global__ void tile_sequence(const int* in, int* out) {
    const auto tile = groups::tiled_partition<128>(groups::this_thread_block());
    const int value = in[threadIdx.x];
    const int sum = groups::reduce(tile, value, groups::plus<int>());
    out[threadIdx.x] = sum + tile.shfl(value, 3);
}

__global__ void shuffles(const int* in, int* out) {
    const auto tile = groups::tiled_partition<16>(groups::this_thread_block());
    const int i = threadIdx.x;
    int value = in[i];
    value += tile.shfl_xor(value, 5);
    value += tile.shfl(value, 3);
    out[i] = tile.any(value == 0) ? -1 : groups::inclusive_scan(tile, value);
}

__global__ void collect_odd(const int* in, int* out, int* count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2) {
        const auto active = groups::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0) base = atomicAdd(count, int(active.size()));
        out[active.shfl(base, 0) + active.thread_rank()] = in[i];
    }
}

template <int Size>
void check_tiles(const std::vector<int>& in, const int* device_in, int* device_out) {
    tile_sums<Size><<<4, 128>>>(device_in, device_out);
    e2e::expect_each("tile sums", e2e::fetch(device_out, 512 / Size), [&](auto tile) {
        int sum = 0;
        for (int i = 0; i < Size; ++i)
            sum += in[tile * Size + i];
        return sum;
    });
}

int main() {
    const auto in = e2e::filled<int>(512, [](auto i) { return e2e::scramble(i) % 1000 + 1; });
    int* device_in = e2e::device_copy(in);
    int* device_out = e2e::device_array<int>(512);
    check_tiles<4>(in, device_in, device_out);
    check_tiles<8>(in, device_in, device_out);
    check_tiles<32>(in, device_in, device_out);
    check_tiles<64>(in, device_in, device_out);  // of several warps, which meet in shared memory of the system's own
    check_tiles<128>(in, device_in, device_out);

    tile_sequence<<<1, 256>>>(device_in, device_out);
    e2e::expect_each("tile sequence", e2e::fetch(device_out, 256), [&](auto i) {
        const std::size_t first = i / 128 * 128;
        int sum = in[first + 3];
        for (std::size_t k = first; k < first + 128; ++k)
            sum += in[k];
        return sum;
    });

    shuffles<<<1, 64>>>(device_in, device_out);
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i)
        expected[i] = in[i] + in[i ^ 5];
    for (int tile = 0; tile < 64; tile += 16) {
        const int third = expected[tile + 3];
        for (int i = 0; i < 16; ++i)
            expected[tile + i] += third + (i ? expected[tile + i - 1] : 0);
    }
    e2e::expect_each("shuffles", e2e::fetch(device_out, 64), [&](auto i) { return expected[i]; });

    int* count = e2e::device_array<int>(1);
    CHECK(cudaMemset(count, 0, sizeof(int)));
    collect_odd<<<4, 128>>>(device_in, device_out, count, 500);
    long long odd = 0, sum = 0, found = 0;
    for (int i = 0; i < 500; ++i) {
        odd += in[i] % 2;
        sum += in[i] % 2 ? in[i] : 0;
    }
    EXPECT(e2e::fetch(count, 1)[0] == odd, "%d odd numbers, expected %lld", e2e::fetch(count, 1)[0], odd);
    for (int value : e2e::fetch(device_out, odd))
        found += value;
    EXPECT(found == sum, "their sum is %lld, expected %lld", found, sum);
    for (int* memory : {device_in, device_out, count})
        CHECK(cudaFree(memory));
    return e2e::passed();
}
