#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

using Block = std::array<u8, 16>;

u8 times2(u8 x) {
    return static_cast<u8>(x << 1 ^ ((x & 0x80) != 0 ? 0x1b : 0));
}

// Through the powers of 3, which are all of the field but zero.
std::vector<u8> make_sbox() {
    std::vector<u8> sbox(256, 0x63);
    u8 power = 1;
    u8 inverse = 1;
    do {
        power = static_cast<u8>(power ^ times2(power));
        inverse = static_cast<u8>(inverse ^ inverse << 1);  // divides by 3
        inverse = static_cast<u8>(inverse ^ inverse << 2);
        inverse = static_cast<u8>(inverse ^ inverse << 4);
        if ((inverse & 0x80) != 0) inverse ^= 0x09;
        u32 mixed = inverse;
        for (u32 i = 1; i < 5; ++i)
            mixed ^= u32{inverse} << i | inverse >> (8 - i);
        sbox[power] = static_cast<u8>(mixed ^ 0x63);
    } while (power != 1);
    return sbox;
}

std::vector<u8> expand(const Block& key, const std::vector<u8>& sbox) {
    std::vector<u8> keys(key.begin(), key.end());
    u8 constant = 1;
    for (u32 i = 16; i < 176; i += 4) {
        std::array<u8, 4> word = {keys[i - 4], keys[i - 3], keys[i - 2], keys[i - 1]};
        if (i % 16 == 0) {
            word = {static_cast<u8>(sbox[word[1]] ^ constant), sbox[word[2]], sbox[word[3]], sbox[word[0]]};
            constant = times2(constant);
        }
        for (u32 k = 0; k < 4; ++k)
            keys.push_back(static_cast<u8>(keys[i + k - 16] ^ word[k]));
    }
    return keys;
}

Block encrypt(Block state, const std::vector<u8>& keys, const std::vector<u8>& sbox) {
    for (u32 i = 0; i < 16; ++i)
        state[i] ^= keys[i];
    for (u32 round = 1; round <= 10; ++round) {
        Block moved{};
        for (u32 i = 0; i < 16; ++i)
            moved[i] = sbox[state[(i + 4 * (i % 4)) % 16]];
        for (u32 i = 0; i < 16; ++i) {
            const u8* c = &moved[i / 4 * 4];
            const u8 next = c[(i + 1) % 4];
            const int mixed = times2(c[i % 4]) ^ times2(next) ^ next ^ c[(i + 2) % 4] ^ c[(i + 3) % 4];
            state[i] = static_cast<u8>((round == 10 ? moved[i] : mixed) ^ keys[16 * round + i]);
        }
    }
    return state;
}

}  // namespace

KERNEL_TEST(aes) {
    constexpr u32 blocks = 200;
    const auto sbox = make_sbox();
    const Block key = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const auto keys = expand(key, sbox);
    // The example of the standard (FIPS 197, C.1) vouches for the code above.
    const Block plain = {0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
    const Block cipher = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                          0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
    test.equal("standard example", encrypt(plain, keys, sbox), cipher);

    const auto data = random_values<u8>(std::size_t{16} * blocks, 0, 256, 90);
    auto expected = data;
    for (u32 b = 0; b < blocks; ++b) {
        const Block counter = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 0, 0, 0, static_cast<u8>(b)};
        const Block stream = encrypt(counter, keys, sbox);
        for (u32 i = 0; i < 16; ++i)
            expected[16 * b + i] ^= stream[i];
    }
    const auto nonce = test.upload(std::vector<u8>{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2});
    const auto round_keys = test.upload(keys);
    const auto buffer = test.upload(data);
    test.launch("make_sbox", {{1}, {256}});
    test.equal("sbox", test.download(test.variable<u8>("sbox")), sbox);
    test.launch("aes_ctr", {{ceil_div(blocks, 64)}, {64}}, round_keys, nonce, buffer, blocks);
    test.equal("byte", test.download(buffer), expected);
    test.launch("aes_ctr", {{ceil_div(blocks, 64)}, {64}}, round_keys, nonce, buffer, blocks);
    test.equal("byte decrypted", test.download(buffer), data);
}
