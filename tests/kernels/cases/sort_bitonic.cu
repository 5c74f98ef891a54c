// A bitonic sort of 2^k values: all steps within a block in shared memory, the longer ones through global memory.
__device__ void order(float& a, float& b, bool ascending) {
    if ((a > b) == ascending) {
        const float keep = a;
        a = b;
        b = keep;
    }
}

// Sorts chunks of 2 * blockDim.x values, every second one in descending order.
extern "C" __global__ void sort_chunks(float* data) {
    extern __shared__ float shared[];
    const unsigned count = 2 * blockDim.x;
    const unsigned base = blockIdx.x * count;
    shared[threadIdx.x] = data[base + threadIdx.x];
    shared[threadIdx.x + blockDim.x] = data[base + threadIdx.x + blockDim.x];
    for (unsigned size = 2; size <= count; size *= 2) {
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            order(shared[i], shared[i + stride], ((base + i) & size) == 0);
        }
    }
    __syncthreads();
    data[base + threadIdx.x] = shared[threadIdx.x];
    data[base + threadIdx.x + blockDim.x] = shared[threadIdx.x + blockDim.x];
}

extern "C" __global__ void merge_step(float* data, unsigned size, unsigned stride) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned i = 2 * t - (t & (stride - 1));
    order(data[i], data[i + stride], (i & size) == 0);
}
