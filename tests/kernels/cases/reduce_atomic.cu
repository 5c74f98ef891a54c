// Sums by atomics: one per thread, one per warp (redux), and a single pass in which the last block finishes the work.
__device__ unsigned finished_blocks = 0;

extern "C" __global__ void all_atomics(const int* in, unsigned n, unsigned long long* sum, int* low, int* high,
                                       unsigned* bits_or, unsigned* bits_and, unsigned* bits_xor) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(sum, (unsigned long long)(long long)in[i]);
    atomicMin(low, in[i]);
    atomicMax(high, in[i]);
    atomicOr(bits_or, unsigned(in[i]) & 0x0f0ff0f0);
    atomicAnd(bits_and, unsigned(in[i]) | 0xffff0000);
    atomicXor(bits_xor, unsigned(in[i]));
}

// n must be a multiple of 32.
extern "C" __global__ void by_redux(const int* in, unsigned n, int* sum, int* low, unsigned* high, unsigned* bits_xor) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int warp_sum = __reduce_add_sync(0xffffffff, in[i]);
    const int warp_low = __reduce_min_sync(0xffffffff, in[i]);
    const unsigned warp_high = __reduce_max_sync(0xffffffff, unsigned(in[i]));
    const unsigned warp_xor = __reduce_xor_sync(0xffffffff, unsigned(in[i]));
    if (threadIdx.x % 32 != 0) return;
    atomicAdd(sum, warp_sum);
    atomicMin(low, warp_low);
    atomicMax(high, warp_high);
    atomicXor(bits_xor, warp_xor);
}

// The blocks' sums are added in the order of the blocks by whichever block ends last, so the result is always the same.
extern "C" __global__ void last_block(const float* in, unsigned n, volatile float* partial, float* out) {
    __shared__ float shared[128];
    __shared__ bool is_last;
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    shared[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; ++i)
            shared[0] += shared[i];
        partial[blockIdx.x] = shared[0];
        __threadfence();
        is_last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x != 0) return;
    float total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
        total += partial[i];
    *out = total;
}
