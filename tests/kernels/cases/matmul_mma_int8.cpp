#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void saturation(Test& test) {
    const auto a = random_values<u8>(16 * 16, 100, 256, 33);
    const auto b = random_values<s8>(8 * 16, -128, 128, 34);
    std::vector<s32> start(16 * 8);
    std::vector<s32> expected(16 * 8);
    for (u32 i = 0; i < 16 * 8; ++i) {
        start[i] = i % 3 == 0 ? INT32_MAX - 5 : i % 3 == 1 ? INT32_MIN + 5 : 17;
        s64 sum = start[i];
        for (u32 x = 0; x < 16; ++x)
            sum += s64{a[i / 8 * 16 + x]} * b[i % 8 * 16 + x];
        expected[i] = static_cast<s32>(std::clamp<s64>(sum, INT32_MIN, INT32_MAX));
    }
    const auto c = test.upload(start);
    test.launch("saturate", {{1}, {32}}, test.upload(a), test.upload(b), c);
    test.equal("saturated sum", test.download(c), expected);
}

}  // namespace

KERNEL_TEST(matmul_mma_int8) {
    constexpr u32 m = 64;
    constexpr u32 n = 40;
    constexpr u32 k = 96;
    const auto a = random_values<s8>(m * k, -128, 128, 31);
    const auto b = random_values<s8>(n * k, -128, 128, 32);
    std::vector<s32> expected(m * n);
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += a[i / n * k + x] * b[i % n * k + x];
    }
    const auto c = test.zeros<s32>(m * n);
    test.launch("matmul_s8", {{n / 8, m / 16}, {32}}, test.upload(a), test.upload(b), c, n, k);
    test.equal("sum", test.download(c), expected);
    saturation(test);
}
