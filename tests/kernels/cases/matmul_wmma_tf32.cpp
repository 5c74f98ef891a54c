#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void tf32(Test& test) {
    constexpr u32 m = 32;
    constexpr u32 n = 48;
    constexpr u32 k = 64;
    const auto a = random_values<float>(m * k, -1, 1, 26);
    const auto b = random_values<float>(k * n, -1, 1, 27);
    std::vector<double> expected(m * n);
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += double{a[i / n * k + x]} * b[x * n + i % n];
    }
    const auto c = test.zeros<float>(m * n);
    test.launch("matmul_tf32", {{n / 16, m / 16}, {32}}, test.upload(a), test.upload(b), c, n, k);
    test.close("tf32 product", test.download(c), expected, 1e-2);  // tf32 has 10 bits
}

void f64(Test& test) {
    constexpr u32 m = 24;
    constexpr u32 n = 16;
    constexpr u32 k = 20;
    const auto a = random_values<double>(m * k, -1, 1, 28);
    const auto b = random_values<double>(k * n, -1, 1, 29);
    const auto start = random_values<double>(m * n, -1, 1, 30);
    auto expected = start;
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += a[i % m * k + x] * b[x * n + i / m];
    }
    const auto c = test.upload(start);
    test.launch("matmul_f64", {{n / 8, m / 8}, {32}}, test.upload(a), test.upload(b), c, m, n, k);
    test.close("f64 product", test.download(c), expected, 1e-14);
}

}  // namespace

KERNEL_TEST(matmul_wmma_tf32) {
    tf32(test);
    f64(test);
}
