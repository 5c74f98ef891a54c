// Functions of double precision, as the toolkit's library computes them.
extern "C" __global__ void functions(const double* x, const double* y, double* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double a = x[i];
    const double b = y[i];
    double* to = out + i;
    *to = sin(a);
    *(to += n) = cos(a);
    *(to += n) = tan(a);
    *(to += n) = exp(a);
    *(to += n) = log(b);
    *(to += n) = pow(b, a);
    *(to += n) = erf(a);
    *(to += n) = tgamma(b);
    *(to += n) = atan2(a, b);
    *(to += n) = cbrt(a);
    *(to += n) = sinh(a);
    *(to += n) = asin(a / 32);
    *(to += n) = log1p(b);
    *(to += n) = expm1(a);
    *(to += n) = hypot(a, b);
    *(to += n) = fmod(a, b);
}

// Exact ones: rounding, division, square root, remainders, splitting.
extern "C" __global__ void exact(const double* x, const double* y, double* out, int* exponents, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double a = x[i];
    const double b = y[i];
    double* to = out + i;
    *to = a / b;
    *(to += n) = sqrt(b);
    *(to += n) = fma(a, b, -1.0);
    *(to += n) = floor(a) + ceil(b);
    *(to += n) = rint(a * 2.5);
    *(to += n) = trunc(a) - round(b);
    *(to += n) = fmod(a, b);
    *(to += n) = remainder(a, b);
    *(to += n) = copysign(b, a) + fmax(a, b) - fmin(a, b);
    *(to += n) = frexp(b, &exponents[i]);
    *(to += n) = ldexp(a, i % 40);
    *(to += n) = double((long long)(a * 1e6)) + double((unsigned)(b * 1e3));
    *(to += n) = nextafter(a, b);
}
