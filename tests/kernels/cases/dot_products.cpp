#include <algorithm>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

s32 u_byte(u32 word, u32 i) {
    return static_cast<s32>(word >> 8 * i & 0xff);
}
s32 s_byte(u32 word, u32 i) {
    return static_cast<s8>(word >> 8 * i);
}

void layer(Test& test) {
    constexpr u32 rows = 64;
    constexpr u32 words = 24;
    const auto weights = random_words(rows * words, 111);
    const auto in = random_words(words, 112);
    const auto bias = random_values<s32>(rows, -1e4, 1e4, 113);
    std::vector<s8> expected;
    for (u32 row = 0; row < rows; ++row) {
        s32 sum = bias[row];
        for (u32 k = 0; k < words * 4; ++k)
            sum += s_byte(weights[row * words + k / 4], k % 4) * s_byte(in[k / 4], k % 4);
        expected.push_back(static_cast<s8>(std::clamp(sum >> 9, -128, 127)));
    }
    const auto out = test.zeros<s8>(rows);
    test.launch("layer", {{2}, {rows / 2}}, test.upload(weights), test.upload(in), test.upload(bias), out, words, 9);
    test.equal("output", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(dot_products) {
    constexpr u32 n = 500;
    const auto a = random_words(n, 109);
    const auto b = random_words(n, 110);
    std::vector<s32> expected(5 * n);
    for (u32 i = 0; i < n; ++i) {
        s32* to = &expected[i];
        to[0] = -5;
        to[n] = 7;
        to[4 * n] = -100;
        for (u32 k = 0; k < 4; ++k) {
            to[0] += s_byte(a[i], k) * s_byte(b[i], k);
            to[n] += u_byte(a[i], k) * u_byte(b[i], k);
            to[4 * n] += u_byte(a[i], k) * s_byte(b[i], k);
        }
        to[2 * n] =
            1 + static_cast<std::int16_t>(a[i]) * s_byte(b[i], 0) + (static_cast<s32>(a[i]) >> 16) * s_byte(b[i], 1);
        to[3 * n] = static_cast<s32>(2 + (a[i] & 0xffff) * static_cast<u32>(u_byte(b[i], 2)) +
                                     (a[i] >> 16) * static_cast<u32>(u_byte(b[i], 3)));
    }
    const auto out = test.zeros<s32>(expected.size());
    test.launch("packed", {{ceil_div(n, 128)}, {128}}, test.upload(a), test.upload(b), out, n);
    test.equal("dot product", test.download(out), expected);
    layer(test);
}
