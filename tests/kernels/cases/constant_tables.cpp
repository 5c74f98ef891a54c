#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(constant_tables) {
    constexpr u32 n = 384;
    constexpr std::array<u32, 16> primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
    constexpr std::array<double, 3> rule_factors = {0.5, 2.25, -1e300};
    constexpr std::array<double, 3> rule_from = {1, -3, 32767};
    constexpr std::array<double, 3> rule_to = {2, 4, -32768};
    constexpr std::array<std::string_view, 3> names = {"half", "more", "limits"};
    constexpr std::array<float, 6> matrix = {1.5F, -2.5F, 3.5F, 4.5F, 0, 0};
    const auto filled = random_words(64, 102);
    std::vector<u32> factors(n, 1);
    std::vector<double> sums(n);
    std::vector<s32> letters(n);
    std::vector<float> elements(n);
    for (u32 i = 0; i < n; ++i) {
        for (const u32 prime : primes)
            factors[i] *= (i + 1) % prime == 0 ? prime : 1;
        factors[i] += filled[i % 64] + primes[i % 16];
        sums[i] = std::fma(rule_factors[i % 3], rule_from[i % 3], rule_to[i % 3]);
        letters[i] = i % 8 < names[i % 3].size() ? names[i % 3][i % 8] : 0;
        elements[i] = matrix[i % 2 * 3 + i % 3];
    }
    test.write(test.variable<u32>("filled_by_host"), filled);
    const auto out_factors = test.zeros<u32>(n);
    const auto out_sums = test.zeros<double>(n);
    const auto out_letters = test.zeros<s32>(n);
    const auto out_elements = test.zeros<float>(n);
    test.launch("tables", {{n / 96}, {96}}, out_factors, out_sums, out_letters, out_elements);
    test.equal("factor", test.download(out_factors), factors);
    test.equal("sum", test.download(out_sums), sums);
    test.equal("letter", test.download(out_letters), letters);
    test.equal("element", test.download(out_elements), elements);
}
