#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(reduce_shuffle) {
    constexpr u32 n = 100'000;
    constexpr u32 blocks = 16;
    const auto in = random_values<float>(n, -1, 2, 7);
    double sum = 0;
    double squares = 0;
    for (const float value : in) {
        sum += value;
        squares += double{value} * value;
    }
    const auto values = test.upload(in);

    const auto partial = test.zeros<float>(blocks);
    const auto total = test.zeros<float>(1);
    test.launch("sum_floats", {{blocks}, {256}}, values, partial, n);
    test.launch("sum_floats", {{1}, {256}}, partial, total, blocks);
    test.close("sum", test.download(total), std::vector{sum}, 1e-5);

    const auto square_sums = test.zeros<double>(blocks);
    test.launch("sum_squares", {{blocks}, {128}}, values, square_sums, n / 4);
    double found = 0;
    for (const double value : test.download(square_sums))
        found += value;
    test.close("squares", std::vector{found}, std::vector{squares}, 1e-12);
}
