// compile: 80 86 90 100
// compile: 90 -lineinfo
// Half and bfloat16: conversions in every rounding mode, arithmetic, comparison and packed forms.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename Half, typename Out>
__global__ void widen(Out* out, const Half* in) {
    out[threadIdx.x] = static_cast<Out>(in[threadIdx.x]);
}

#define WIDEN(T)                                                \
    template __global__ void widen<__half, T>(T*, const __half*); \
    template __global__ void widen<__nv_bfloat16, T>(T*, const __nv_bfloat16*);
WIDEN(float)
WIDEN(short)
WIDEN(unsigned short)
WIDEN(int)
WIDEN(unsigned)
WIDEN(long long)
WIDEN(unsigned long long)

__global__ void to_half(__half* out, const float* f, const double* d, const int* i, const long long* l) {
    out[0] = __float2half_rn(f[0]);
    out[1] = __float2half_rz(f[0]);
    out[2] = __float2half_ru(f[0]);
    out[3] = __float2half_rd(f[0]);
    out[4] = __double2half(d[0]);
    out[5] = __int2half_rn(i[0]);
    out[6] = __int2half_rz(i[0]);
    out[7] = __uint2half_ru(i[0]);
    out[8] = __short2half_rd(static_cast<short>(i[0]));
    out[9] = __ll2half_rn(l[0]);
    out[10] = __ull2half_rz(l[0]);
    out[11] = __ushort_as_half(static_cast<unsigned short>(i[1]));
}

__global__ void to_bf16(__nv_bfloat16* out, const float* f, const double* d, const int* i) {
    out[0] = __float2bfloat16_rn(f[0]);
    out[1] = __float2bfloat16_rz(f[0]);
    out[2] = __float2bfloat16_ru(f[0]);
    out[3] = __float2bfloat16_rd(f[0]);
    out[4] = __double2bfloat16(d[0]);
    out[5] = __int2bfloat16_rn(i[0]);
    out[6] = __ushort2bfloat16_rz(static_cast<unsigned short>(i[0]));
}

__global__ void from_half(int* out, long long* wide, const __half* h, const __nv_bfloat16* b) {
    out[0] = __half2int_rn(h[0]) + __half2int_ru(h[1]) + __half2uint_rd(h[2]) + __half2short_rn(h[3]);
    out[1] = __bfloat162int_rn(b[0]) + __bfloat162uint_ru(b[1]) + __bfloat162short_rd(b[2]);
    wide[0] = __half2ll_rn(h[4]) + __half2ull_ru(h[5]) + __bfloat162ll_rd(b[3]);
}

__global__ void half_math(__half* h, __half2* p) {
    h[0] = __hadd(h[1], h[2]);
    h[1] = __hadd_sat(h[1], h[2]);
    h[2] = __hfma(h[3], h[4], h[5]);
    h[3] = __hfma_relu(h[3], h[4], h[5]);
    h[4] = __hdiv(h[5], h[6]);
    h[5] = hexp2(h[6]);
    h[6] = hlog(h[7]);
    h[7] = hsin(h[8]);
    h[8] = hsqrt(h[9]);
    h[9] = hrsqrt(h[10]);
    h[10] = htanh_approx(h[11]);
    h[11] = hfloor(h[12]);
    h[12] = hrint(h[13]);
    h[13] = __hmin_nan(h[14], h[15]);
    p[0] = __hmul2(p[1], p[2]);
    p[1] = __hfma2_sat(p[1], p[2], p[3]);
    p[2] = __hmax2_nan(p[3], p[4]);
    p[3] = __hneg2(__habs2(p[4]));
    p[4] = __lowhigh2highlow(p[5]);
    p[5] = h2exp2(p[6]);
    p[6] = __hcmadd(p[7], p[8], p[9]);
    p[7] = __hle2(p[8], p[9]);
    p[8] = __floats2half2_rn(1.5f, -2.25f);
}

__global__ void bf16_math(__nv_bfloat16* b, __nv_bfloat162* p, unsigned* mask) {
    b[0] = __hadd_rn(b[1], b[2]);
    b[1] = __hsub_sat(b[1], b[2]);
    b[2] = __hfma(b[3], b[4], b[5]);
    b[3] = hexp(b[4]);
    b[4] = hrcp(b[5]);
    p[0] = __hfma2_relu(p[1], p[2], p[3]);
    p[1] = __hmin2(p[2], p[3]);
    p[2] = __h2div(p[3], p[4]);
    p[3] = __floats2bfloat162_rn(0.1f, 3e38f);
    mask[0] = __hgt2_mask(p[5], p[6]);
    mask[1] = __hequ2_mask(p[7], p[8]);
    mask[2] = __hbltu2(p[5], p[6]) + __hisnan(b[5]) + __hisinf(b[6]);
}
