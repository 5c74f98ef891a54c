#include <algorithm>
#include <array>
#include <bit>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 256;
using Four = std::array<u32, 4>;

template <typename Holds>
u32 ballot(u32 warp, const Holds& holds) {
    u32 bits = 0;
    for (u32 lane = 0; lane < 32; ++lane)
        bits |= (holds(warp + lane) ? 1U : 0U) << lane;
    return bits;
}

void votes(Test& test, const std::vector<s32>& in) {
    std::vector<Four> expected(n);
    for (u32 i = 0; i < n; ++i) {
        const u32 warp = i / 32 * 32;
        const u32 sevens = ballot(warp, [&](u32 k) { return in[k] == 7; });
        const u32 high = ballot(warp, [&](u32 k) { return in[k] > -90; });
        const u32 same = ballot(warp, [&](u32 k) { return in[k] / 1000 == in[warp] / 1000; });
        expected[i] = {
            ballot(warp, [&](u32 k) { return in[k] > 0; }), (sevens != 0 ? 1U : 0U) | (high == 0xffffffff ? 2U : 0U),
            ballot(warp, [&](u32 k) { return in[k] % 4 == in[i] % 4; }), same == 0xffffffff ? 0xffffffff + 1 : 0};
    }
    const auto out = test.zeros<Four>(n);
    test.launch("votes", {{2}, {n / 2}}, test.upload(in), out);
    test.equal("vote", test.download(out), expected);
}

void halves(Test& test, const std::vector<s32>& in) {
    std::vector<Four> expected(n);
    for (u32 i = 0; i < n; ++i) {
        const u32 warp = i / 32 * 32;
        const u32 odd = i % 2;
        s32 sum = 0;
        s32 high = INT32_MIN;
        for (u32 k = warp + odd; k < warp + 32; k += 2) {
            sum += in[k];
            high = std::max(high, in[k]);
        }
        const auto chosen = [&](u32 k) { return in[warp + 6 + k % 2]; };
        expected[i] = {static_cast<u32>(chosen(i)),
                       ballot(warp, [&](u32 k) { return k % 2 == odd && in[k] > (odd == 0 ? 10 : 20); }),
                       static_cast<u32>(odd == 0 ? sum : high),
                       static_cast<u32>(std::popcount(ballot(warp, [&](u32 k) { return chosen(k) > 0; })))};
    }
    const auto out = test.zeros<Four>(n);
    test.launch("halves", {{1}, {n}}, test.upload(in), out);
    test.equal("half", test.download(out), expected);
}

void shuffles(Test& test) {
    const auto in = random_values<s64>(n, -1e15, 1e15, 108);
    std::vector<s64> expected(5 * n);
    for (u32 i = 0; i < n; ++i) {
        const u32 in_8 = i % 8;
        expected[i] = in_8 < 3 ? in[i] : in[i - 3];
        expected[i + n] = in_8 + 3 > 7 ? in[i] : in[i + 3];
        expected[i + 2 * n] = in[i / 8 * 8 + (in_8 ^ 5)];
        expected[i + 3 * n] = in[i / 16 * 16 + (i * 5 + 11) % 16];
        expected[i + 4 * n] = in[i / 32 * 32 + 31] + static_cast<s32>(in[i % 32 == 0 ? i : i - 1]);
    }
    const auto out = test.zeros<s64>(expected.size());
    test.launch("shuffles", {{4}, {n / 4}}, test.upload(in), out, n);
    test.equal("shuffled", test.download(out), expected);
}

void partial(Test& test) {
    constexpr u32 count = 75;
    std::vector<u32> expected(count);
    for (u32 i = 0; i < count; ++i) {
        const u32 end = std::min(i / 32 * 32 + 32, count);
        expected[i] = end - i / 32 * 32;
        if (i % 32 == 0) expected[i] = (i + end - 1) * (end - i) / 2;
    }
    const auto out = test.zeros<u32>(count);
    test.launch("partial", {{1}, {96}}, out, count);
    test.equal("of a part", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(warp_vote) {
    auto in = random_values<s32>(n, -100, 1999, 107);
    for (u32 i = 0; i < n; ++i) {
        if (i < 64) in[i] = in[i] % 80 + 5;
    }
    in[40] = 7;
    votes(test, in);
    halves(test, in);
    shuffles(test);
    partial(test);
}
