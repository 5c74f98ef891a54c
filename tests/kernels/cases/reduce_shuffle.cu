// A sum in two passes: shuffles within the warps, shared memory between them, and the same again over the blocks' sums.
__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__device__ double warp_sum(double value) {
    for (int mask = 16; mask > 0; mask /= 2)
        value += __shfl_xor_sync(0xffffffff, value, mask);
    return value;
}

template <typename T>
__device__ T block_sum(T value) {
    __shared__ T warps[32];
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0) warps[warp] = value;
    __syncthreads();
    value = lane < blockDim.x / 32 ? warps[lane] : T(0);
    return warp == 0 ? warp_sum(value) : T(0);
}

extern "C" __global__ void sum_floats(const float* in, float* out, unsigned n) {
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void sum_squares(const float4* in, double* out, unsigned n) {
    double sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 v = in[i];
        sum += double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z + double(v.w) * v.w;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
