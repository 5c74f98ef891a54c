// Sums: halves of dynamic shared memory that are added to each other, and shuffles with one word per warp.
extern "C" __global__ void reduce_halves(const int* in, int* out, unsigned n) {
    extern __shared__ int shared[];
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n) sum += in[i + blockDim.x];
    shared[tid] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) shared[tid] = sum = sum + shared[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        sum += shared[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (tid == 0) out[blockIdx.x] = sum;
    }
}

extern "C" __global__ void reduce_interleaved(const float* in, float* out, unsigned n) {
    __shared__ float shared[256];
    const unsigned tid = threadIdx.x;
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    shared[tid] = sum;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned index = 2 * s * tid;
        if (index < blockDim.x) shared[index] += shared[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = shared[0];
}
