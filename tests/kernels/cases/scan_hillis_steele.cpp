#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(scan_hillis_steele) {
    constexpr u32 n = 9'000;
    const auto in = random_words(n, 5);
    std::vector<u32> expected(n);
    for (u32 i = 0; i < n; ++i)
        expected[i] = in[i] + (i % 512 == 0 ? 0 : expected[i - 1]);
    const auto out = test.zeros<u32>(n);
    test.launch("scan_block", {{ceil_div(n, 512)}, {512}}, test.upload(in), out, n);
    test.equal("sum", test.download(out), expected);
}
