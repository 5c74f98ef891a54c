#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(sort_odd_even) {
    constexpr u32 length = 300;
    constexpr u32 rows = 6;
    auto in = random_values<std::int16_t>(std::size_t{length} * rows, -32768, 32767, 14);
    std::sort(in.begin(), in.begin() + length);  // the first row is in order: two rounds are enough
    const auto data = test.upload(in);
    const auto rounds = test.zeros<u32>(rows);
    test.launch("sort_block", {{rows}, {256}}, data, length, rounds);
    for (u32 row = 0; row < rows; ++row)
        std::sort(in.begin() + row * length, in.begin() + (row + 1) * length);
    test.equal("value", test.download(data), in);
    const auto counts = test.download(rounds);
    test.equal("rounds of a sorted row", counts[0], 2U);
    test.expect(*std::max_element(counts.begin(), counts.end()) <= length + 3, "a row takes too many rounds");
}
