// Separable convolution with halos, as the SDK's sample has it: rows, and columns.
constexpr int radius = 8;
constexpr int rows_x = 16, rows_y = 4, steps = 8, halo = 1;
constexpr int columns_x = 16, columns_y = 8;
__constant__ float filter[2 * radius + 1];

extern "C" __global__ void convolution_rows(float* dst, const float* src, int width, int height, int pitch) {
    __shared__ float data[rows_y][(steps + 2 * halo) * rows_x];
    const int x = (blockIdx.x * steps - halo) * rows_x + threadIdx.x;
    const int y = blockIdx.y * rows_y + threadIdx.y;
    src += y * pitch + x;
    dst += y * pitch + x;
#pragma unroll
    for (int i = halo; i < halo + steps; ++i)
        data[threadIdx.y][threadIdx.x + i * rows_x] = src[i * rows_x];
#pragma unroll
    for (int i = 0; i < halo; ++i)
        data[threadIdx.y][threadIdx.x + i * rows_x] = x >= -i * rows_x ? src[i * rows_x] : 0;
#pragma unroll
    for (int i = halo + steps; i < halo + steps + halo; ++i)
        data[threadIdx.y][threadIdx.x + i * rows_x] = width - x > i * rows_x ? src[i * rows_x] : 0;
    __syncthreads();
#pragma unroll
    for (int i = halo; i < halo + steps; ++i) {
        float sum = 0;
#pragma unroll
        for (int j = -radius; j <= radius; ++j)
            sum += filter[radius - j] * data[threadIdx.y][threadIdx.x + i * rows_x + j];
        dst[i * rows_x] = sum;
    }
}

extern "C" __global__ void convolution_columns(float* dst, const float* src, int width, int height, int pitch) {
    __shared__ float data[columns_x][(steps + 2 * halo) * columns_y + 1];
    const int x = blockIdx.x * columns_x + threadIdx.x;
    const int y = (blockIdx.y * steps - halo) * columns_y + threadIdx.y;
    src += y * pitch + x;
    dst += y * pitch + x;
    for (int i = halo; i < halo + steps; ++i)
        data[threadIdx.x][threadIdx.y + i * columns_y] = src[i * columns_y * pitch];
    for (int i = 0; i < halo; ++i)
        data[threadIdx.x][threadIdx.y + i * columns_y] = y >= -i * columns_y ? src[i * columns_y * pitch] : 0;
    for (int i = halo + steps; i < halo + steps + halo; ++i)
        data[threadIdx.x][threadIdx.y + i * columns_y] = height - y > i * columns_y ? src[i * columns_y * pitch] : 0;
    __syncthreads();
    for (int i = halo; i < halo + steps; ++i) {
        float sum = 0;
        for (int j = -radius; j <= radius; ++j)
            sum += filter[radius - j] * data[threadIdx.x][threadIdx.y + i * columns_y + j];
        dst[i * columns_y * pitch] = sum;
    }
}
