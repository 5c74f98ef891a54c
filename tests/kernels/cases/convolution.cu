// A separable blur of a one-channel image: rows, then columns; the weights are in constant memory.
constexpr int radius = 4;
__constant__ float weights[2 * radius + 1];

extern "C" __global__ void rows(const float* in, float* out, int width, int height) {
    __shared__ float tile[4][64 + 2 * radius];
    const int x0 = blockIdx.x * 64 - radius;
    const int y = blockIdx.y * 4 + threadIdx.y;
    if (y < height) {
        for (int t = threadIdx.x; t < 64 + 2 * radius; t += 64) {
            tile[threadIdx.y][t] = in[y * width + min(max(x0 + t, 0), width - 1)];
        }
    }
    __syncthreads();
    const int x = blockIdx.x * 64 + threadIdx.x;
    if (x >= width || y >= height) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * radius; ++k)
        sum += weights[k] * tile[threadIdx.y][threadIdx.x + k];
    out[y * width + x] = sum;
}

extern "C" __global__ void columns(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int k = -radius; k <= radius; ++k)
        sum += weights[k + radius] * in[min(max(y + k, 0), height - 1) * width + x];
    out[y * width + x] = sum;
}
