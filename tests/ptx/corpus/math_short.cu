// compile: 80 90 120
// compile: 86 -use_fast_math
// compile: 75 -G
// A few functions of the math library, small enough to read: the tables and slow paths of the others alike.

__global__ void single(float* out, const float* in) {
    out[0] = sinf(in[0]);
    out[1] = powf(in[1], in[2]);
    out[2] = erff(in[3]);
    out[3] = tgammaf(in[4]);
    out[4] = in[5] / in[6];
}

__global__ void twice(double* out, const double* in) {
    out[0] = cos(in[0]);
    out[1] = exp(in[1]);
    out[2] = log(in[2]);
    out[3] = j0(in[3]);
    out[4] = in[4] / in[5];
}
