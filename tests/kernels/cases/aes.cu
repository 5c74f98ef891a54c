// AES-128 in counter mode. The table of the S-box is made by one kernel, used by the other through shared memory.
__device__ unsigned char sbox[256];

__device__ unsigned char times2(unsigned char x) {
    return (unsigned char)(x << 1 ^ (x & 0x80 ? 0x1b : 0));
}

__device__ unsigned char multiply(unsigned char a, unsigned char b) {
    unsigned char product = 0;
    for (int i = 0; i < 8; ++i) {
        if (b >> i & 1) product ^= a;
        a = times2(a);
    }
    return product;
}

// The inverse in GF(2^8) is the 254th power; then an affine change of the bits.
extern "C" __global__ void make_sbox() {
    const unsigned char x = (unsigned char)threadIdx.x;
    unsigned char inverse = 1;
    for (int i = 0; i < 254; ++i)
        inverse = multiply(inverse, x);
    unsigned s = inverse;
    unsigned result = s;
    for (int i = 1; i < 5; ++i)
        result ^= s << i | s >> (8 - i);
    sbox[threadIdx.x] = (unsigned char)(result ^ 0x63);
}

__device__ void round_of(unsigned char* state, const unsigned char* key, const unsigned char* table, bool last) {
    unsigned char moved[16];
    for (int i = 0; i < 16; ++i)
        moved[i] = table[state[(i + i % 4 * 4) % 16]];
    for (int c = 0; c < 16; c += 4) {
        const unsigned char all = moved[c] ^ moved[c + 1] ^ moved[c + 2] ^ moved[c + 3];
        for (int r = 0; r < 4; ++r) {
            const unsigned char mixed = moved[c + r] ^ all ^ times2(moved[c + r] ^ moved[c + (r + 1) % 4]);
            state[c + r] = (last ? moved[c + r] : mixed) ^ key[c + r];
        }
    }
}

// Encrypts (or decrypts) 16 bytes a thread with the 11 round keys; the counter is the last four bytes, big-endian.
extern "C" __global__ void aes_ctr(const unsigned char* round_keys, const unsigned char* nonce, unsigned char* data,
                                   unsigned blocks) {
    __shared__ unsigned char table[256];
    __shared__ unsigned char keys[176];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        table[i] = sbox[i];
    for (unsigned i = threadIdx.x; i < 176; i += blockDim.x)
        keys[i] = round_keys[i];
    __syncthreads();
    const unsigned block = blockIdx.x * blockDim.x + threadIdx.x;
    if (block >= blocks) return;
    unsigned char state[16];
    for (int i = 0; i < 12; ++i)
        state[i] = nonce[i];
    for (int i = 0; i < 4; ++i)
        state[12 + i] = (unsigned char)(block >> (24 - 8 * i));
    for (int i = 0; i < 16; ++i)
        state[i] ^= keys[i];
    for (int r = 1; r <= 10; ++r)
        round_of(state, keys + 16 * r, table, r == 10);
    for (int i = 0; i < 16; ++i)
        data[size_t(block) * 16 + i] ^= state[i];
}
