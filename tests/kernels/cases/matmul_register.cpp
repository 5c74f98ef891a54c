#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(matmul_register) {
    constexpr u32 m = 128;
    constexpr u32 n = 192;
    constexpr u32 k = 64;
    const auto a = random_values<float>(m * k, -1, 1, 22);
    const auto b = random_values<float>(k * n, -1, 1, 23);
    std::vector<double> expected(m * n);
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += double{a[i / n * k + x]} * b[x * n + i % n];
    }
    const auto c = test.zeros<float>(m * n);
    test.launch("matmul", {{n / 64, m / 64}, {256}}, test.upload(a), test.upload(b), c, n, k);
    test.close("c", test.download(c), expected, 1e-5);
}
