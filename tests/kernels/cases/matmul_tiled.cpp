#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(matmul_tiled) {
    constexpr u32 m = 75;
    constexpr u32 n = 50;
    constexpr u32 k = 93;
    const auto a = random_values<float>(m * k, -1, 1, 20);
    const auto b = random_values<float>(k * n, -1, 1, 21);
    std::vector<double> expected(m * n);
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += double{a[i / n * k + x]} * b[x * n + i % n];
    }
    const auto c = test.zeros<float>(m * n);
    test.launch("matmul", {{ceil_div(n, 16), ceil_div(m, 16)}, {16, 16}}, test.upload(a), test.upload(b), c, m, n, k);
    test.close("c", test.download(c), expected, 1e-5);
}
