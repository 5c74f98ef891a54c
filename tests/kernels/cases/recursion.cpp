#include <algorithm>
#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(recursion) {
    constexpr u32 n = 128;
    constexpr std::array<u32, 7> solutions = {1, 0, 0, 2, 10, 4, 40};  // of n queens, from one
    std::vector<u32> ackermann;
    std::vector<u64> fibonacci;
    std::vector<u32> queens;
    std::array<u64, 16> numbers = {0, 1};
    for (u32 i = 2; i < 16; ++i)
        numbers[i] = numbers[i - 1] + numbers[i - 2];
    for (u32 i = 0; i < n; ++i) {
        const u32 y = i % 5;
        ackermann.push_back(i % 3 == 0 ? y + 1 : i % 3 == 1 ? y + 2 : 2 * y + 3);
        fibonacci.push_back(numbers[i % 12]);
        queens.push_back(solutions[i % 7]);
    }
    const auto a = test.zeros<u32>(n);
    const auto f = test.zeros<u64>(n);
    const auto q = test.zeros<u32>(n);
    test.launch("numbers", {{2}, {n / 2}}, a, f, q);
    test.equal("ackermann", test.download(a), ackermann);
    test.equal("fibonacci", test.download(f), fibonacci);
    test.equal("queens", test.download(q), queens);

    constexpr s32 length = 40;
    auto rows = random_values<s32>(64 * length, -500, 500, 75);
    const auto data = test.upload(rows);
    test.launch("sort_rows", {{2}, {32}}, data, length);
    for (u32 row = 0; row < 64; ++row)
        std::sort(rows.begin() + row * length, rows.begin() + (row + 1) * length);
    test.equal("sorted", test.download(data), rows);
}
