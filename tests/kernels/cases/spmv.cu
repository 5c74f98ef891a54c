// A sparse matrix times a vector: compressed rows by one thread and by one warp each, and padded rows (ELLPACK).
extern "C" __global__ void csr_scalar(const int* begins, const int* columns, const float* values, const float* x,
                                      float* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = begins[row]; i < begins[row + 1]; ++i)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

extern "C" __global__ void csr_vector(const int* begins, const int* columns, const float* values,
                                      const float* __restrict__ x, float* y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int i = begins[row] + lane; i < begins[row + 1]; i += 32)
        sum += values[i] * __ldg(&x[columns[i]]);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) y[row] = sum;
}

extern "C" __global__ void ell(const int* columns, const float* values, const float* x, float* y, int rows, int width) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; ++k) {
        const int column = columns[k * rows + row];
        if (column >= 0) sum = fmaf(values[k * rows + row], x[column], sum);
    }
    y[row] = sum;
}
