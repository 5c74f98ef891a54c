#include <algorithm>
#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void cholesky(Test& test) {
    constexpr s32 n = 24;
    constexpr u32 count = 4;
    const auto root = random_values<double>(std::size_t{count} * n * n, -1, 1, 91);
    std::vector<double> in(root.size());
    for (u32 i = 0; i < in.size(); ++i) {
        const u32 base = i / (n * n) * n * n;
        const u32 row = i / n % n;
        const u32 column = i % n;
        for (u32 k = 0; k < n; ++k)
            in[i] += root[base + row * n + k] * root[base + column * n + k];
        if (row == column) in[i] += n;
    }
    const auto data = test.upload(in);
    test.launch("cholesky", {{count}, {32}}, data, n);
    const auto factor = test.download(data);
    std::vector<double> product(in.size());
    for (u32 i = 0; i < in.size(); ++i) {
        const u32 base = i / (n * n) * n * n;
        const u32 row = i / n % n;
        const u32 column = i % n;
        for (u32 k = 0; k <= std::min(row, column); ++k) {
            product[i] += factor[base + row * n + k] * factor[base + column * n + k];
        }
    }
    test.close("product of the factors", product, in, 1e-13);
}

void lu(Test& test) {
    constexpr s32 n = 20;
    constexpr u32 count = 3;
    const auto in = random_values<float>(std::size_t{count} * n * n, -1, 1, 92);
    const auto data = test.upload(in);
    const auto pivots = test.zeros<s32>(std::size_t{count} * n);
    test.launch("lu", {{count}, {32}, n * n * 4}, data, pivots, n);
    const auto factor = test.download(data);
    const auto rows = test.download(pivots);
    std::vector<float> permuted = in;
    std::vector<double> product(in.size());
    for (u32 m = 0; m < count; ++m) {
        float* matrix = &permuted[m * n * n];
        const float* lower_upper = &factor[m * n * n];
        for (s32 k = 0; k < n; ++k) {
            const s32 row = std::clamp(rows[m * n + k], 0, n - 1);
            if (row != k) std::swap_ranges(matrix + k * n, matrix + (k + 1) * n, matrix + row * n);
        }
        for (s32 i = 0; i < n * n; ++i) {
            for (s32 k = 0; k <= std::min(i / n, i % n); ++k) {
                const double left = k == i / n ? 1.0 : lower_upper[i / n * n + k];
                product[m * n * n + i] += left * lower_upper[k * n + i % n];
            }
        }
    }
    test.close("product of L and U", product, permuted, 1e-5);
}

void solve(Test& test) {
    constexpr u32 n = 100;
    struct System {
        std::array<double, 9> matrix;
        std::array<double, 3> right;
    };
    Random random(93);
    std::vector<System> systems(n);
    std::vector<double> expected;
    for (System& system : systems) {
        std::array<double, 3> x{};
        for (double& value : x)
            expected.push_back(value = random.unit() * 4 - 2);
        for (u32 i = 0; i < 9; ++i) {
            system.matrix[i] = random.unit() + (i % 4 == 0 ? 3 : 0);
            system.right[i / 3] += system.matrix[i] * x[i % 3];
        }
    }
    const auto out = test.zeros<double>(3 * n);
    test.launch("solve3", {{ceil_div(n, 32)}, {32}}, test.upload(systems), out, n);
    test.close("solution", test.download(out), expected, 1e-13);
}

}  // namespace

KERNEL_TEST(cholesky) {
    cholesky(test);
    lu(test);
    solve(test);
}
