// Loops from a beginning to a beginning plus a width: neighbours within a window, and the share of a warp.
extern "C" __global__ void interval_window(const float* in, float* out, int n, int width) {
    extern __shared__ float near_by[];
    const int first = blockIdx.x * blockDim.x;
    const int total = blockDim.x + width;
    for (int i = threadIdx.x; i < total; i += blockDim.x)
        near_by[i] = first + i < n ? in[first + i] : 0;
    __syncthreads();
    float sum = 0;
    for (int j = threadIdx.x; j < threadIdx.x + width; ++j)
        sum += near_by[j];
    if (first + threadIdx.x < n) out[first + threadIdx.x] = sum / width;
}

extern "C" __global__ void interval_warps(const int* in, int* out, int per_warp) {
    __shared__ int share[8][128];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int begin = (blockIdx.x * 8 + warp) * per_warp;
    const int end = begin + per_warp;
    int sum = 0;
    for (int at = begin; at < end; at += 128) {
        for (int i = lane; i < 128 && at + i < end; i += 32)
            share[warp][i] = in[at + i];
        __syncwarp();
        for (int i = lane; i < 128 && at + i < end; i += 32)
            sum += share[warp][i] * share[warp][i ^ 1];
        __syncwarp();
    }
    out[(blockIdx.x * 8 + warp) * 32 + lane] = sum;
}
