// Transposing through a padded tile in shared memory: of floats, and of 16-byte elements.
template <typename T>
__device__ void transpose_tile(const T* in, T* out, unsigned width, unsigned height, T (*tile)[33]) {
    unsigned x = blockIdx.x * 32 + threadIdx.x;
    unsigned y = blockIdx.y * 32 + threadIdx.y;
    for (unsigned k = 0; k < 32; k += 8) {
        if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[size_t(y + k) * width + x];
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (unsigned k = 0; k < 32; k += 8) {
        if (x < height && y + k < width) out[size_t(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
    }
}

extern "C" __global__ void transpose_float(const float* in, float* out, unsigned width, unsigned height) {
    __shared__ float tile[32][33];
    transpose_tile(in, out, width, height, tile);
}

extern "C" __global__ void transpose_int4(const int4* in, int4* out, unsigned width, unsigned height) {
    __shared__ int4 tile[32][33];
    transpose_tile(in, out, width, height, tile);
}
