#include <array>
#include <bit>
#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

// The constants are the fractions of roots of the first primes, so they need no table here.
std::vector<u32> fractions(u32 count, double root) {
    std::vector<u32> values;
    for (u32 candidate = 2; values.size() < count; ++candidate) {
        bool prime = true;
        for (u32 d = 2; d * d <= candidate; ++d)
            prime = prime && candidate % d != 0;
        if (!prime) continue;
        const double value = std::pow(candidate, 1 / root);
        values.push_back(static_cast<u32>((value - std::floor(value)) * 0x1p32));
    }
    return values;
}

using State = std::array<u32, 8>;

void compress(State& state, const u8* block) {
    static const std::vector<u32> keys = fractions(64, 3);
    std::array<u32, 64> w{};
    for (u32 i = 0; i < 16; ++i) {
        for (u32 k = 0; k < 4; ++k)
            w[i] = w[i] << 8 | block[4 * i + k];
    }
    for (u32 i = 16; i < 64; ++i) {
        const u32 s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const u32 s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (u32 i = 0; i < 64; ++i) {
        const u32 t1 =
            h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + keys[i] + w[i];
        const u32 t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = std::exchange(g, std::exchange(f, std::exchange(e, d + t1)));
        d = std::exchange(c, std::exchange(b, std::exchange(a, t1 + t2)));
    }
    const State mixed = {a, b, c, d, e, f, g, h};
    for (u32 i = 0; i < 8; ++i)
        state[i] += mixed[i];
}

// The digest's bytes.
std::array<u8, 32> sha256(std::span<const u8> message) {
    std::vector<u8> padded(message.begin(), message.end());
    padded.push_back(0x80);
    while (padded.size() % 64 != 56)
        padded.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8)
        padded.push_back(static_cast<u8>(u64{message.size()} * 8 >> shift));
    State state{};
    const auto start = fractions(8, 2);
    std::copy(start.begin(), start.end(), state.begin());
    for (std::size_t at = 0; at < padded.size(); at += 64)
        compress(state, &padded[at]);
    std::array<u8, 32> digest{};
    for (u32 i = 0; i < 32; ++i)
        digest[i] = static_cast<u8>(state[i / 4] >> (24 - i % 4 * 8));
    return digest;
}

}  // namespace

KERNEL_TEST(sha256) {
    constexpr u32 n = 100;
    // The published digest of "abc".
    const std::array<u8, 32> known = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                      0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                      0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    const std::vector<u8> abc = {'a', 'b', 'c'};
    const auto digest = test.zeros<std::array<u8, 32>>(1);
    test.launch("sha256", {{1}, {32}}, test.upload(abc), 3U, digest, 1U);
    test.equal("digest of abc", test.download(digest), {known});

    for (const u32 length : {0U, 55U, 56U, 64U, 150U}) {
        const auto messages = random_values<u8>(std::size_t{n} * length + 1, 0, 256, length);
        std::vector<std::array<u8, 32>> expected;
        for (u32 i = 0; i < n; ++i)
            expected.push_back(sha256(std::span(messages).subspan(i * length, length)));
        const auto digests = test.zeros<std::array<u8, 32>>(n);
        test.launch("sha256", {{ceil_div(n, 64)}, {64}}, test.upload(messages), length, digests, n);
        test.equal("digest", test.download(digests), expected);
    }
}
