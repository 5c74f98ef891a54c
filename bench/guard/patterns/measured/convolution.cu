// Convolution: one dimension with halos in dynamic shared memory, and a square filter.
constexpr int most = 32;
__constant__ float mask[most];

extern "C" __global__ void convolution_line(const float* in, float* out, int n, int width) {
    extern __shared__ float line[];
    const int radius = width / 2;
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    const int s = threadIdx.x + radius;
    line[s] = g < n ? in[g] : 0;
    if (threadIdx.x < radius) {
        line[s - radius] = g >= radius ? in[g - radius] : 0;
        line[s + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int j = -radius; j <= radius; ++j)
        sum += line[s + j] * mask[(j + radius) % most];
    if (g < n) out[g] = sum;
}

extern "C" __global__ void convolution_square(const unsigned char* in, unsigned char* out, int width, int height) {
    constexpr int tile_w = 16, tile_h = 16, r = 3, w = tile_w + 2 * r, h = tile_h + 2 * r;
    __shared__ unsigned char data[h * w];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = tid; i < w * h; i += blockDim.x * blockDim.y) {
        const int x = blockIdx.x * tile_w + i % w - r, y = blockIdx.y * tile_h + i / w - r;
        data[i] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0;
    }
    __syncthreads();
    const int x = blockIdx.x * tile_w + threadIdx.x, y = blockIdx.y * tile_h + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = 0; dy <= 2 * r; ++dy)
        for (int dx = 0; dx <= 2 * r; ++dx)
            sum += data[(threadIdx.y + dy) * w + threadIdx.x + dx];
    out[y * width + x] = sum / ((2 * r + 1) * (2 * r + 1));
}
