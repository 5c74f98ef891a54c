// Scans by shuffles: inclusive sums in blocks of 1024, and a segmented scan that starts anew at each flag.
__device__ int warp_scan(int value) {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned offset = 1; offset < 32; offset *= 2) {
        const int other = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset) value += other;
    }
    return value;
}

extern "C" __global__ void scan_block(const int* in, int* out) {
    __shared__ int warps[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    const int value = warp_scan(in[i]);
    if (lane == 31) warps[warp] = value;
    __syncthreads();
    if (warp == 0) warps[lane] = warp_scan(warps[lane]);
    __syncthreads();
    out[i] = value + (warp > 0 ? warps[warp - 1] : 0);
}

// Each warp's 32 values; a segment begins at the warp's start and wherever the flag is set.
extern "C" __global__ void scan_segments(const int* in, const unsigned char* flags, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    const unsigned starts = __ballot_sync(0xffffffff, flags[i] != 0) | 1;
    const unsigned begin = 31 - __clz(starts & (0xffffffffU >> (31 - lane)));
    int value = in[i];
    for (unsigned offset = 1; offset < 32; offset *= 2) {
        const int other = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= begin + offset) value += other;
    }
    out[i] = value;
}
