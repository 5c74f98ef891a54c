// Tiled matrix multiplication: square tiles of constant size, and tiles in dynamic shared memory.
constexpr int tile = 16;

extern "C" __global__ void matmul_static(const float* a, const float* b, float* c, int n) {
    __shared__ float as[tile][tile];
    __shared__ float bs[tile][tile];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
    float sum = 0;
    for (int m = 0; m < n / tile; ++m) {
        as[ty][tx] = a[row * n + m * tile + tx];
        bs[ty][tx] = b[(m * tile + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

extern "C" __global__ void matmul_dynamic(const float* a, const float* b, float* c, int n) {
    extern __shared__ float tiles[];
    const int size = blockDim.x;
    float* as = tiles;
    float* bs = tiles + size * size;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * size + ty, col = blockIdx.x * size + tx;
    float sum = 0;
    for (int m = 0; m < (n + size - 1) / size; ++m) {
        as[ty * size + tx] = row < n && m * size + tx < n ? a[row * n + m * size + tx] : 0.0f;
        bs[ty * size + tx] = col < n && m * size + ty < n ? b[(m * size + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < size; ++k)
            sum += as[ty * size + k] * bs[k * size + tx];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}
