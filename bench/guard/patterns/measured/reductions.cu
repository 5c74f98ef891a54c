// Sums: the last block adds what all have left, and a product of vectors with a cache per block.
__device__ unsigned finished;

extern "C" __global__ void reduce_last_block(const float* in, float* out, volatile float* partial, unsigned n) {
    __shared__ float shared[512];
    __shared__ bool is_last;
    const unsigned tid = threadIdx.x;
    float sum = 0;
    for (unsigned i = blockIdx.x * 1024 + tid; i < n; i += 1024 * gridDim.x) {
        sum += in[i];
        if (i + 512 < n) sum += in[i + 512];
    }
    shared[tid] = sum;
    __syncthreads();
    if (tid < 256) shared[tid] = sum = sum + shared[tid + 256];
    __syncthreads();
    if (tid < 128) shared[tid] = sum = sum + shared[tid + 128];
    __syncthreads();
    if (tid < 64) shared[tid] = sum = sum + shared[tid + 64];
    __syncthreads();
    if (tid < 32) {
        sum += shared[tid + 32];
        for (int o = 16; o > 0; o /= 2)
            sum += __shfl_down_sync(~0u, sum, o);
    }
    if (tid == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        sum = 0;
        for (unsigned i = tid; i < gridDim.x; i += blockDim.x)
            sum += partial[i];
        shared[tid] = sum;
        __syncthreads();
        for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
            if (tid < s) shared[tid] += shared[tid + s];
            __syncthreads();
        }
        if (tid == 0) {
            out[0] = shared[0];
            finished = 0;
        }
    }
}

extern "C" __global__ void reduce_dot(int n, const float* a, const float* b, float* c) {
    extern __shared__ float cache[];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    const int cache_index = threadIdx.x;
    float temp = 0;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cache_index] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cache_index < i) cache[cache_index] += cache[cache_index + i];
        __syncthreads();
        i /= 2;
    }
    if (cache_index == 0) c[blockIdx.x] = cache[0];
}
