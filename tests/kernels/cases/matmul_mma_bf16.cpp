#include "../harness.h"

using namespace ringfence::kernels;

namespace {

std::vector<u16> bfloats(u32 count, u64 seed) {
    std::vector<u16> values;
    for (const float value : random_values<float>(count, -1, 1, seed))
        values.push_back(to_bfloat(value));
    return values;
}

}  // namespace

KERNEL_TEST(matmul_mma_bf16) {
    constexpr u32 m = 64;
    constexpr u32 n = 96;
    constexpr u32 k = 160;
    const auto a = bfloats(m * k, 35);
    const auto b = bfloats(k * n, 36);
    std::vector<double> expected(m * n);
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += double{from_bfloat(a[i / n * k + x])} * from_bfloat(b[x * n + i % n]);
    }
    const auto c = test.zeros<float>(m * n);
    test.launch("matmul", {{n / 32, m / 32}, {128}}, test.upload(a), test.upload(b), c, n, k);
    test.close("c", test.download(c), expected, 1e-5);
}
