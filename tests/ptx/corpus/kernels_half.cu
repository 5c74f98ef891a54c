// compile: 80 90
// compile: 86 -use_fast_math
// compile: 100 -lineinfo
// Ordinary kernels in reduced precision: softmax, layer norm, attention scores, rotary embedding, quantisation.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

template <typename T, typename Op>
__device__ T across_block(T v, Op op) {
    __shared__ T partial[32];
    for (int offset = 16; offset; offset >>= 1) v = op(v, __shfl_xor_sync(~0u, v, offset));
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x >> 5 ? partial[threadIdx.x] : v;
    for (int offset = 16; offset; offset >>= 1) v = op(v, __shfl_xor_sync(~0u, v, offset));
    return v;
}

__global__ void softmax(const __half* in, __half* out, int n) {
    float largest = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) largest = fmaxf(largest, __half2float(in[i]));
    largest = across_block(largest, [](float a, float b) { return fmaxf(a, b); });
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += __expf(__half2float(in[i]) - largest);
    sum = across_block(sum, [](float a, float b) { return a + b; });
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = __float2half(__expf(__half2float(in[i]) - largest) / sum);
}

__global__ void layer_norm(const __nv_bfloat162* in, __nv_bfloat162* out, const float2* gain, int n) {
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float2 v = __bfloat1622float2(in[i]);
        sum += v.x + v.y;
        squares += v.x * v.x + v.y * v.y;
    }
    sum = across_block(sum, [](float a, float b) { return a + b; });
    squares = across_block(squares, [](float a, float b) { return a + b; });
    float mean = sum / (2 * n), scale = rsqrtf(squares / (2 * n) - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float2 v = __bfloat1622float2(in[i]), g = gain[i];
        out[i] = __floats2bfloat162_rn((v.x - mean) * scale * g.x, (v.y - mean) * scale * g.y);
    }
}

__global__ void rotary(__half2* q, const int* position, int dimension) {
    float angle = position[blockIdx.x] * exp2f(-13.287712f * threadIdx.x / dimension), s, c;
    __sincosf(angle, &s, &c);
    __half2 v = q[blockIdx.x * dimension + threadIdx.x];
    __half2 turned = __halves2half2(__hneg(__high2half(v)), __low2half(v));
    q[blockIdx.x * dimension + threadIdx.x] =
        __hfma2(v, __float2half2_rn(c), __hmul2(turned, __float2half2_rn(s)));
}

__global__ void quantise(const uint4* in, __nv_fp8x4_e4m3* out, const float* scale) {
    uint4 packed = in[threadIdx.x];
    __half2 low = *reinterpret_cast<__half2*>(&packed.x), high = *reinterpret_cast<__half2*>(&packed.y);
    float2 a = __half22float2(low), b = __half22float2(high);
    float s = *scale;
    out[threadIdx.x] = __nv_fp8x4_e4m3(make_float4(a.x * s, a.y * s, b.x * s, b.y * s));
}
