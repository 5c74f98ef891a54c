// Functions of single precision: the exact, the library's, and the fast intrinsics.
extern "C" __global__ void exact(const float* x, const float* y, float* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = x[i];
    const float b = y[i];
    float* to = out + i;
    *to = a / b;
    *(to += n) = sqrtf(b);
    *(to += n) = __fmaf_rn(a, b, 1.0f);
    *(to += n) = floorf(a) + ceilf(b);
    *(to += n) = rintf(a * 2.5f);
    *(to += n) = __fadd_rz(a, b);
    *(to += n) = __fmul_ru(a, b);
    *(to += n) = __fdiv_rd(a, b);
    *(to += n) = fmodf(a, b);
    *(to += n) = float(int(a * 100)) + float(unsigned(b * 100));
    *(to += n) = __frcp_rn(b);
    *(to += n) = __saturatef(a);
    *(to += n) = __fsqrt_rz(b);
}

extern "C" __global__ void functions(const float* x, const float* y, float* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = x[i];
    const float b = y[i];
    float* to = out + i;
    *to = sinf(a);
    *(to += n) = cosf(a);
    *(to += n) = expf(a);
    *(to += n) = logf(b);
    *(to += n) = powf(b, a * 0.25f);
    *(to += n) = tanhf(a);
    *(to += n) = erff(a);
    *(to += n) = atan2f(a, b);
    *(to += n) = lgammaf(b);
    *(to += n) = rsqrtf(b);
    *(to += n) = cbrtf(a);
    *(to += n) = log2f(b) + exp2f(a) + log10f(b);
}

extern "C" __global__ void fast(const float* x, const float* y, float* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = x[i];
    const float b = y[i];
    float* to = out + i;
    *to = __sinf(a * 0.25f);
    *(to += n) = __cosf(a * 0.25f);
    *(to += n) = __expf(a);
    *(to += n) = __logf(b);
    *(to += n) = __fdividef(a, b);
    *(to += n) = __powf(b, a * 0.25f);
}
