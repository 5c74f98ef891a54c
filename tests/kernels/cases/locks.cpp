#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(locks) {
    constexpr u32 blocks = 8;
    constexpr u32 rounds = 50;
    constexpr u32 total = blocks * rounds;
    const auto pair = test.zeros<u32>(2);
    const auto broken = test.zeros<u32>(1);
    test.launch("spin_lock", {{blocks}, {32}}, pair, broken, rounds);
    test.equal("count under the spin lock", test.download(pair), {total, total});

    const auto order = test.zeros<u32>(total);
    std::vector<u32> expected(total);
    std::iota(expected.begin(), expected.end(), total + 1);
    test.launch("ticket_lock", {{blocks}, {32}}, pair, broken, order, rounds);
    test.equal("count under the ticket lock", test.download(pair), {2 * total, 2 * total});
    test.equal("order of the tickets", test.download(order), expected);

    constexpr u32 locks = 5;
    constexpr u32 threads = 256;
    std::vector<u32> counts(2 * locks);
    for (u32 i = 0; i < threads; ++i) {
        ++counts[2 * (i * 7 % locks)];
        ++counts[2 * (i * 7 % locks) + 1];
    }
    const auto pairs = test.zeros<u32>(2 * locks);
    test.launch("within_warp", {{2}, {threads / 2}}, test.zeros<s32>(locks), pairs, broken, locks);
    test.equal("count within warps", test.download(pairs), counts);
    test.equal("times that two were inside", test.download(broken), {0U});
}
