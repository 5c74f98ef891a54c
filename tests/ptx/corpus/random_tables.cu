// compile: 80
// compile: 90 -lineinfo
// cuRAND's device generators that carry large tables.
#include <curand_kernel.h>

__global__ void xorwow(float* out, unsigned long long seed) {
    curandStateXORWOW_t state;
    curand_init(seed, threadIdx.x, 0, &state);
    out[0] = curand_uniform(&state) + curand_normal(&state) + curand_log_normal(&state, 0.5f, 2.0f);
    double2 pair = curand_normal2_double(&state);
    out[1] = static_cast<float>(pair.x + pair.y);
    out[2] = curand_poisson(&state, 7.5);
}

__global__ void mrg(double* out, unsigned long long seed) {
    curandStateMRG32k3a_t state;
    curand_init(seed, 0, 0, &state);
    out[0] = curand_uniform_double(&state);
}

__global__ void sobol(float* out, curandDirectionVectors32_t* vectors) {
    curandStateSobol32_t state;
    curand_init(*vectors, 12, &state);
    out[0] = curand_uniform(&state) + curand(&state);
}
