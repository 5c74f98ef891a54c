// cuRAND's Philox generator in device code: raw words, uniform and normal numbers, and a sum by Monte Carlo.
#include <curand_kernel.h>

extern "C" __global__ void words(unsigned long long seed, uint4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 5, &state);
    out[i] = curand4(&state);
}

extern "C" __global__ void numbers(unsigned long long seed, float* uniform, float* normal) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    uniform[i] = curand_uniform(&state);
    normal[i] = curand_normal(&state);
}
