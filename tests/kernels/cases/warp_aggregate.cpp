#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(warp_aggregate) {
    constexpr u32 n = 10'007;
    const auto in = random_values<s32>(n, -1000, 1000, 70);
    std::vector<s32> expected;
    std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](s32 value) { return value < 300; });
    std::sort(expected.begin(), expected.end());

    const auto out = test.zeros<s32>(n);
    const auto count = test.zeros<u32>(1);
    test.results_vary();  // in any order
    test.launch("filter", {{ceil_div(n, 256)}, {256}}, test.upload(in), n, 300, out, count);
    auto found = test.download(out);
    found.resize(std::min<std::size_t>(test.download(count)[0], n));
    std::sort(found.begin(), found.end());
    test.equal("value", found, expected);

    const auto keys = random_values<u8>(n, 0, 20, 71);
    std::vector<u32> counts(20);
    for (const u8 key : keys)
        ++counts[key];
    const auto out_counts = test.zeros<u32>(20);
    test.launch("count_keys", {{ceil_div(n, 256)}, {256}}, test.upload(keys), out_counts, n);
    test.equal("count", test.download(out_counts), counts);
}
