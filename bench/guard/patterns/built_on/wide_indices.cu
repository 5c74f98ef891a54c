// Indices of 64 bits: loops over size_t through the grid, and a row of a matrix per block.
extern "C" __global__ void wide_saxpy(float a, const float* x, float* y, size_t n) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void wide_rows(const float* a, const float* x, float* y, size_t rows, size_t columns) {
    __shared__ float part[128];
    for (size_t row = blockIdx.x; row < rows; row += gridDim.x) {
        float sum = 0;
        for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
            sum += a[row * columns + i] * x[i];
        part[threadIdx.x] = sum;
        __syncthreads();
        for (size_t s = blockDim.x / 2; s > 0; s /= 2) {
            if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
            __syncthreads();
        }
        if (threadIdx.x == 0) y[row] = part[0];
        __syncthreads();
    }
}
