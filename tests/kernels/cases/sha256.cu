// SHA-256 of many messages of the same length, one a thread.
__constant__ unsigned keys[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ unsigned turn(unsigned x, int by) {
    return __funnelshift_r(x, x, by);
}

__device__ void compress(unsigned* state, const unsigned* block) {
    unsigned w[16];
    unsigned v[8];
    for (int i = 0; i < 16; ++i)
        w[i] = block[i];
    for (int i = 0; i < 8; ++i)
        v[i] = state[i];
    for (int i = 0; i < 64; ++i) {
        if (i >= 16) {
            const unsigned a = w[(i + 1) % 16];
            const unsigned b = w[(i + 14) % 16];
            w[i % 16] +=
                (turn(a, 7) ^ turn(a, 18) ^ (a >> 3)) + w[(i + 9) % 16] + (turn(b, 17) ^ turn(b, 19) ^ (b >> 10));
        }
        const unsigned t1 = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) +
                            ((v[4] & v[5]) ^ (~v[4] & v[6])) + keys[i] + w[i % 16];
        const unsigned t2 =
            (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        for (int k = 7; k > 0; --k)
            v[k] = v[k - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i)
        state[i] += v[i];
}

extern "C" __global__ void sha256(const unsigned char* messages, unsigned length, unsigned* digests, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned char* message = messages + size_t(i) * length;
    unsigned state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned blocks = (length + 9 + 63) / 64;
    for (unsigned b = 0; b < blocks; ++b) {
        unsigned words[16];
        for (unsigned k = 0; k < 16; ++k) {
            unsigned word = 0;
            for (unsigned c = 0; c < 4; ++c) {
                const unsigned at = b * 64 + k * 4 + c;
                const unsigned byte = at < length ? message[at] : at == length ? 0x80 : 0;
                word = word << 8 | byte;
            }
            words[k] = word;
        }
        if (b == blocks - 1) words[15] = length * 8;
        compress(state, words);
    }
    for (int k = 0; k < 8; ++k)
        digests[i * 8 + k] = __byte_perm(state[k], 0, 0x0123);
}
