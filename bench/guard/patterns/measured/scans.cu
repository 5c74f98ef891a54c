// Prefix sums: two buffers in turns, and four elements per thread over warps.
extern "C" __global__ void scan_buffers(float* out, const float* in, int n) {
    extern __shared__ float two[];
    const int tid = threadIdx.x;
    int now = 0, before = 1;
    two[now * n + tid] = tid > 0 ? in[tid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        now = 1 - now;
        before = 1 - now;
        if (tid >= offset)
            two[now * n + tid] = two[before * n + tid] + two[before * n + tid - offset];
        else
            two[now * n + tid] = two[before * n + tid];
        __syncthreads();
    }
    out[tid] = two[now * n + tid];
}

extern "C" __global__ void scan_vectors(uint4* data, unsigned* totals) {
    __shared__ unsigned warp_sums[32];
    const unsigned lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
    const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 v = data[id];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    unsigned sum = v.w;
    for (unsigned d = 1; d < 32; d <<= 1) {
        const unsigned other = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += other;
    }
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        unsigned w = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
        for (unsigned d = 1; d < 32; d <<= 1) {
            const unsigned other = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += other;
        }
        warp_sums[lane] = w;
    }
    __syncthreads();
    const unsigned base = sum - v.w + (warp > 0 ? warp_sums[warp - 1] : 0);
    v.x += base;
    v.y += base;
    v.z += base;
    v.w += base;
    data[id] = v;
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v.w;
}
