// Cooperative groups made of threads with the same label, of odd and even ones, and of one thread for all.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace groups = cooperative_groups;

__global__ void by_label(const int* labels, const int* values, int* sums, int* ranks, int* sizes, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const auto group = groups::labeled_partition(groups::coalesced_threads(), labels[i]);
    const int sum = groups::reduce(group, values[i], groups::plus<int>());
    groups::invoke_one(group, [&] { atomicAdd(&sums[labels[i]], sum); });
    ranks[i] = group.thread_rank();
    sizes[i] = group.size();
}

__global__ void by_parity(const int* values, int* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const auto warp = groups::tiled_partition<32>(groups::this_thread_block());
    const auto group = groups::binary_partition(warp, values[i] % 2 == 1);
    sums[i] = groups::inclusive_scan(group, values[i], groups::plus<int>());
}

int main() {
    constexpr int count = 1000, labels = 7, scanned = 768;
    const auto label = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i) % labels; });
    const auto value = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i + 99) % 50; });
    int* device_values = e2e::device_copy(value);
    int* sums = e2e::device_copy(std::vector<int>(labels));
    int* ranks = e2e::device_array<int>(count);
    int* sizes = e2e::device_array<int>(count);
    by_label<<<4, 256>>>(e2e::device_copy(label), device_values, sums, ranks, sizes, count);

    std::vector<int> expected(labels);
    for (int i = 0; i < count; ++i)
        expected[label[i]] += value[i];
    e2e::expect_each("sums", e2e::fetch(sums, labels), [&](auto i) { return expected[i]; });
    const auto in_warp = [&](int i, int end) {  // those of the warp with its label, up to there
        int found = 0;
        for (int k = i / 32 * 32; k < end && k < count; ++k)
            found += label[k] == label[i];
        return found;
    };
    e2e::expect_each("ranks", e2e::fetch(ranks, count), [&](auto i) { return in_warp(i, i); });
    e2e::expect_each("sizes", e2e::fetch(sizes, count), [&](auto i) { return in_warp(i, i / 32 * 32 + 32); });

    by_parity<<<scanned / 256, 256>>>(device_values, ranks);
    e2e::expect_each("scans", e2e::fetch(ranks, scanned), [&](auto i) {
        int sum = 0;
        for (int k = i / 32 * 32; k <= int(i); ++k)
            sum += value[k] % 2 == value[i] % 2 ? value[k] : 0;
        return sum;
    });
    return e2e::passed();
}
