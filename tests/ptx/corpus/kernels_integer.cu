// compile: 75 80 90
// compile: 86 -G
// compile: 120 -lineinfo -src-in-ptx
// compile: 100 --keep-device-functions
// Ordinary integer kernels: hashing, sorting, histograms, big numbers, a cellular automaton, string search.
#include <cstdint>

__device__ uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

__constant__ uint32_t round_keys[16] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
                                        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
                                        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174};

__global__ void hash(const uint32_t* block, uint32_t* state) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6];
    uint32_t h = state[7];
#pragma unroll
    for (int i = 0; i < 16; i++) {
        uint32_t t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
        t += round_keys[i] + block[i];
        uint32_t u = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e, state[5] += f, state[6] += g;
    state[7] += h;
}

__global__ void bitonic(int* data) {
    __shared__ int s[256];
    s[threadIdx.x] = data[threadIdx.x];
    for (int k = 2; k <= 256; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int other = threadIdx.x ^ j;
            if (other > threadIdx.x && (s[threadIdx.x] > s[other]) == ((threadIdx.x & k) == 0)) {
                int t = s[threadIdx.x];
                s[threadIdx.x] = s[other];
                s[other] = t;
            }
        }
    }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x];
}

__global__ void multiply(const uint64_t* a, const uint64_t* b, uint64_t* product, int words) {
    uint64_t low = 0, high = 0, carry = 0;
    for (int i = 0; i < words; i++) {
        unsigned __int128 t = static_cast<unsigned __int128>(a[i]) * b[words - 1 - i];
        unsigned __int128 sum = (static_cast<unsigned __int128>(high) << 64 | low) + t;
        carry += sum < t;
        low = static_cast<uint64_t>(sum);
        high = static_cast<uint64_t>(sum >> 64);
    }
    product[0] = low, product[1] = high, product[2] = carry;
}

__global__ void life(const uint8_t* in, uint8_t* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            n += in[((y + dy + height) % height) * width + (x + dx + width) % width];
    bool alive = in[y * width + x];
    out[y * width + x] = n == 3 || (alive && n == 4);
}

__global__ void search(const char* text, const char* word, int* found, int n) {
    int i = threadIdx.x, j = 0;
    while (i + j < n && word[j] && text[i + j] == word[j]) j++;
    if (!word[j]) atomicMin(found, i);
}

struct Packed {
    unsigned a : 3, b : 7, c : 22;
    signed d : 5;
    bool e : 1;
    uint64_t f : 40;
};
__global__ void fields(Packed* p, int v) {
    p[0].b = v;
    p[0].c += p[1].a;
    p[0].d = p[1].d >> 1;
    p[0].e ^= p[1].e;
    p[0].f = p[1].f * v;
}
