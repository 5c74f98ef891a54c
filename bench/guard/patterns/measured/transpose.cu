// Transposition: diagonal blocks, and a tile in dynamic shared memory whose pitch is a parameter.
constexpr int dim = 32;
constexpr int rows = 16;

extern "C" __global__ void transpose_diagonal(float* out, const float* in, int width, int height) {
    __shared__ float tile[dim][dim + 1];
    int bx, by;
    if (width == height) {
        by = blockIdx.x;
        bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    } else {
        const int bid = blockIdx.x + gridDim.x * blockIdx.y;
        by = bid % gridDim.y;
        bx = ((bid / gridDim.y) + by) % gridDim.x;
    }
    int x = bx * dim + threadIdx.x, y = by * dim + threadIdx.y;
    const int from = x + y * width;
    x = by * dim + threadIdx.x;
    y = bx * dim + threadIdx.y;
    const int to = x + y * height;
    for (int i = 0; i < dim; i += rows)
        tile[threadIdx.y + i][threadIdx.x] = in[from + i * width];
    __syncthreads();
    for (int i = 0; i < dim; i += rows)
        out[to + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

extern "C" __global__ void transpose_pitched(int* out, const int* in, int nx, int ny, int pad) {
    extern __shared__ int tile_memory[];
    const unsigned row_index = threadIdx.y * (blockDim.x + pad) + threadIdx.x;
    const unsigned ix = blockIdx.x * blockDim.x + threadIdx.x, iy = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned bidx = threadIdx.y * blockDim.x + threadIdx.x;
    const unsigned irow = bidx / blockDim.y, icol = bidx % blockDim.y;
    const unsigned column_index = icol * (blockDim.x + pad) + irow;
    const unsigned ox = blockIdx.y * blockDim.y + icol, oy = blockIdx.x * blockDim.x + irow;
    if (ix < nx && iy < ny) {
        tile_memory[row_index] = in[iy * nx + ix];
        __syncthreads();
        out[oy * ny + ox] = tile_memory[column_index];
    }
}
