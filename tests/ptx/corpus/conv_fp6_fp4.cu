// compile: 90 100a 120a
// compile: 100a -lineinfo
// The 6- and 4-bit floating formats: native conversions on sm_100a and sm_120a, emulation elsewhere.
#include <cuda_fp4.h>
#include <cuda_fp6.h>

__global__ void fp6(__nv_fp6_e2m3* a, __nv_fp6_e3m2* b, float* f, __half* h, __nv_fp6x2_e2m3* a2, float2* f2) {
    a[0] = __nv_fp6_e2m3(f[0]);
    b[0] = __nv_fp6_e3m2(f[0]);
    a[1] = __nv_fp6_e2m3(h[0]);
    f[1] = float(a[2]);
    h[1] = __half(b[2]);
    a2[0] = __nv_fp6x2_e2m3(f2[0]);
    f2[1] = float2(a2[1]);
}

__global__ void fp4(__nv_fp4_e2m1* a, __nv_fp4x2_e2m1* a2, __nv_fp4x4_e2m1* a4, float* f, float2* f2, float4* f4) {
    a[0] = __nv_fp4_e2m1(f[0]);
    f[1] = float(a[1]);
    a2[0] = __nv_fp4x2_e2m1(f2[0]);
    f2[1] = float2(a2[1]);
    a4[0] = __nv_fp4x4_e2m1(f4[0]);
    f4[1] = float4(a4[1]);
}

__global__ void fp4_storage(__nv_fp4x2_storage_t* out, __half2_raw* h, double2* d) {
    out[0] = __nv_cvt_halfraw2_to_fp4x2(h[0], __NV_E2M1, cudaRoundNearest);
    out[1] = __nv_cvt_double2_to_fp4x2(d[0], __NV_E2M1, cudaRoundNearest);
    h[1] = __nv_cvt_fp4x2_to_halfraw2(out[2], __NV_E2M1);
}
