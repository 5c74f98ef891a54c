#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

struct Summary {
    s64 sum;
    s32 low;
    s32 high;
};

Summary summarise(std::span<const s32> values) {
    Summary result{0, INT32_MAX, INT32_MIN};
    for (const s32 value : values) {
        result.sum += value;
        result.low = std::min(result.low, value);
        result.high = std::max(result.high, value);
    }
    return result;
}

}  // namespace

KERNEL_TEST(reduce_tree) {
    constexpr u32 n = 20'000;
    constexpr u32 blocks = ceil_div(n, 256);
    const auto in = random_values<s32>(n, -2e9, 2e9, 1);
    std::vector<Summary> expected;
    for (u32 b = 0; b < blocks; ++b) {
        expected.push_back(summarise(std::span(in).subspan(b * 256, std::min(256U, n - b * 256))));
    }
    const auto out = test.zeros<Summary>(blocks);
    test.launch("summarise", {{blocks}, {256}}, test.upload(in), out, n);
    test.equal("block", test.download(out), expected);
}
