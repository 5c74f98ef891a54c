#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(asserts) {
    constexpr u32 n = 1'000;
    const auto a = random_values<u32>(n, 0, 4e9, 80);
    const auto b = random_values<u32>(n, 1, 50'000, 81);
    std::vector<u32> expected(n);
    for (u32 i = 0; i < n; ++i)
        expected[i] = a[i] / b[i];
    const auto out = test.zeros<u32>(n);
    test.launch("divide", {{ceil_div(n, 128)}, {128}}, test.upload(a), test.upload(b), out, n);
    test.equal("quotient", test.download(out), expected);
}
