// Indices of 64 bits: batches with strides of size_t, and a tile whose loops count in size_t.
extern "C" __global__ void wide_batches(const double* a, const double* b, double* c, size_t batch_stride, size_t n,
                                        size_t batches) {
    for (size_t batch = blockIdx.y; batch < batches; batch += gridDim.y) {
        const double* from_a = a + batch * batch_stride;
        const double* from_b = b + batch * batch_stride;
        double* to = c + batch * batch_stride;
        for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
            to[i] = from_a[i] * from_b[i];
    }
}

extern "C" __global__ void wide_tile(const float* in, float* out, size_t n) {
    __shared__ float tile[1024 + 2];
    const size_t first = size_t(blockIdx.x) * 1024;
    for (size_t i = threadIdx.x; i < 1024 + 2; i += blockDim.x) {
        const size_t at = first + i;
        tile[i] = at >= 1 && at - 1 < n ? in[at - 1] : 0;
    }
    __syncthreads();
    for (size_t i = threadIdx.x; i < 1024; i += blockDim.x)
        if (first + i < n) out[first + i] = (tile[i] + tile[i + 1] + tile[i + 2]) / 3;
}
