#include <algorithm>
#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 blocks = 6;
constexpr u32 tile = 128 * 4;
constexpr u32 n = blocks * tile;

void sort(Test& test) {
    const auto keys = random_values<float>(n, -100, 100, 65);
    std::vector<s32> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (u32 b = 0; b < blocks; ++b) {
        std::stable_sort(order.begin() + b * tile, order.begin() + (b + 1) * tile,
                         [&](s32 x, s32 y) { return keys[x] > keys[y]; });
    }
    std::vector<float> sorted;
    for (const s32 i : order)
        sorted.push_back(keys[i]);
    std::vector<s32> values(n);
    std::iota(values.begin(), values.end(), 0);
    const auto k = test.upload(keys);
    const auto v = test.upload(values);
    test.launch("block_sort", {{blocks}, {128}}, k, v);
    test.equal("key", test.download(k), sorted);
    test.equal("value", test.download(v), order);
}

}  // namespace

KERNEL_TEST(cub_block) {
    const auto in = random_values<s32>(n, -1e6, 1e6, 64);
    std::vector<s32> sums;
    std::vector<s32> scans(n);
    for (u32 i = 0; i < n; i += 128)
        sums.push_back(std::accumulate(in.begin() + i, in.begin() + i + 128, 0));
    for (u32 i = 0; i < n; ++i)
        scans[i] = i % tile == 0 ? 0 : scans[i - 1] + in[i - 1];

    const auto values = test.upload(in);
    const auto out = test.zeros<s32>(n / 128);
    test.launch("block_sums", {{n / 128}, {128}}, values, out);
    test.equal("sum", test.download(out), sums);
    const auto scanned = test.zeros<s32>(n);
    test.launch("block_scan", {{blocks}, {128}}, values, scanned);
    test.equal("scan", test.download(scanned), scans);
    sort(test);
}
