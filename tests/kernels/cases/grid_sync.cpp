#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(grid_sync) {
    constexpr u32 n = 1'000;
    constexpr u32 steps = 20;
    const auto start = random_values<double>(n, -1, 1, 68);
    auto expected = start;
    for (u32 step = 0; step < steps; ++step) {
        const auto from = expected;
        for (u32 i = 1; i + 1 < n; ++i)
            expected[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
    }
    const auto a = test.upload(start);
    test.launch("jacobi", {{3, 2}, {32, 2}, 0, true}, a, test.zeros<double>(n), n, steps);
    test.close("value", test.download(a), expected, 1e-14);

    constexpr u32 blocks = 8;
    std::vector<u32> values(blocks);
    for (u32 i = 0; i < blocks; ++i)
        values[i] = i * i + 1;
    const auto turned = test.upload(values);
    for (u32 round = 0; round < 10; ++round) {
        const auto before = values;
        for (u32 i = 0; i < blocks; ++i)
            values[i] = before[(i + 1) % blocks] * 3 + round;
    }
    test.launch("rotate", {{blocks}, {64}, 0, true}, turned, 10U);
    test.equal("turned value", test.download(turned), values);
}
