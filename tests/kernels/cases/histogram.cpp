#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void float_ranges(Test& test) {
    constexpr u32 n = 5'000;
    constexpr s32 count = 20;
    const auto in = random_values<float>(n, -6, 6, 44);
    std::vector<u32> expected(count);
    for (const float value : in) {
        const auto bin = static_cast<s32>(std::floor((value - -4.0F) / 0.375F));
        ++expected[std::clamp(bin, 0, count - 1)];
    }
    const auto bins = test.zeros<u32>(count);
    test.launch("ranges", {{ceil_div(n, 256)}, {256}}, test.upload(in), bins, n, -4.0F, 0.375F, count);
    test.equal("range", test.download(bins), expected);
}

}  // namespace

KERNEL_TEST(histogram) {
    constexpr u32 n = 40'000;
    auto in = random_values<u8>(n, 0, 256, 43);
    for (u32 i = 0; i < n; i += 3)
        in[i] = 200;  // one bin that everybody wants
    std::vector<u32> expected(256);
    for (const u8 value : in)
        ++expected[value];

    const auto values = test.upload(in);
    const auto bins = test.zeros<u32>(256);
    test.launch("global_bins", {{ceil_div(n, 256)}, {256}}, values, bins, n);
    test.equal("global bin", test.download(bins), expected);
    const auto shared = test.zeros<u32>(256);
    test.launch("shared_bins", {{9}, {192}}, values, shared, n / 4);
    test.equal("shared bin", test.download(shared), expected);
    const auto warps = test.zeros<u32>(256);
    test.launch("warp_bins", {{5}, {256}}, values, warps, n);
    test.equal("warp bin", test.download(warps), expected);
    float_ranges(test);
}
