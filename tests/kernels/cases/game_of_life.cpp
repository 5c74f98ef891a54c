#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr s32 width = 96;
constexpr s32 height = 50;
constexpr s32 words = width / 32;
using Cells = std::vector<u8>;

Cells step(const Cells& in) {
    Cells out(in.size());
    for (s32 i = 0; i < width * height; ++i) {
        s32 count = 0;
        for (s32 k = 0; k < 9; ++k) {
            const s32 x = (i % width + k % 3 - 1 + width) % width;
            const s32 y = (i / width + k / 3 - 1 + height) % height;
            if (k != 4) count += in[y * width + x];
        }
        out[i] = count == 3 || (count == 2 && in[i] != 0) ? 1 : 0;
    }
    return out;
}

std::vector<u32> packed(const Cells& cells) {
    std::vector<u32> bits(words * height);
    for (u32 i = 0; i < cells.size(); ++i)
        bits[i / 32] |= u32{cells[i]} << i % 32;
    return bits;
}

}  // namespace

KERNEL_TEST(game_of_life) {
    const auto start = random_values<u8>(width * height, 0, 1.4, 94);
    auto expected = start;
    auto a = test.upload(start);
    auto b = test.zeros<u8>(start.size());
    auto bits_a = test.upload(packed(start));
    auto bits_b = test.zeros<u32>(bits_a.size);
    for (u32 round = 0; round < 12; ++round) {
        test.launch("life_bytes", {{ceil_div(width, 32), ceil_div(height, 4)}, {32, 4}}, a, b, width, height);
        test.launch("life_bits", {{1, ceil_div(height, 8)}, {4, 8}}, bits_a, bits_b, words, height);
        std::swap(a, b);
        std::swap(bits_a, bits_b);
        expected = step(expected);
    }
    test.equal("cell", test.download(a), expected);
    test.equal("word", test.download(bits_a), packed(expected));
}
