#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(device_malloc) {
    constexpr u32 n = 256;
    constexpr u32 length = 5;
    std::vector<u64> expected(n);
    for (u32 i = 0; i < n; ++i) {
        for (u32 k = 0; k < length + i % 4; ++k)
            expected[i] += i * 1000 + k;
    }
    const auto heads = test.zeros<u64>(n);
    const auto sums = test.zeros<u64>(n);
    // Again and again: what was freed can be had again.
    for (int round = 0; round < 3; ++round) {
        test.launch("make_lists", {{n / 64}, {64}}, heads, length);
        test.launch("sum_and_free", {{n / 32}, {32}}, heads, sums);
        test.equal("sum", test.download(sums), expected);
        test.equal("head", test.download(heads), std::vector<u64>(n));
    }

    std::vector<u32> reversed(n);
    for (u32 i = 0; i < n; ++i)
        reversed[i] = i / 64 * 100 + 63 - i % 64;
    const auto out = test.zeros<u32>(n);
    test.launch("block_buffer", {{n / 64}, {64}}, out);
    test.equal("element", test.download(out), reversed);

    const auto whole = test.zeros<u64>(n);
    for (const u32 size : {1U, 24U, 1000U}) {
        test.launch("addresses", {{n / 64}, {64}}, whole, size);
        test.equal("whole", test.download(whole), std::vector<u64>(n, 1));
    }
}
