#include <algorithm>
#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

struct Pair {
    s64 first;
    double second;
    std::array<s32, 3> extra;
    s32 gap = 0;
};

s32 apply(u32 operation, s32 a, s32 b) {
    switch (operation) {
        case 0: return static_cast<s32>(static_cast<u32>(a) + static_cast<u32>(b));
        case 1: return static_cast<s32>(static_cast<u32>(a) - static_cast<u32>(b));
        case 2: return static_cast<s32>(static_cast<u32>(a) * static_cast<u32>(b));
        default: return std::max(a, b);
    }
}

void structures(Test& test) {
    constexpr u32 n = 100;
    std::vector<Pair> pairs;
    std::vector<Pair> expected;
    for (u32 i = 0; i < n; ++i) {
        const auto k = static_cast<s32>(i);
        const Pair pair = {k * 1000LL - 7, k * 0.5 + 100, {k, k + 1, k + 2}};
        const auto by = static_cast<std::int16_t>(-3 * k);
        pairs.push_back(pair);
        expected.push_back(i / 3 % 2 == 0
                               ? Pair{pair.first * 2, pair.second * 2, {k, k + 1 + by, k + 2}}
                               : Pair{static_cast<s64>(pair.second), static_cast<double>(pair.first), {k + 2, by, k}});
    }
    const auto changes = test.zeros<u64>(2);
    const auto data = test.upload(pairs);
    test.launch("choose", {{1}, {1}}, changes);
    test.launch("by_memory", {{4}, {32}}, changes, data, n);
    auto found = test.download(data);
    for (Pair& pair : found)
        pair.gap = 0;
    test.equal("pair", found, expected);
}

}  // namespace

KERNEL_TEST(function_pointers) {
    constexpr u32 n = 256;
    const auto a = random_values<s32>(n, -2e9, 2e9, 76);
    const auto b = random_values<s32>(n, -2e9, 2e9, 77);
    std::vector<s32> expected(n);
    for (u32 i = 0; i < n; ++i)
        expected[i] = apply(i % 4, a[i], b[i]);
    const auto out = test.zeros<s32>(n);
    test.launch("by_table", {{4}, {64}}, test.upload(a), test.upload(b), out, n);
    test.equal("result", test.download(out), expected);

    constexpr s32 length = 4;
    std::vector<s32> folded(n / length);
    for (u32 i = 0; i < n / length; ++i) {
        folded[i] = a[i * length];
        for (u32 k = 1; k < length; ++k)
            folded[i] = apply(i / 2 % 4, folded[i], a[i * length + k]);
    }
    const auto folds = test.zeros<s32>(n / length);
    test.launch("by_argument", {{2}, {n / length / 2}}, test.upload(a), folds, length);
    test.equal("fold", test.download(folds), folded);
    structures(test);
}
