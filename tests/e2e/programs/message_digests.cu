// SHA-256 of messages of all lengths, and the first number whose digest begins with zeros.
#include <cstdint>
#include <cstring>
#include <string>

#include "check.h"

__constant__ uint32_t keys[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ uint32_t rotated(uint32_t x, int bits) {
    return __funnelshift_r(x, x, bits);
}

__device__ void digest(const uint8_t* message, int length, uint32_t* result) {
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const int blocks = (length + 9 + 63) / 64;
    for (int block = 0; block < blocks; ++block) {
        uint32_t w[64];
        for (int i = 0; i < 16; ++i) {
            w[i] = 0;
            for (int place = block * 64 + i * 4; place < block * 64 + i * 4 + 4; ++place)
                w[i] = w[i] << 8 | (place < length ? message[place] : place == length ? 0x80 : 0);
        }
        if (block == blocks - 1) w[15] = length * 8;
        for (int i = 16; i < 64; ++i)
            w[i] = w[i - 16] + w[i - 7] + (rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3) +
                   (rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10);
        uint32_t s[8];
        for (int i = 0; i < 8; ++i)
            s[i] = h[i];
#pragma unroll 8
        for (int i = 0; i < 64; ++i) {
            const uint32_t one = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) +
                                 ((s[4] & s[5]) ^ (~s[4] & s[6])) + keys[i] + w[i];
            const uint32_t two = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) +
                                 ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            for (int k = 7; k > 0; --k)
                s[k] = s[k - 1];
            s[4] += one;
            s[0] = one + two;
        }
        for (int i = 0; i < 8; ++i)
            h[i] += s[i];
    }
    for (int i = 0; i < 8; ++i)
        result[i] = h[i];
}

__global__ void digests(const uint8_t* text, const int* starts, uint32_t* results, int count) {
    const int i = threadIdx.x;
    if (i < count) digest(text + starts[i], starts[i + 1] - starts[i], results + 8 * i);
}

__global__ void search(int zeros, unsigned* first) {
    const unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
    uint8_t message[8] = {'b', 'l', 'o', 'c', uint8_t(number), uint8_t(number >> 8)};
    uint32_t result[8];
    digest(message, 8, result);
    if (__clz(result[0]) >= zeros) atomicMin(first, number);
}

int main() {
    const std::vector<std::string> messages = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                                               std::string(1000, 'a')};
    const uint32_t begins[] = {0xe3b0c442, 0xba7816bf, 0x248d6a61, 0x41edece4};
    const uint32_t ends[] = {0x7852b855, 0xf20015ad, 0x19db06c1, 0xb9737ea3};
    std::vector<uint8_t> text;
    std::vector<int> starts{0};
    for (const std::string& message : messages) {
        text.insert(text.end(), message.begin(), message.end());
        starts.push_back(int(text.size()));
    }
    auto* results = e2e::device_array<uint32_t>(32);
    digests<<<1, 32>>>(e2e::device_copy(text), e2e::device_copy(starts), results, 4);
    const auto got = e2e::fetch(results, 32);
    for (int i = 0; i < 4; ++i)
        EXPECT(got[8 * i] == begins[i] && (i == 3 || got[8 * i + 7] == ends[i]), "message %d: %08x…%08x", i, got[8 * i],
               got[8 * i + 7]);

    unsigned* first = e2e::device_copy(std::vector<unsigned>{~0u});
    search<<<64, 128>>>(8, first);
    EXPECT(e2e::fetch(first, 1)[0] < 8192, "no digest begins with eight zeros");
    return e2e::passed();
}
