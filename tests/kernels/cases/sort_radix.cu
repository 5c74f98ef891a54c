// A least-significant-digit radix sort of keys with values, four bits a pass: count, scan, scatter (stable).
constexpr unsigned radix = 16;

extern "C" __global__ void count_digits(const unsigned* keys, unsigned* counts, unsigned n, unsigned shift) {
    __shared__ unsigned bins[radix];
    if (threadIdx.x < radix) bins[threadIdx.x] = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[keys[i] >> shift & (radix - 1)], 1);
    __syncthreads();
    // By digit, then by block: a scan over all of it gives each block its places.
    if (threadIdx.x < radix) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// Exclusive, in place, by one block.
extern "C" __global__ void scan_counts(unsigned* counts, unsigned n) {
    __shared__ unsigned shared[1024];
    __shared__ unsigned carry;
    if (threadIdx.x == 0) carry = 0;
    for (unsigned base = 0; base < n; base += blockDim.x) {
        const unsigned i = base + threadIdx.x;
        const unsigned own = i < n ? counts[i] : 0;
        unsigned value = own;
        shared[threadIdx.x] = value;
        for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
            __syncthreads();
            const unsigned other = threadIdx.x >= distance ? shared[threadIdx.x - distance] : 0;
            __syncthreads();
            value += other;
            shared[threadIdx.x] = value;
        }
        __syncthreads();
        if (i < n) counts[i] = carry + value - own;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1) carry += value;
        __syncthreads();
    }
}

extern "C" __global__ void scatter(const unsigned* keys, const unsigned* values, unsigned* keys_out,
                                   unsigned* values_out, const unsigned* places, unsigned n, unsigned shift) {
    __shared__ unsigned warp_counts[8][radix];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    for (unsigned k = threadIdx.x; k < 8 * radix; k += blockDim.x)
        (&warp_counts[0][0])[k] = 0;
    __syncthreads();
    const unsigned key = i < n ? keys[i] : 0;
    const unsigned digit = i < n ? key >> shift & (radix - 1) : radix;
    const unsigned peers = __match_any_sync(0xffffffff, digit);
    const unsigned before = __popc(peers & ((1U << lane) - 1));
    if (before == 0 && digit < radix) warp_counts[warp][digit] = __popc(peers);
    __syncthreads();
    if (i >= n) return;
    unsigned place = places[digit * gridDim.x + blockIdx.x] + before;
    for (unsigned w = 0; w < warp; ++w)
        place += warp_counts[w][digit];
    keys_out[place] = key;
    values_out[place] = values[i];
}
