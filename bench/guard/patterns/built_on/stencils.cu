// Stencils: five points of a plane with its edges in shared memory, and a plane at a time through a volume.
constexpr int bx = 32, by = 8;

extern "C" __global__ void stencil_plane(const float* in, float* out, int width, int height) {
    __shared__ float tile[by + 2][bx + 2];
    const int x = blockIdx.x * bx + threadIdx.x, y = blockIdx.y * by + threadIdx.y;
    const int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
    if (x < width && y < height) {
        tile[sy][sx] = in[y * width + x];
        if (threadIdx.x == 0) tile[sy][0] = x > 0 ? in[y * width + x - 1] : 0;
        if (threadIdx.x == bx - 1) tile[sy][bx + 1] = x < width - 1 ? in[y * width + x + 1] : 0;
        if (threadIdx.y == 0) tile[0][sx] = y > 0 ? in[(y - 1) * width + x] : 0;
        if (threadIdx.y == by - 1) tile[by + 1][sx] = y < height - 1 ? in[(y + 1) * width + x] : 0;
    }
    __syncthreads();
    if (x < width && y < height)
        out[y * width + x] = 0.2f * (tile[sy][sx] + tile[sy - 1][sx] + tile[sy + 1][sx] + tile[sy][sx - 1] +
                                     tile[sy][sx + 1]);
}

constexpr int radius = 4;

extern "C" __global__ void stencil_volume(float* out, const float* in, int dimx, int dimy, int dimz) {
    __shared__ float tile[16 + 2 * radius][16 + 2 * radius];
    const int gx = blockIdx.x * blockDim.x + threadIdx.x, gy = blockIdx.y * blockDim.y + threadIdx.y;
    const int tx = threadIdx.x + radius, ty = threadIdx.y + radius;
    const int work_x = blockDim.x, work_y = blockDim.y;
    const int stride_y = dimx + 2 * radius, stride_z = stride_y * (dimy + 2 * radius);
    int index = radius * stride_y + radius + gy * stride_y + gx;
    float front[radius], behind[radius], current;
    bool valid = gx < dimx && gy < dimy;
    for (int i = radius - 2; i >= 0; --i) {
        behind[i] = in[index];
        index += stride_z;
    }
    current = in[index];
    int output = index;
    index += stride_z;
    for (int i = 0; i < radius; ++i) {
        front[i] = in[index];
        index += stride_z;
    }
    for (int z = 0; z < dimz; ++z) {
        for (int i = radius - 1; i > 0; --i)
            behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
        for (int i = 0; i < radius - 1; ++i)
            front[i] = front[i + 1];
        front[radius - 1] = in[index];
        index += stride_z;
        output += stride_z;
        __syncthreads();
        if (threadIdx.y < radius) {
            tile[threadIdx.y][tx] = in[output - radius * stride_y];
            tile[threadIdx.y + work_y + radius][tx] = in[output + work_y * stride_y];
        }
        if (threadIdx.x < radius) {
            tile[ty][threadIdx.x] = in[output - radius];
            tile[ty][threadIdx.x + work_x + radius] = in[output + work_x];
        }
        tile[ty][tx] = current;
        __syncthreads();
        float value = current;
        for (int i = 1; i <= radius; ++i)
            value += 0.1f * (front[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] +
                             tile[ty][tx + i]);
        if (valid) out[output] = value;
    }
}
