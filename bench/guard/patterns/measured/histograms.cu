// Histograms: 64 bins of bytes per thread, as the SDK has it, and of floats over a range.
extern "C" __global__ void histogram_bytes(unsigned* partial, const uint4* data, unsigned count) {
    constexpr unsigned threads = 64, bins = 64;
    __shared__ unsigned char shared[threads * bins];
    const unsigned pos = (threadIdx.x & ~(4 * 16 - 1)) | ((threadIdx.x & (16 - 1)) << 2) |
                         ((threadIdx.x & (3 * 16)) >> 4);
    unsigned char* mine = shared + pos;
    for (unsigned i = 0; i < bins / 4; ++i)
        ((unsigned*)shared)[threadIdx.x + i * threads] = 0;
    __syncthreads();
    for (unsigned p = blockIdx.x * blockDim.x + threadIdx.x; p < count; p += blockDim.x * gridDim.x) {
        const uint4 d = data[p];
        for (const unsigned word : {d.x, d.y, d.z, d.w}) {
            mine[(word >> 2 & 63) * threads]++;
            mine[(word >> 10 & 63) * threads]++;
            mine[(word >> 18 & 63) * threads]++;
            mine[(word >> 26 & 63) * threads]++;
        }
    }
    __syncthreads();
    if (threadIdx.x < bins) {
        unsigned char* base = shared + threadIdx.x * threads;
        unsigned sum = 0, at = 4 * (threadIdx.x & 15);
        for (unsigned i = 0; i < threads / 4; ++i) {
            sum += base[at] + base[at + 1] + base[at + 2] + base[at + 3];
            at = (at + 4) & (threads - 1);
        }
        partial[blockIdx.x * bins + threadIdx.x] = sum;
    }
}

extern "C" __global__ void histogram_range(const float* in, int* bins, size_t n, float low, float scale) {
    __shared__ int local[128];
    if (threadIdx.x < 128) local[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        const int bin = min(max((int)((in[i] - low) * scale), 0), 127);
        atomicAdd(&local[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x < 128) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
