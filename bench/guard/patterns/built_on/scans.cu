// Prefix sums: by shuffles with one word per warp, and the work-efficient tree in dynamic shared memory.
extern "C" __global__ void scan_shuffles(int* data, int width, int* partial) {
    extern __shared__ int sums[];
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = id % warpSize;
    const int warp = threadIdx.x / warpSize;
    int value = data[id];
    for (int i = 1; i <= width; i *= 2) {
        const int n = __shfl_up_sync(0xffffffffu, value, i, width);
        if (lane >= i) value += n;
    }
    if (threadIdx.x % warpSize == warpSize - 1) sums[warp] = value;
    __syncthreads();
    if (warp == 0 && lane < blockDim.x / warpSize) {
        int sum = sums[lane];
        const int mask = (1 << (blockDim.x / warpSize)) - 1;
        for (int i = 1; i <= blockDim.x / warpSize; i *= 2) {
            const int n = __shfl_up_sync(mask, sum, i, blockDim.x / warpSize);
            if (lane >= i) sum += n;
        }
        sums[lane] = sum;
    }
    __syncthreads();
    if (warp > 0) value += sums[warp - 1];
    data[id] = value;
    if (partial != nullptr && threadIdx.x == blockDim.x - 1) partial[blockIdx.x] = value;
}

extern "C" __global__ void scan_tree(float* out, const float* in, int n) {
    extern __shared__ float temp[];
    const int tid = threadIdx.x;
    int offset = 1;
    temp[2 * tid] = in[2 * tid];
    temp[2 * tid + 1] = in[2 * tid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            const int a = offset * (2 * tid + 1) - 1;
            const int b = offset * (2 * tid + 2) - 1;
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (tid == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            const int a = offset * (2 * tid + 1) - 1;
            const int b = offset * (2 * tid + 2) - 1;
            const float t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    out[2 * tid] = temp[2 * tid];
    out[2 * tid + 1] = temp[2 * tid + 1];
}
