// compile: 75 80 90 120
// compile: 86 -lineinfo
// Conversions between every pair of integer and floating types, in the rounding modes C++ and the intrinsics give.

template <typename To, typename From>
__global__ void convert(To* out, const From* in) {
    out[threadIdx.x] = static_cast<To>(in[threadIdx.x]);
}

#define FROM(To, From) template __global__ void convert<To, From>(To*, const From*);
#define TO(To)                                                                                              \
    FROM(To, signed char) FROM(To, unsigned char) FROM(To, short) FROM(To, unsigned short) FROM(To, int)    \
    FROM(To, unsigned) FROM(To, long long) FROM(To, unsigned long long) FROM(To, float) FROM(To, double)

TO(signed char)
TO(unsigned char)
TO(short)
TO(unsigned short)
TO(int)
TO(unsigned)
TO(long long)
TO(unsigned long long)
TO(float)
TO(double)

__global__ void float_to_int(int* out, const float* in) {
    float f = in[0];
    out[0] = __float2int_rn(f);
    out[1] = __float2int_rz(f);
    out[2] = __float2int_ru(f);
    out[3] = __float2int_rd(f);
    out[4] = __float2uint_rn(f);
    out[5] = __float2uint_rz(f);
    out[6] = __float2uint_ru(f);
    out[7] = __float2uint_rd(f);
    out[8] = __float_as_int(f);
    out[9] = __float_as_uint(f);
}

__global__ void double_to_int(long long* out, const double* in) {
    double d = in[0];
    out[0] = __double2int_rn(d);
    out[1] = __double2int_ru(d);
    out[2] = __double2uint_rd(d);
    out[3] = __double2ll_rn(d);
    out[4] = __double2ll_ru(d);
    out[5] = __double2ull_rd(d);
    out[6] = __double2ull_rz(d);
    out[7] = __double_as_longlong(d);
    out[8] = __double2hiint(d);
    out[9] = __double2loint(d);
}

__global__ void int_to_float(float* out, double* wide, const int* in, const long long* big) {
    int i = in[0];
    long long l = big[0];
    out[0] = __int2float_rn(i);
    out[1] = __int2float_rz(i);
    out[2] = __int2float_ru(i);
    out[3] = __int2float_rd(i);
    out[4] = __uint2float_ru(i);
    out[5] = __ll2float_rd(l);
    out[6] = __ull2float_rz(l);
    out[7] = __int_as_float(i);
    wide[0] = __ll2double_ru(l);
    wide[1] = __ll2double_rd(l);
    wide[2] = __ull2double_rz(l);
    wide[3] = __int2double_rn(i);
    wide[4] = __hiloint2double(i, i + 1);
    wide[5] = __longlong_as_double(l);
    out[8] = __double2float_rn(wide[6]);
    out[9] = __double2float_ru(wide[7]);
    out[10] = __double2float_rd(wide[8]);
    out[11] = __double2float_rz(wide[9]);
}

__global__ void saturate_and_round(float* out, const float* in) {
    out[0] = __saturatef(in[0]);
    out[1] = floorf(in[1]);
    out[2] = ceilf(in[2]);
    out[3] = truncf(in[3]);
    out[4] = rintf(in[4]);
    out[5] = nearbyintf(in[5]);
    out[6] = roundf(in[6]);
    out[7] = static_cast<float>(lrintf(in[7]) + llrintf(in[7]) + lroundf(in[7]));
}
