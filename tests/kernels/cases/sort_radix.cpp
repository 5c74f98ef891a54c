#include <algorithm>
#include <numeric>
#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(sort_radix) {
    constexpr u32 n = 10'000;
    constexpr u32 blocks = ceil_div(n, 256);
    auto keys = random_words(n, 12);
    for (u32 i = 0; i < n; i += 3)
        keys[i] %= 100;  // many equal ones: the order of the values shows that it is stable
    std::vector<u32> values(n);
    std::iota(values.begin(), values.end(), 0U);
    auto order = values;
    std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return keys[a] < keys[b]; });
    std::vector<u32> sorted(n);
    for (u32 i = 0; i < n; ++i)
        sorted[i] = keys[order[i]];

    auto keys_a = test.upload(keys);
    auto keys_b = test.zeros<u32>(n);
    auto values_a = test.upload(values);
    auto values_b = test.zeros<u32>(n);
    const auto counts = test.zeros<u32>(16 * blocks);
    for (u32 shift = 0; shift < 32; shift += 4) {
        test.launch("count_digits", {{blocks}, {256}}, keys_a, counts, n, shift);
        test.launch("scan_counts", {{1}, {1024}}, counts, 16 * blocks);
        test.launch("scatter", {{blocks}, {256}}, keys_a, values_a, keys_b, values_b, counts, n, shift);
        std::swap(keys_a, keys_b);
        std::swap(values_a, values_b);
    }
    test.equal("key", test.download(keys_a), sorted);
    test.equal("value", test.download(values_a), order);
}
