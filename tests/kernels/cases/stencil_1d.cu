// A weighted sum over 2 * 3 + 1 neighbours, with the block's halo in shared memory; outside the array is zero.
constexpr int radius = 3;
__constant__ int weights[2 * radius + 1] = {1, -2, 3, 10, 3, -2, 1};

extern "C" __global__ void stencil(const int* in, int* out, int n) {
    __shared__ int shared[256 + 2 * radius];
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int t = int(threadIdx.x) + radius;
    shared[t] = i < n ? in[i] : 0;
    if (threadIdx.x < radius) {
        const int right = i + int(blockDim.x);
        shared[t - radius] = i >= radius ? in[i - radius] : 0;
        shared[t + int(blockDim.x)] = right < n ? in[right] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    int sum = 0;
#pragma unroll
    for (int offset = -radius; offset <= radius; ++offset)
        sum += weights[offset + radius] * shared[t + offset];
    out[i] = sum;
}
