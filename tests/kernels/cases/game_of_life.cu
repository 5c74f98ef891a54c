// Conway's life on a torus: a byte per cell, and 32 cells in a word with bit-sliced counting.
extern "C" __global__ void life_bytes(const unsigned char* in, unsigned char* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            neighbours += in[(y + dy + height) % height * width + (x + dx + width) % width];
        }
    }
    const int i = y * width + x;
    out[i] = neighbours == 3 || (neighbours == 2 && in[i] != 0);
}

// Adds a bit to counters of three bits, one per cell, that stop at 7.
__device__ void count(unsigned bit, unsigned& ones, unsigned& twos, unsigned& fours) {
    const unsigned carry1 = ones & bit;
    ones ^= bit;
    const unsigned carry2 = twos & carry1;
    twos ^= carry1;
    fours |= carry2;
}

extern "C" __global__ void life_bits(const unsigned* in, unsigned* out, int words, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= height) return;
    const int left = (x + words - 1) % words;
    const int right = (x + 1) % words;
    unsigned ones = 0;
    unsigned twos = 0;
    unsigned fours = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        const unsigned* row = in + (y + dy + height) % height * words;
        count(__funnelshift_l(row[left], row[x], 1), ones, twos, fours);
        if (dy != 0) count(row[x], ones, twos, fours);
        count(__funnelshift_r(row[x], row[right], 1), ones, twos, fours);
    }
    out[y * words + x] = ~fours & twos & (ones | in[y * words + x]);
}
