#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(stencil_1d) {
    constexpr s32 n = 10'000;
    constexpr s32 weights[] = {1, -2, 3, 10, 3, -2, 1};
    const auto in = random_values<s32>(n, -1e6, 1e6, 40);
    std::vector<s32> expected(n);
    for (s32 i = 0; i < n; ++i) {
        for (s32 k = -3; k <= 3; ++k) {
            if (i + k >= 0 && i + k < n) expected[i] += weights[k + 3] * in[i + k];
        }
    }
    const auto out = test.zeros<s32>(n);
    test.launch("stencil", {{ceil_div(n, 256)}, {256}}, test.upload(in), out, n);
    test.equal("value", test.download(out), expected);
}
