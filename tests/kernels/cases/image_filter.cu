// Filters of byte images: grey from colours, edges (Sobel), a box filter, a median of nine.
extern "C" __global__ void grey(const uchar4* in, unsigned char* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = (unsigned char)((77 * in[i].x + 150 * in[i].y + 29 * in[i].z) >> 8);
}

__device__ int at(const unsigned char* image, int x, int y, int width, int height) {
    return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

extern "C" __global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum_x = 0;
    int sum_y = 0;
    for (int d = -1; d <= 1; ++d) {
        const int weight = 2 - abs(d);
        sum_x += weight * (at(in, x + 1, y + d, width, height) - at(in, x - 1, y + d, width, height));
        sum_y += weight * (at(in, x + d, y + 1, width, height) - at(in, x + d, y - 1, width, height));
    }
    out[y * width + x] = (unsigned char)min(255, int(sqrtf(float(sum_x * sum_x + sum_y * sum_y))));
}

extern "C" __global__ void box(const unsigned char* in, unsigned char* out, int width, int height, int radius) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    unsigned sum = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx)
            sum += at(in, x + dx, y + dy, width, height);
    }
    const unsigned area = (2 * radius + 1) * (2 * radius + 1);
    out[y * width + x] = (unsigned char)((sum + area / 2) / area);
}

extern "C" __global__ void median(const unsigned char* in, unsigned char* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int values[9];
    for (int i = 0; i < 9; ++i)
        values[i] = at(in, x + i % 3 - 1, y + i / 3 - 1, width, height);
    for (int i = 0; i < 5; ++i) {
        for (int j = i + 1; j < 9; ++j) {
            const int low = min(values[i], values[j]);
            values[j] = max(values[i], values[j]);
            values[i] = low;
        }
    }
    out[y * width + x] = (unsigned char)values[4];
}
