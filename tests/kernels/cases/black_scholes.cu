// Prices of European options, in single precision with the fast functions and in double precision with erfc.
__device__ float normal_below(float d) {
    const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    const float series =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.39894228040143267794f * __expf(-0.5f * d * d) * series;
    return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void prices(const float* stock, const float* strike, const float* years, float* call, float* put,
                                  float rate, float volatility, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float root = sqrtf(years[i]);
    const float d1 =
        (__logf(stock[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float discount = __expf(-rate * years[i]);
    const float n1 = normal_below(d1);
    const float n2 = normal_below(d2);
    call[i] = stock[i] * n1 - strike[i] * discount * n2;
    put[i] = strike[i] * discount * (1.0f - n2) - stock[i] * (1.0f - n1);
}

extern "C" __global__ void prices_double(const double* stock, const double* strike, const double* years, double* call,
                                         double rate, double volatility, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double root = sqrt(years[i]);
    const double d1 =
        (log(stock[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (volatility * root);
    const double d2 = d1 - volatility * root;
    call[i] = stock[i] * normcdf(d1) - strike[i] * exp(-rate * years[i]) * normcdf(d2);
}
