// Random numbers by cuRAND: prices along paths, and a shuffle in shared memory.
#include <curand_kernel.h>

extern "C" __global__ void random_paths(const curandStateMRG32k3a* states, float* payoff, int steps, float drift,
                                        float spread) {
    __shared__ float sums[256];
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateMRG32k3a state = states[id];
    float price = 100;
    for (int i = 0; i < steps; ++i)
        price *= expf(drift + spread * curand_normal(&state));
    sums[threadIdx.x] = fmaxf(price - 100, 0);
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) payoff[blockIdx.x] = sums[0];
}

extern "C" __global__ void random_shuffle(curandStatePhilox4_32_10_t* states, int* out, int rounds) {
    __shared__ int deck[64][52];
    const int id = blockIdx.x * 64 + threadIdx.x;
    curandStatePhilox4_32_10_t state = states[id];
    int* mine = deck[threadIdx.x];
    for (int i = 0; i < 52; ++i)
        mine[i] = i;
    for (int r = 0; r < rounds; ++r) {
        for (int i = 51; i > 0; --i) {
            const unsigned j = curand(&state) % (i + 1);
            const int t = mine[i];
            mine[i] = mine[j];
            mine[j] = t;
        }
    }
    states[id] = state;
    for (int i = 0; i < 52; ++i)
        out[id * 52 + i] = mine[i];
}
