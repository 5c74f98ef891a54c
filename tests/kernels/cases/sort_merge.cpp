#include <algorithm>
#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(sort_merge) {
    constexpr u32 n = 20'011;
    auto in = random_values<s64>(n, -9e18, 9e18, 13);
    for (u32 i = 0; i < n; i += 2)
        in[i] = static_cast<s64>(i % 50);  // equal ones too
    auto from = test.upload(in);
    auto to = test.zeros<s64>(n);
    test.launch("sort_runs", {{ceil_div(n, 32 * 64)}, {64}}, from, n);
    for (u32 run = 32; run < n; run *= 2) {
        test.launch("merge_runs", {{ceil_div(n, 256)}, {256}}, from, to, n, run);
        std::swap(from, to);
    }
    std::sort(in.begin(), in.end());
    test.equal("value", test.download(from), in);
}
