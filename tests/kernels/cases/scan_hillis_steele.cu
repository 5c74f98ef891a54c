// An inclusive scan of each block: double-buffered steps of doubling distance.
extern "C" __global__ void scan_block(const unsigned* in, unsigned* out, unsigned n) {
    __shared__ unsigned buffers[2][512];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;
    unsigned current = 0;
    buffers[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        const unsigned value = buffers[current][t];
        buffers[1 - current][t] = t >= distance ? value + buffers[current][t - distance] : value;
        current = 1 - current;
        __syncthreads();
    }
    if (i < n) out[i] = buffers[current][t];
}
