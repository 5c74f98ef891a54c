#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 m = 48;
constexpr u32 n = 64;
constexpr u32 k = 80;

// Small integers: all products and sums are exact, in f16 too.
std::vector<u16> small_halves(u32 count, u64 seed) {
    std::vector<u16> values;
    for (const s32 value : random_values<s32>(count, -3, 4, seed))
        values.push_back(to_half(static_cast<float>(value)));
    return values;
}

}  // namespace

KERNEL_TEST(matmul_wmma_f16) {
    const auto a = small_halves(m * k, 24);
    const auto b = small_halves(n * k, 25);
    std::vector<float> expected(m * n);
    std::vector<u16> expected_half;
    for (u32 i = 0; i < m * n; ++i) {
        for (u32 x = 0; x < k; ++x)
            expected[i] += 2 * from_half(a[i / n * k + x]) * from_half(b[i % n * k + x]);
        expected[i] += 0.0F;  // no negative zero
        expected_half.push_back(to_half(expected[i]));
    }
    const auto left = test.upload(a);
    const auto right = test.upload(b);
    const auto c = test.zeros<float>(m * n);
    const auto c_half = test.zeros<u16>(m * n);
    test.launch("matmul_f32", {{n / 32, m / 16}, {64}}, left, right, c, n, k);
    test.launch("matmul_f16", {{n / 32, m / 16}, {64}}, left, right, c_half, n, k);
    test.equal("f32 sum", test.download(c), expected);
    test.equal("f16 sum", test.download(c_half), expected_half);
}
