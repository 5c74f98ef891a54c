// compile: 80 89 90 120
// compile: 100 -G
// The 8-bit floating formats through the library types, from and to every wider format.
#include <cuda_fp8.h>

template <typename Fp8>
__device__ void round_trip(Fp8* out, float* f, double* d, __half* h, __nv_bfloat16* b, int* i) {
    out[0] = Fp8(f[0]);
    out[1] = Fp8(d[0]);
    out[2] = Fp8(h[0]);
    out[3] = Fp8(b[0]);
    out[4] = Fp8(i[0]);
    f[1] = float(out[5]);
    d[1] = double(out[6]);
    h[1] = __half(out[7]);
    b[1] = __nv_bfloat16(out[8]);
    i[1] = int(out[9]);
}

__global__ void e4m3(__nv_fp8_e4m3* out, float* f, double* d, __half* h, __nv_bfloat16* b, int* i) {
    round_trip(out, f, d, h, b, i);
}

__global__ void e5m2(__nv_fp8_e5m2* out, float* f, double* d, __half* h, __nv_bfloat16* b, int* i) {
    round_trip(out, f, d, h, b, i);
}

__global__ void packed(__nv_fp8x2_e4m3* x2, __nv_fp8x4_e5m2* x4, float2* f2, float4* f4, __half2* h2) {
    x2[0] = __nv_fp8x2_e4m3(f2[0]);
    x2[1] = __nv_fp8x2_e4m3(h2[0]);
    x4[0] = __nv_fp8x4_e5m2(f4[0]);
    f2[1] = float2(x2[2]);
    h2[1] = __half2(x2[3]);
    f4[1] = float4(x4[1]);
}

__global__ void scale(__nv_fp8_storage_t* out, __nv_bfloat16_raw* raw, float* f) {
    out[0] = __nv_cvt_float_to_e8m0(f[0], __NV_SATFINITE, cudaRoundPosInf);
    out[1] = __nv_cvt_float_to_e8m0(f[1], __NV_NOSAT, cudaRoundZero);
    raw[0] = __nv_cvt_e8m0_to_bf16raw(out[2]);
    out[3] = __nv_cvt_float_to_fp8(f[2], __NV_NOSAT, __NV_E5M2);
}
