// An exclusive scan of any length: up-sweep and down-sweep in each block, then the scanned sums of the blocks are
// added. Shared memory is padded against bank conflicts.
__device__ unsigned padded(unsigned i) {
    return i + (i >> 5);
}

// A block scans 2 * blockDim.x values; `sums` may be null.
extern "C" __global__ void scan_chunks(const unsigned* in, unsigned* out, unsigned* sums, unsigned n) {
    extern __shared__ unsigned shared[];
    const unsigned count = 2 * blockDim.x;
    const unsigned base = blockIdx.x * count;
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        shared[padded(i)] = base + i < n ? in[base + i] : 0;
    unsigned stride = 1;
    for (unsigned d = count / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) {
            const unsigned right = stride * (2 * threadIdx.x + 2) - 1;
            shared[padded(right)] += shared[padded(right - stride)];
        }
        stride *= 2;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        if (sums != nullptr) sums[blockIdx.x] = shared[padded(count - 1)];
        shared[padded(count - 1)] = 0;
    }
    for (unsigned d = 1; d < count; d *= 2) {
        stride /= 2;
        __syncthreads();
        if (threadIdx.x < d) {
            const unsigned right = stride * (2 * threadIdx.x + 2) - 1;
            const unsigned left_sum = shared[padded(right - stride)];
            shared[padded(right - stride)] = shared[padded(right)];
            shared[padded(right)] += left_sum;
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
        if (base + i < n) out[base + i] = shared[padded(i)];
    }
}

extern "C" __global__ void add_sums(unsigned* out, const unsigned* sums, unsigned n) {
    const unsigned base = blockIdx.x * 2 * blockDim.x;
    for (unsigned i = base + threadIdx.x; i < base + 2 * blockDim.x && i < n; i += blockDim.x)
        out[i] += sums[blockIdx.x];
}
