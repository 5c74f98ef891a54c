// Complex Fourier transforms of 512 points, one block each, radix 2 in shared memory; forwards and back.
constexpr unsigned points = 512;
constexpr unsigned bits = 9;

__device__ float2 times(float2 a, float2 b) {
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// direction is -1 (forwards) or 1 (back, scaled by 1 / points).
extern "C" __global__ void fft(const float2* in, float2* out, int direction) {
    __shared__ float2 data[points];
    const float2* from = in + blockIdx.x * points;
    for (unsigned i = threadIdx.x; i < points; i += blockDim.x)
        data[__brev(i) >> (32 - bits)] = from[i];
    for (unsigned half = 1; half < points; half *= 2) {
        __syncthreads();
        const unsigned k = threadIdx.x % half;
        const unsigned low = (threadIdx.x / half) * half * 2 + k;
        float2 turn;
        sincospif(float(direction) * float(k) / float(half), &turn.y, &turn.x);
        const float2 a = data[low];
        const float2 b = times(turn, data[low + half]);
        data[low] = make_float2(a.x + b.x, a.y + b.y);
        data[low + half] = make_float2(a.x - b.x, a.y - b.y);
    }
    __syncthreads();
    const float scale = direction < 0 ? 1.0f : 1.0f / points;
    for (unsigned i = threadIdx.x; i < points; i += blockDim.x) {
        out[blockIdx.x * points + i] = make_float2(data[i].x * scale, data[i].y * scale);
    }
}
