// compile: 75 90
// compile: 80 -lineinfo
// The double precision math library.

template <double (*Function)(double)>
__global__ void map(double* data) {
    data[threadIdx.x] = Function(data[threadIdx.x]);
}

#define MAP(name) \
    __device__ double call_##name(double x) { return name(x); } \
    template __global__ void map<call_##name>(double*);

MAP(sin) MAP(tan) MAP(asin) MAP(atan) MAP(sinh) MAP(acosh) MAP(cospi)
MAP(exp) MAP(exp10) MAP(expm1) MAP(log) MAP(log2) MAP(log1p)
MAP(sqrt) MAP(rsqrt) MAP(cbrt) MAP(erf) MAP(erfc) MAP(erfinv) MAP(normcdf)
MAP(tgamma) MAP(lgamma) MAP(j0) MAP(y1) MAP(floor) MAP(rint) MAP(round)

__global__ void several_operands(double* out, const double* in, int* exponent) {
    out[0] = pow(in[0], in[1]);
    out[1] = fmod(in[0], in[1]);
    out[2] = remainder(in[0], in[1]);
    out[3] = atan2(in[0], in[1]);
    out[4] = hypot(in[0], in[1]);
    out[5] = fma(in[0], in[1], in[2]);
    out[6] = in[0] / in[1];
    out[7] = frexp(in[0], exponent);
    out[8] = ldexp(in[0], exponent[1]);
    out[9] = nextafter(in[0], in[1]);
    out[10] = copysign(in[0], in[1]) + fabs(in[2]) + fmin(in[3], in[4]);
    out[11] = isnan(in[0]) + isinf(in[1]) + signbit(in[2]) + isfinite(in[3]);
    sincos(in[4], out + 12, out + 13);
}
