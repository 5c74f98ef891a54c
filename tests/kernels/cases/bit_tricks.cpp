#include <algorithm>
#include <array>
#include <bit>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

u64 reversed(u64 value, u32 width) {
    u64 result = 0;
    for (u32 i = 0; i < width; ++i)
        result |= (value >> i & 1) << (width - 1 - i);
    return result;
}

u32 first_set(u64 value) {
    return value == 0 ? 0 : static_cast<u32>(std::countr_zero(value)) + 1;
}

u32 field(u32 value, u32 at, u32 length, bool is_signed) {
    u32 result = 0;
    const u32 top = std::min(at + length - 1, 31U);
    for (u32 i = 0; i < 32; ++i) {
        const u32 bit = i < length && at + i < 32 ? at + i : 32;
        const bool fill = is_signed && length > 0 && (value >> top & 1) != 0;
        result |= (bit < 32 ? value >> bit & 1 : fill ? 1U : 0U) << i;
    }
    return result;
}

u32 inserted(u32 from, u32 into, u32 at, u32 length) {
    for (u32 i = 0; i < length && at + i < 32; ++i)
        into = (into & ~(1U << (at + i))) | (from >> i & 1) << (at + i);
    return into;
}

// The place of the second set bit at or above `base`.
u32 second_set(u32 value, u32 base) {
    u32 found = 0;
    for (u32 i = base; i < 32; ++i) {
        if ((value >> i & 1) != 0 && ++found == 2) return i;
    }
    return 0xffffffff;
}

std::array<u32, 14> words_of(u32 i, u32 v, u32 next, u32 third) {
    const u64 both = u64{next} << 32 | v;
    const auto sv = static_cast<s32>(v);
    const auto sn = static_cast<s32>(next);
    const u32 high = static_cast<u32>(u64{v} * next >> 32) + static_cast<u32>(s64{sv} * sn >> 32);
    const u32 halves = static_cast<u32>((u64{v} + next) >> 1) + static_cast<u32>((s64{sv} + sn + 1) >> 1);
    const auto difference = static_cast<u32>(std::abs(s64{sv} - sn));
    return {static_cast<u32>(std::popcount(v)),
            static_cast<u32>(std::countl_zero(v)) | first_set(v) << 8,
            static_cast<u32>(reversed(v, 32)),
            static_cast<u32>(both << (i % 40 % 32) >> 32),
            static_cast<u32>(both >> std::min(i % 40, 32U)),
            v ^ v >> 1,
            (v & next) | (~v & third),
            field(v, i % 32, i % 13, false),
            field(v, i % 32, i % 13, true),
            inserted(v, next, i % 32, i % 17),
            second_set(v, i % 32),
            high,
            halves,
            (v & 0xffffff) * (next & 0xffffff) + difference + 9};
}

u32 spread(u32 x) {
    u32 result = 0;
    for (u32 i = 0; i < 16; ++i)
        result |= (x >> i & 1) << 2 * i;
    return result;
}

std::array<u64, 8> wide_of(u32 i, u64 v) {
    const auto sv = static_cast<s64>(v);
    const auto small =
        static_cast<u32>(std::popcount(v)) | static_cast<u32>(std::countl_zero(v)) << 8 | first_set(v) << 16;
    return {small,
            reversed(v, 64),
            v >> i % 64 | v << (63 - i % 64),
            static_cast<u64>(sv >> i % 64),
            static_cast<u64>(Wide{v} * (v ^ 0x5555555555555555) >> 64),
            v / (i + 3) + v % (i + 7),
            static_cast<u64>(sv / (s64{i} - 1000)) ^ static_cast<u64>(SignedWide{sv} * -77 >> 64),
            spread(static_cast<u32>(v)) | spread(static_cast<u32>(v >> 16)) << 1};
}

}  // namespace

KERNEL_TEST(bit_tricks) {
    constexpr u32 n = 400;
    auto in = random_words(n, 114);
    in[3] = 0;
    in[4] = 0xffffffff;
    in[5] = 0x80000000;
    std::vector<u32> expected(14 * n);
    std::vector<u64> wide;
    std::vector<u64> expected_wide(8 * n);
    Random random(115);
    for (u32 i = 0; i < n; ++i) {
        const auto values = words_of(i, in[i], in[(i + 1) % n], in[(i + 2) % n]);
        for (u32 k = 0; k < values.size(); ++k)
            expected[k * n + i] = values[k];
        wide.push_back(i == 7 ? 0 : random.bits() >> random.below(40));
        const auto wide_values = wide_of(i, wide[i]);
        for (u32 k = 0; k < wide_values.size(); ++k)
            expected_wide[k * n + i] = wide_values[k];
    }
    const auto out = test.zeros<u32>(expected.size());
    test.launch("words", {{ceil_div(n, 128)}, {128}}, test.upload(in), out, n);
    test.equal("word", test.download(out), expected);
    const auto out_wide = test.zeros<u64>(expected_wide.size());
    test.launch("wide", {{ceil_div(n, 128)}, {128}}, test.upload(wide), out_wide, n);
    test.equal("wide word", test.download(out_wide), expected_wide);
}
