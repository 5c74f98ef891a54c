// cuRAND's device functions: generators set up and used, states in memory, several distributions.
#include <curand_kernel.h>

extern "C" __global__ void curand_setup(curandState* states, unsigned long long seed) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed + id, 0, 0, &states[id]);
}

extern "C" __global__ void curand_walk(curandState* states, float* out, int steps) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[id];
    float at = 0;
    for (int i = 0; i < steps; ++i)
        at += curand_normal(&state);
    states[id] = state;
    out[id] = at;
}

extern "C" __global__ void curand_in_place(curandState* states, unsigned* out, int n) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; ++i)
        out[id * n + i] = curand(&states[id]);
}

extern "C" __global__ void curand_uniforms(float4* out, unsigned long long seed, int n) {
    curandStatePhilox4_32_10_t state;
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &state);
    for (int i = id; i < n; i += gridDim.x * blockDim.x)
        out[i] = curand_uniform4(&state);
}

extern "C" __global__ void curand_log_normals(float* out, unsigned long long seed, int n) {
    curandStatePhilox4_32_10_t state;
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &state);
    for (int i = id; i < n; i += gridDim.x * blockDim.x)
        out[i] = curand_log_normal(&state, 0.0f, 0.25f);
}
