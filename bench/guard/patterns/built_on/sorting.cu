// Sorting networks in shared memory: the textbook's xor partners, and the SDK's comparators.
constexpr unsigned limit = 1024;

extern "C" __global__ void bitonic_xor(int* values, int n) {
    __shared__ int shared[limit];
    const unsigned tid = threadIdx.x;
    shared[tid] = values[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            const unsigned other = tid ^ j;
            if (other > tid) {
                const int a = shared[tid], b = shared[other];
                if ((tid & k) == 0 ? a > b : a < b) {
                    shared[tid] = b;
                    shared[other] = a;
                }
            }
            __syncthreads();
        }
    }
    values[blockIdx.x * blockDim.x + tid] = shared[tid];
}

__device__ inline void compare(unsigned& ka, unsigned& va, unsigned& kb, unsigned& vb, unsigned direction) {
    if ((ka > kb) == direction) {
        unsigned t = ka;
        ka = kb;
        kb = t;
        t = va;
        va = vb;
        vb = t;
    }
}

extern "C" __global__ void bitonic_sdk(unsigned* out_key, unsigned* out_value, const unsigned* in_key,
                                       const unsigned* in_value, unsigned length, unsigned direction) {
    __shared__ unsigned keys[limit];
    __shared__ unsigned items[limit];
    in_key += blockIdx.x * limit + threadIdx.x;
    in_value += blockIdx.x * limit + threadIdx.x;
    out_key += blockIdx.x * limit + threadIdx.x;
    out_value += blockIdx.x * limit + threadIdx.x;
    keys[threadIdx.x] = in_key[0];
    items[threadIdx.x] = in_value[0];
    keys[threadIdx.x + limit / 2] = in_key[limit / 2];
    items[threadIdx.x + limit / 2] = in_value[limit / 2];
    for (unsigned size = 2; size < length; size <<= 1) {
        const unsigned d = direction ^ ((threadIdx.x & (size / 2)) != 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compare(keys[pos], items[pos], keys[pos + stride], items[pos + stride], d);
        }
    }
    for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        compare(keys[pos], items[pos], keys[pos + stride], items[pos + stride], direction);
    }
    __syncthreads();
    out_key[0] = keys[threadIdx.x];
    out_value[0] = items[threadIdx.x];
    out_key[limit / 2] = keys[threadIdx.x + limit / 2];
    out_value[limit / 2] = items[threadIdx.x + limit / 2];
}
