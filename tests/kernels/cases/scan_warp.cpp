#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(scan_warp) {
    constexpr u32 n = 8 * 1024;
    const auto in = random_values<s32>(n, -1000, 1000, 8);
    const auto flags = random_values<u8>(n, 0, 1.3, 9);
    std::vector<s32> blocks(n);
    std::vector<s32> segments(n);
    for (u32 i = 0; i < n; ++i) {
        blocks[i] = in[i] + (i % 1024 == 0 ? 0 : blocks[i - 1]);
        segments[i] = in[i] + (i % 32 == 0 || flags[i] != 0 ? 0 : segments[i - 1]);
    }
    const auto values = test.upload(in);
    const auto out = test.zeros<s32>(n);
    test.launch("scan_block", {{n / 1024}, {1024}}, values, out);
    test.equal("block", test.download(out), blocks);
    test.launch("scan_segments", {{n / 256}, {256}}, values, test.upload(flags), out);
    test.equal("segment", test.download(out), segments);
}
