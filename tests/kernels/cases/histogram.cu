// Counts of byte values: global atomics, shared bins, and one set of bins per warp; and of floats in ranges.
extern "C" __global__ void global_bins(const unsigned char* in, unsigned* bins, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i]], 1);
}

extern "C" __global__ void shared_bins(const uchar4* in, unsigned* bins, unsigned n) {
    __shared__ unsigned local[256];
    for (unsigned b = threadIdx.x; b < 256; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uchar4 v = in[i];
        atomicAdd(&local[v.x], 1);
        atomicAdd(&local[v.y], 1);
        atomicAdd(&local[v.z], 1);
        atomicAdd(&local[v.w], 1);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < 256; b += blockDim.x) {
        if (local[b] != 0) atomicAdd(&bins[b], local[b]);
    }
}

extern "C" __global__ void warp_bins(const unsigned char* in, unsigned* bins, unsigned n) {
    __shared__ unsigned short local[8][256];
    unsigned* words = reinterpret_cast<unsigned*>(local);
    for (unsigned b = threadIdx.x; b < 8 * 128; b += blockDim.x)
        words[b] = 0;
    __syncthreads();
    const unsigned warp = threadIdx.x / 32;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&words[warp * 128 + in[i] / 2], in[i] % 2 != 0 ? 0x10000u : 1u);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned sum = 0;
        for (unsigned w = 0; w < 8; ++w)
            sum += local[w][b];
        atomicAdd(&bins[b], sum);
    }
}

extern "C" __global__ void ranges(const float* in, unsigned* bins, unsigned n, float low, float width, int count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int bin = int(floorf((in[i] - low) / width));
    atomicAdd(&bins[min(max(bin, 0), count - 1)], 1);
}
