// Sorting: Batcher's odd-even merge, and keys in dynamic shared memory with a partner by xor.
extern "C" __global__ void odd_even_merge(unsigned* keys, unsigned* values, unsigned length, unsigned direction) {
    constexpr unsigned limit = 512;
    __shared__ unsigned k[limit];
    __shared__ unsigned v[limit];
    keys += blockIdx.x * limit + threadIdx.x;
    values += blockIdx.x * limit + threadIdx.x;
    k[threadIdx.x] = keys[0];
    v[threadIdx.x] = values[0];
    k[threadIdx.x + limit / 2] = keys[limit / 2];
    v[threadIdx.x + limit / 2] = values[limit / 2];
    for (unsigned size = 2; size <= length; size <<= 1) {
        unsigned stride = size / 2;
        const unsigned offset = threadIdx.x & (stride - 1);
        __syncthreads();
        unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        if ((k[pos] > k[pos + stride]) == direction) {
            const unsigned t = k[pos], u = v[pos];
            k[pos] = k[pos + stride];
            v[pos] = v[pos + stride];
            k[pos + stride] = t;
            v[pos + stride] = u;
        }
        stride >>= 1;
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            if (offset >= stride) {
                if ((k[pos - stride] > k[pos]) == direction) {
                    const unsigned t = k[pos];
                    k[pos] = k[pos - stride];
                    k[pos - stride] = t;
                }
            }
        }
    }
    __syncthreads();
    keys[0] = k[threadIdx.x];
    values[0] = v[threadIdx.x];
    keys[limit / 2] = k[threadIdx.x + limit / 2];
    values[limit / 2] = v[threadIdx.x + limit / 2];
}

extern "C" __global__ void bitonic_dynamic(float* data, int n, bool ascending) {
    extern __shared__ float block_data[];
    const int tid = threadIdx.x;
    for (int i = tid; i < n; i += blockDim.x)
        block_data[i] = data[blockIdx.x * n + i];
    __syncthreads();
    for (int k = 2; k <= n; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            for (int i = tid; i < n; i += blockDim.x) {
                const int ixj = i ^ j;
                if (ixj > i && ixj < n) {
                    const bool up = ((i & k) == 0) == ascending;
                    if ((block_data[i] > block_data[ixj]) == up) {
                        const float t = block_data[i];
                        block_data[i] = block_data[ixj];
                        block_data[ixj] = t;
                    }
                }
            }
            __syncthreads();
        }
    }
    for (int i = tid; i < n; i += blockDim.x)
        data[blockIdx.x * n + i] = block_data[i];
}
