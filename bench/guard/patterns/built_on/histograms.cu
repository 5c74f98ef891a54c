// Histograms: of bytes, one per warp in shared memory, and of as many bins as the launch says.
constexpr int bins = 256;
constexpr int warps = 6;

extern "C" __global__ void histogram_warps(unsigned* partial, const unsigned* data, unsigned count) {
    __shared__ unsigned shared[warps * bins];
    unsigned* mine = shared + (threadIdx.x >> 5) * bins;
    for (int i = 0; i < bins / 32; ++i)
        shared[threadIdx.x + i * warps * 32] = 0;
    __syncthreads();
    for (unsigned pos = blockIdx.x * blockDim.x + threadIdx.x; pos < count; pos += blockDim.x * gridDim.x) {
        const unsigned word = data[pos];
        atomicAdd(mine + (word & 255), 1);
        atomicAdd(mine + (word >> 8 & 255), 1);
        atomicAdd(mine + (word >> 16 & 255), 1);
        atomicAdd(mine + (word >> 24 & 255), 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bins; bin += warps * 32) {
        unsigned sum = 0;
        for (unsigned i = 0; i < warps; ++i)
            sum += shared[bin + i * bins];
        partial[blockIdx.x * bins + bin] = sum;
    }
}

extern "C" __global__ void histogram_bins(const unsigned* input, unsigned* out, unsigned count, unsigned bin_count) {
    extern __shared__ unsigned shared_bins[];
    for (unsigned bin = threadIdx.x; bin < bin_count; bin += blockDim.x)
        shared_bins[bin] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        const unsigned bin = input[i];
        if (bin < bin_count) atomicAdd(&shared_bins[bin], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bin_count; bin += blockDim.x)
        atomicAdd(&out[bin], shared_bins[bin]);
}
