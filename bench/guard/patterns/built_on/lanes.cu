// A warp for each row: the largest, the sum of exponentials, and a tile per warp.
constexpr int warps = 8;

extern "C" __global__ void lanes_softmax(const float* in, float* out, int rows, int columns) {
    extern __shared__ float row_memory[];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float* mine = row_memory + warp * columns;
    for (int row = blockIdx.x * (blockDim.x / 32) + warp; row < rows; row += gridDim.x * (blockDim.x / 32)) {
        float largest = -1e30f;
        for (int i = lane; i < columns; i += 32) {
            mine[i] = in[(size_t)row * columns + i];
            largest = fmaxf(largest, mine[i]);
        }
        for (int o = 16; o > 0; o >>= 1)
            largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, o));
        float sum = 0;
        for (int i = lane; i < columns; i += 32) {
            mine[i] = expf(mine[i] - largest);
            sum += mine[i];
        }
        for (int o = 16; o > 0; o >>= 1)
            sum += __shfl_xor_sync(~0u, sum, o);
        for (int i = lane; i < columns; i += 32)
            out[(size_t)row * columns + i] = mine[i] / sum;
    }
}

extern "C" __global__ void lanes_butterfly(float2* data, int n) {
    __shared__ float2 tile[warps][64];
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    const unsigned warp = threadIdx.x >> 5;
    const unsigned base = (blockIdx.x * warps + warp) * 64;
    if (base + 64 > n) return;
    tile[warp][lane] = data[base + lane];
    tile[warp][lane + 32] = data[base + lane + 32];
    __syncwarp();
    for (unsigned half = 1; half < 64; half <<= 1) {
        const unsigned low = lane & (half - 1);
        const unsigned i = ((lane ^ low) << 1) | low;
        const float2 a = tile[warp][i], b = tile[warp][i + half];
        __syncwarp();
        tile[warp][i] = make_float2(a.x + b.x, a.y + b.y);
        tile[warp][i + half] = make_float2(a.x - b.x, a.y - b.y);
        __syncwarp();
    }
    data[base + lane] = tile[warp][lane];
    data[base + lane + 32] = tile[warp][lane + 32];
}
