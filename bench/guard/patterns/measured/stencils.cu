// Stencils: seven points with a block of three dimensions, and life on a plane in dynamic shared memory.
extern "C" __global__ void stencil_cube(const float* in, float* out, int n) {
    constexpr int t = 8;
    __shared__ float cube[t][t][t];
    const int i = blockIdx.z * (t - 2) + threadIdx.z - 1;
    const int j = blockIdx.y * (t - 2) + threadIdx.y - 1;
    const int k = blockIdx.x * (t - 2) + threadIdx.x - 1;
    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n)
        cube[threadIdx.z][threadIdx.y][threadIdx.x] = in[(i * n + j) * n + k];
    __syncthreads();
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        if (threadIdx.z >= 1 && threadIdx.z < t - 1 && threadIdx.y >= 1 && threadIdx.y < t - 1 && threadIdx.x >= 1 &&
            threadIdx.x < t - 1)
            out[(i * n + j) * n + k] =
                0.4f * cube[threadIdx.z][threadIdx.y][threadIdx.x] +
                0.1f * (cube[threadIdx.z - 1][threadIdx.y][threadIdx.x] + cube[threadIdx.z + 1][threadIdx.y][threadIdx.x] +
                        cube[threadIdx.z][threadIdx.y - 1][threadIdx.x] + cube[threadIdx.z][threadIdx.y + 1][threadIdx.x] +
                        cube[threadIdx.z][threadIdx.y][threadIdx.x - 1] + cube[threadIdx.z][threadIdx.y][threadIdx.x + 1]);
    }
}

extern "C" __global__ void stencil_life(const unsigned char* in, unsigned char* out, int width, int height) {
    extern __shared__ unsigned char cells[];
    const int w = blockDim.x + 2, h = blockDim.y + 2;
    const int x0 = blockIdx.x * blockDim.x - 1, y0 = blockIdx.y * blockDim.y - 1;
    for (int y = threadIdx.y; y < h; y += blockDim.y)
        for (int x = threadIdx.x; x < w; x += blockDim.x)
            cells[y * w + x] = in[(y0 + y + height) % height * width + (x0 + x + width) % width];
    __syncthreads();
    const int cx = threadIdx.x + 1, cy = threadIdx.y + 1;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0) alive += cells[(cy + dy) * w + cx + dx];
    const int x = x0 + cx, y = y0 + cy;
    if (x < width && y < height) out[y * width + x] = alive == 3 || (alive == 2 && cells[cy * w + cx]);
}
