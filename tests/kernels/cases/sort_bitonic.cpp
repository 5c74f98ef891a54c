#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(sort_bitonic) {
    constexpr u32 n = 1 << 14;
    constexpr u32 chunk = 1024;
    const auto in = random_values<float>(n, -1e6, 1e6, 11);
    const auto data = test.upload(in);
    test.launch("sort_chunks", {{n / chunk}, {chunk / 2}, chunk * 4}, data);
    for (u32 size = 2 * chunk; size <= n; size *= 2) {
        for (u32 stride = size / 2; stride > 0; stride /= 2) {
            test.launch("merge_step", {{n / 2 / 256}, {256}}, data, size, stride);
        }
    }
    auto expected = in;
    std::sort(expected.begin(), expected.end());
    test.equal("value", test.download(data), expected);
}
