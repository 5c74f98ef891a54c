// compile: 75 86 100
// compile: 80 90 -use_fast_math
// The single precision math library, in precise and fast-math compilations.

template <float (*Function)(float)>
__global__ void map(float* data) {
    data[threadIdx.x] = Function(data[threadIdx.x]);
}

#define MAP(name) \
    __device__ float call_##name(float x) { return name(x); } \
    template __global__ void map<call_##name>(float*);

MAP(sinf) MAP(cosf) MAP(tanf) MAP(asinf) MAP(acosf) MAP(atanf)
MAP(sinhf) MAP(coshf) MAP(tanhf) MAP(asinhf) MAP(acoshf) MAP(atanhf)
MAP(sinpif) MAP(cospif) MAP(expf) MAP(exp2f) MAP(exp10f) MAP(expm1f)
MAP(logf) MAP(log2f) MAP(log10f) MAP(log1pf) MAP(logbf)
MAP(sqrtf) MAP(rsqrtf) MAP(cbrtf) MAP(rcbrtf)
MAP(erff) MAP(erfcf) MAP(erfinvf) MAP(erfcinvf) MAP(erfcxf) MAP(normcdff) MAP(normcdfinvf)
MAP(tgammaf) MAP(lgammaf) MAP(j0f) MAP(j1f) MAP(y0f) MAP(y1f)
MAP(cyl_bessel_i0f) MAP(cyl_bessel_i1f)

__global__ void several_operands(float* out, const float* in, int* exponent) {
    out[0] = powf(in[0], in[1]);
    out[1] = fmodf(in[0], in[1]);
    out[2] = remainderf(in[0], in[1]);
    out[3] = remquof(in[0], in[1], exponent);
    out[4] = atan2f(in[0], in[1]);
    out[5] = hypotf(in[0], in[1]);
    out[6] = rhypotf(in[0], in[1]);
    out[7] = norm3df(in[0], in[1], in[2]);
    out[8] = norm4df(in[0], in[1], in[2], in[3]);
    out[9] = fmaf(in[0], in[1], in[2]);
    out[10] = fdimf(in[0], in[1]);
    out[11] = copysignf(in[0], in[1]);
    out[12] = nextafterf(in[0], in[1]);
    out[13] = ldexpf(in[0], exponent[1]);
    out[14] = frexpf(in[0], exponent + 2);
    out[15] = modff(in[0], out + 16);
    out[17] = scalbnf(in[0], 3) + ilogbf(in[1]);
    out[18] = jnf(3, in[0]) + ynf(2, in[1]);
    out[19] = fminf(in[0], in[1]) / fmaxf(in[2], in[3]);
    sincosf(in[4], out + 20, out + 21);
    sincospif(in[5], out + 22, out + 23);
}
