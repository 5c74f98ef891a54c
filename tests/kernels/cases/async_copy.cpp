#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void with_zeros(Test& test) {
    const auto in = random_values<u8>(32 * 16, 1, 256, 98);
    std::vector<u8> expected(3 * 32 * 16, 0xee);
    for (u32 t = 0; t < 32; ++t) {
        for (u32 k = 0; k < 16; ++k) {
            const u8 byte = in[t * 16 + k];
            if (k < 4) expected[t * 16 + k] = byte;
            if (k < 8) expected[512 + t * 16 + k] = k < 8 - t % 9 ? byte : 0;
            expected[1024 + t * 16 + k] = k < 16 - t % 17 ? byte : 0;
        }
    }
    const auto out = test.zeros<u8>(expected.size());
    test.launch("with_zeros", {{1}, {32}}, test.upload(in), out);
    test.equal("byte", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(async_copy) {
    constexpr u32 blocks = 3;
    for (const u32 chunks : {1U, 2U, 11U}) {
        const auto in = random_values<s32>(std::size_t{blocks} * chunks * 128 * 4, -1e8, 1e8, 97);
        std::vector<s32> expected(in.size());
        for (u32 i = 0; i < in.size(); ++i) {
            expected[i] = in[i] * 3;
            if (i % 4 == 0 && i / 4 % 128 != 0) expected[i] += in[i - 1];
        }
        const auto out = test.zeros<s32>(in.size());
        test.launch("pipelined", {{blocks}, {128}}, test.upload(in), out, chunks);
        test.equal("value", test.download(out), expected);
    }
    with_zeros(test);
}
