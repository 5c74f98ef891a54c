// Transposition through a padded tile, as the SDK's sample has it, and through a swizzled one.
constexpr int dim = 32;
constexpr int rows = 8;

extern "C" __global__ void transpose_padded(float* out, const float* in, int width, int height) {
    __shared__ float tile[dim][dim + 1];
    int x = blockIdx.x * dim + threadIdx.x;
    int y = blockIdx.y * dim + threadIdx.y;
    for (int j = 0; j < dim; j += rows)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * dim + threadIdx.x;
    y = blockIdx.x * dim + threadIdx.y;
    for (int j = 0; j < dim; j += rows)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_swizzled(float* out, const float* in, int n) {
    __shared__ float tile[dim * dim];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int bx = blockIdx.x * dim, by = blockIdx.y * dim;
    for (int j = ty; j < dim; j += blockDim.y)
        tile[j * dim + (tx ^ j)] = in[(size_t)(by + j) * n + bx + tx];
    __syncthreads();
    for (int j = ty; j < dim; j += blockDim.y)
        out[(size_t)(bx + j) * n + by + tx] = tile[tx * dim + (j ^ tx)];
}
