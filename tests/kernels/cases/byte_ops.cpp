#include <algorithm>
#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

u32 permuted(u32 x, u32 y, u32 selector) {
    const u64 both = u64{y} << 32 | x;
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i)
        result |= static_cast<u32>(both >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

// Applies `function` to each field of Type in the two words.
template <typename Type, typename Function>
u32 each(u32 x, u32 y, const Function& function) {
    constexpr u32 bits = sizeof(Type) * 8;
    u32 result = 0;
    for (u32 at = 0; at < 32; at += bits) {
        const s32 value = function(s32{static_cast<Type>(x >> at)}, s32{static_cast<Type>(y >> at)});
        result |= (static_cast<u32>(value) & ((1U << bits) - 1)) << at;
    }
    return result;
}

std::array<u32, 15> bytes_of(u32 i, u32 x, u32 y) {
    u32 difference = 0;
    for (u32 k = 0; k < 32; k += 8)
        difference += static_cast<u32>(std::abs(static_cast<s8>(x >> k) - static_cast<s8>(y >> k)));
    return {permuted(x, y, 0x7531),
            permuted(x, y, i * 0x1357),
            each<u8>(x, y, [](s32 a, s32 b) { return std::abs(a - b); }),
            each<u8>(x, y, [](s32 a, s32 b) { return a + b; }),
            each<s8>(x, y, [](s32 a, s32 b) { return std::max(a, b); }),
            each<u16>(x, y, [](s32 a, s32 b) { return std::min(a, b); }),
            each<u8>(x, y, [](s32 a, s32 b) { return (a + b + 1) / 2; }),
            each<u8>(x, y, [](s32 a, s32 b) { return a > b ? 0xff : 0; }),
            difference,
            each<s8>(x, y, [](s32 a, s32 b) { return std::clamp(a + b, -128, 127); }),
            each<u16>(x, y, [](s32 a, s32 b) { return std::max(a - b, 0); }),
            each<s8>(x, y, [](s32 a, s32) { return std::min(std::abs(a), 127); }),
            static_cast<u32>((u64{y} << 32 | x) >> 8 * (i % 4)),
            static_cast<u32>(static_cast<s32>(x >> 8 & 0xff) + (static_cast<s32>(y) >> 16)),
            static_cast<u32>(std::abs(static_cast<s32>(x & 0xff) - static_cast<s32>(y >> 24))) + x};
}

void narrow(Test& test) {
    constexpr u32 n = 500;
    auto in = random_values<float>(n, -300, 300, 127);
    for (u32 i = 0; i < 100; ++i)
        in[i] = static_cast<float>(i) - 50.5F;  // ties
    std::vector<s8> bytes;
    std::vector<u8> unsigned_bytes;
    std::vector<std::int16_t> shorts;
    for (const float value : in) {
        bytes.push_back(static_cast<s8>(std::clamp(std::nearbyint(value), -128.0F, 127.0F)));
        unsigned_bytes.push_back(static_cast<u8>(std::clamp(std::trunc(value), 0.0F, 255.0F)));
        shorts.push_back(static_cast<std::int16_t>(std::clamp(std::floor(value * 300.0F), -32768.0F, 32767.0F)));
    }
    const auto out_bytes = test.zeros<s8>(n);
    const auto out_unsigned = test.zeros<u8>(n);
    const auto out_shorts = test.zeros<std::int16_t>(n);
    test.launch("narrow", {{ceil_div(n, 64)}, {64}}, test.upload(in), out_bytes, out_unsigned, out_shorts, n);
    test.equal("signed byte", test.download(out_bytes), bytes);
    test.equal("unsigned byte", test.download(out_unsigned), unsigned_bytes);
    test.equal("short", test.download(out_shorts), shorts);
}

}  // namespace

KERNEL_TEST(byte_ops) {
    constexpr u32 n = 400;
    auto a = random_words(n, 125);
    const auto b = random_words(n, 126);
    a[0] = 0x80808080;
    std::vector<u32> expected(15 * n);
    for (u32 i = 0; i < n; ++i) {
        const auto values = bytes_of(i, a[i], b[i]);
        for (u32 k = 0; k < values.size(); ++k)
            expected[k * n + i] = values[k];
    }
    const auto out = test.zeros<u32>(expected.size());
    test.launch("bytes", {{ceil_div(n, 64)}, {64}}, test.upload(a), test.upload(b), out, n);
    test.equal("word", test.download(out), expected);
    narrow(test);
}
