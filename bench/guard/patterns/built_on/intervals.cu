// Loops from a beginning to a beginning plus a width: rows of a sparse matrix, and a block's share of an array.
extern "C" __global__ void interval_rows(const int* begins, const int* columns, const float* values, const float* x,
                                         float* y, int rows) {
    __shared__ float part[4][33];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int row = blockIdx.x * 4 + warp;
    float sum = 0;
    if (row < rows) {
        for (int i = begins[row] + lane; i < begins[row + 1]; i += 32)
            sum += values[i] * x[columns[i]];
    }
    part[warp][lane] = sum;
    __syncwarp();
    for (int s = 16; s > 0; s >>= 1) {
        if (lane < s) part[warp][lane] += part[warp][lane + s];
        __syncwarp();
    }
    if (lane == 0 && row < rows) y[row] = part[warp][0];
}

extern "C" __global__ void interval_shares(const float* in, float* out, int n, int width) {
    extern __shared__ float cache[];
    const int begin = blockIdx.x * width;
    const int end = min(begin + width, n);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        cache[i - begin] = in[i];
    __syncthreads();
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x) {
        const float left = i > begin ? cache[i - begin - 1] : 0;
        const float right = i + 1 < end ? cache[i - begin + 1] : 0;
        out[i] = 0.5f * cache[i - begin] + 0.25f * (left + right);
    }
}
