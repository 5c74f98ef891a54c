// Random numbers by cuRAND's device functions: states in memory, and a walk whose steps are kept in shared memory.
#include <curand_kernel.h>

extern "C" __global__ void random_pi(curandState* states, unsigned* hits, int trials) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[id];
    unsigned count = 0;
    for (int i = 0; i < trials; ++i) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        if (x * x + y * y <= 1.0f) ++count;
    }
    states[id] = state;
    hits[id] = count;
}

extern "C" __global__ void random_philox(unsigned long long seed, float* out, int n) {
    __shared__ float4 numbers[128];
    curandStatePhilox4_32_10_t state;
    curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    numbers[threadIdx.x] = curand_normal4(&state);
    __syncthreads();
    const float* flat = (const float*)numbers;
    for (int i = threadIdx.x; i < 512 && blockIdx.x * 512 + i < n; i += blockDim.x)
        out[blockIdx.x * 512 + i] = flat[i];
}
