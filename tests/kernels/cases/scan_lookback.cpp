#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(scan_lookback) {
    constexpr u32 n = 100'003;
    constexpr u32 tiles = ceil_div(n, 256);
    const auto in = random_words(n, 10);
    std::vector<u32> expected(n);
    std::inclusive_scan(in.begin(), in.end(), expected.begin());
    const auto out = test.zeros<u32>(n);
    test.launch("scan", {{tiles}, {256}}, test.upload(in), out, test.zeros<u64>(tiles), n);
    test.equal("sum", test.download(out), expected);
}
