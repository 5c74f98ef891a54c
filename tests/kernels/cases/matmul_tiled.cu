// c = a * b through square tiles in shared memory; sizes need not be multiples of the tile.
constexpr unsigned tile = 16;

extern "C" __global__ void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile];
    const unsigned row = blockIdx.y * tile + threadIdx.y;
    const unsigned column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (unsigned base = 0; base < k; base += tile) {
        const unsigned ka = base + threadIdx.x;
        const unsigned kb = base + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < m && ka < k ? a[row * k + ka] : 0;
        tile_b[threadIdx.y][threadIdx.x] = kb < k && column < n ? b[kb * n + column] : 0;
        __syncthreads();
        for (unsigned i = 0; i < tile; ++i)
            sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
