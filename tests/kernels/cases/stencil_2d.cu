// Steps of the heat equation on a grid: five points, straight from global memory, and the same with a tile and halo.
extern "C" __global__ void step(const float* in, float* out, int width, int height, float rate) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[i] = in[i];
        return;
    }
    out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4.0f * in[i]);
}

extern "C" __global__ void step_tiled(const float* in, float* out, int width, int height, float rate) {
    __shared__ float tile[10][34];
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int y = blockIdx.y * 8 + threadIdx.y;
    for (int ty = threadIdx.y; ty < 10; ty += 8) {
        for (int tx = threadIdx.x; tx < 34; tx += 32) {
            const int from_x = min(max(int(blockIdx.x * 32) + tx - 1, 0), width - 1);
            const int from_y = min(max(int(blockIdx.y * 8) + ty - 1, 0), height - 1);
            tile[ty][tx] = in[from_y * width + from_x];
        }
    }
    __syncthreads();
    if (x >= width || y >= height) return;
    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const float middle = tile[ty][tx];
    const bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    const float around = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
    out[y * width + x] = edge ? middle : middle + rate * (around - 4.0f * middle);
}
