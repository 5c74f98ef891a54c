// Half precision, bfloat16 and both kinds of eight bits: arithmetic, functions, atomics and conversions, as the host
// has them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cmath>

#include "check.h"

__global__ void dot(const half2* a, const half2* b, float* result, int count) {
    __shared__ half2 sums[128];
    half2 sum = __float2half2_rn(0);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        sum = __hfma2(a[i], b[i], sum);
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half_of = 64; half_of != 0; half_of /= 2) {
        if (threadIdx.x < half_of) sums[threadIdx.x] = __hadd2(sums[threadIdx.x], sums[threadIdx.x + half_of]);
        __syncthreads();
    }
    if (threadIdx.x == 0) *result = __low2float(sums[0]) + __high2float(sums[0]);
}

__global__ void functions(const half* x, half* results, int count) {
    const int i = threadIdx.x;
    const half value = x[i];
    results[i] = hexp(value);
    results[i + count] = hlog(__hadd(__habs(value), __float2half(1)));
    results[i + 2 * count] = hsqrt(__habs(value));
    results[i + 3 * count] = hrcp(__hadd(value, __float2half(5)));
    results[i + 4 * count] = htrunc(value);
    results[i + 5 * count] = __hmax(value, __float2half(0.25f));
    results[i + 6 * count] = hsin(value);
}

__global__ void brain(const __nv_bfloat16* x, float* results, __nv_bfloat16* sum, int count) {
    const int i = threadIdx.x;
    __nv_bfloat162 pair = __halves2bfloat162(x[i], x[(i + 1) % count]);
    pair = __hfma2(pair, pair, __float2bfloat162_rn(1));
    results[i] = __low2float(pair) + 2 * __high2float(pair);
    atomicAdd(sum, __float2bfloat16(0.5f));
}

__global__ void eight_bits(const float* x, float* results, int count) {
    results[threadIdx.x] = float(__nv_fp8_e4m3(x[threadIdx.x]));
    results[threadIdx.x + count] = float(__nv_fp8_e5m2(x[threadIdx.x]));
}

int main() {
    constexpr int count = 64;
    float* results = e2e::device_array<float>(2 * count);
    const auto a = e2e::filled<half2>(1024, [](auto i) { return __floats2half2_rn(i % 13 * 0.0625f, i % 7 * 0.125f); });
    const auto b = e2e::filled<half2>(1024, [](auto i) { return __floats2half2_rn(i % 7 * 0.125f, i % 13 * 0.0625f); });
    double expected = 0;
    for (int i = 0; i < 1024; ++i)
        expected += 2 * (i % 13 * 0.0625) * (i % 7 * 0.125);
    dot<<<1, 128>>>(e2e::device_copy(a), e2e::device_copy(b), results, 1024);
    EXPECT(std::fabs(e2e::fetch(results, 1)[0] - expected) < 0.01 * expected, "%g", e2e::fetch(results, 1)[0]);

    const auto x = e2e::filled<half>(count, [](auto i) { return __float2half((int(i) - 30) * 0.11f); });
    half* of_x = e2e::device_array<half>(7 * count);
    functions<<<1, count>>>(e2e::device_copy(x), of_x, count);
    const auto got = e2e::fetch(of_x, 7 * count);
    for (int i = 0; i < count; ++i) {
        const float v = __half2float(x[i]);
        const float wanted[] = {std::exp(v),
                                std::log1p(std::fabs(v)),
                                std::sqrt(std::fabs(v)),
                                1 / (v + 5),
                                std::trunc(v),
                                std::fmax(v, 0.25f),
                                std::sin(v)};
        for (int k = 0; k < 7; ++k) {
            const float result = __half2float(got[i + k * count]);
            EXPECT(std::fabs(result - wanted[k]) < 2e-3 * (1 + std::fabs(wanted[k])), "function %d of %g: %g", k, v,
                   result);
        }
    }

    const auto bf = e2e::filled<__nv_bfloat16>(count, [](auto i) { return __float2bfloat16(i * 0.25f); });
    auto* sum = e2e::device_copy(std::vector<__nv_bfloat16>{__float2bfloat16(0)});
    brain<<<1, count>>>(e2e::device_copy(bf), results, sum, count);
    e2e::expect_each("bfloat16", e2e::fetch(results, count), [](auto i) {
        const auto square = [](float v) { return __bfloat162float(__float2bfloat16(v * v + 1)); };
        return square(i * 0.25f) + 2 * square((i + 1) % count * 0.25f);
    });
    EXPECT(__bfloat162float(e2e::fetch(sum, 1)[0]) == count / 2, "%g", __bfloat162float(e2e::fetch(sum, 1)[0]));

    const auto wide = e2e::filled<float>(
        count, [](auto i) { return std::ldexp((i % 2 ? -1.0f : 1.0f) * (1 + i * 0.07f), int(i) % 20 - 10); });
    eight_bits<<<1, count>>>(e2e::device_copy(wide), results, count);
    e2e::expect_each("eight bits", e2e::fetch(results, 2 * count), [&](auto i) {
        return i < count ? float(__nv_fp8_e4m3(wide[i])) : float(__nv_fp8_e5m2(wide[i - count]));
    });
    return e2e::passed();
}
