// Arithmetic of 16-bit floating-point numbers: half and bfloat16, one and two at a time, comparisons and conversions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void halves(const half* a, const half* b, half* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half* to = out + i;
    *to = a[i] + b[i];
    *(to += n) = a[i] * b[i];
    *(to += n) = __hfma(a[i], b[i], a[i]);
    *(to += n) = __hsub(a[i], b[i]);
    *(to += n) = __hmax(a[i], b[i]);
    *(to += n) = a[i] < b[i] ? -a[i] : __habs(b[i]);
    *(to += n) = __float2half_rn(__half2float(a[i]) * 0.3f);
    *(to += n) = __int2half_rn(int(i) * 37 - 4000);
    *(to += n) = __hadd_sat(a[i], b[i]);
    *(to += n) = __hdiv(a[i], b[i]);
}

extern "C" __global__ void pairs(const half2* a, const half2* b, half2* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __hfma2(a[i], b[i], __hmul2(a[i], a[i]));
    out[i + n] = __lowhigh2highlow(__hadd2(a[i], b[i]));
    out[i + 2 * n] = __hmin2(__hneg2(a[i]), b[i]);
    out[i + 3 * n] = __hge2(a[i], b[i]);
}

extern "C" __global__ void bfloats(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __nv_bfloat16* to = out + i;
    *to = a[i] + b[i];
    *(to += n) = a[i] * b[i];
    *(to += n) = __hfma(a[i], b[i], b[i]);
    *(to += n) = __hmin(a[i], b[i]);
    *(to += n) = __float2bfloat16(__bfloat162float(a[i]) * 1.7f);
    *(to += n) = __float2bfloat16_rz(__bfloat162float(b[i]) * 1.7f);
}

// A sum of squares in half pairs, as an inference kernel does it.
extern "C" __global__ void norms(const half2* rows, float* out, unsigned pairs_per_row) {
    float sum = 0;
    for (unsigned k = threadIdx.x; k < pairs_per_row; k += 32) {
        const float2 v = __half22float2(rows[blockIdx.x * pairs_per_row + k]);
        sum += v.x * v.x + v.y * v.y;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
