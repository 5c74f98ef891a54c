// cuRAND states in local memory, passed to a function that is not inlined: a thread draws the same numbers at once and
// one by one.
#include <curand_kernel.h>

#include "check.h"

__device__ __noinline__ unsigned draw(curandStatePhilox4_32_10_t* state, int count) {
    unsigned mixed = 0;
    for (int i = 0; i < count; ++i)
        mixed = mixed * 31 + curand(state);
    return mixed;
}

__global__ void at_once(unsigned* out, unsigned long long seed, int count) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    out[thread] = draw(&state, count);
}

__global__ void in_steps(unsigned* out, curandStatePhilox4_32_10_t* states, unsigned long long seed, int count) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned mixed = 0;
    for (int i = 0; i < count; ++i)
        mixed = mixed * 31 + draw(&state, 1);
    states[thread] = state;
    out[thread] = mixed;
}

int main() {
    const int threads = 256, count = 9;
    unsigned* one = e2e::device_array<unsigned>(threads);
    unsigned* other = e2e::device_array<unsigned>(threads);
    auto* states = e2e::device_array<curandStatePhilox4_32_10_t>(threads);
    at_once<<<2, 128>>>(one, 1234, count);
    in_steps<<<2, 128>>>(other, states, 1234, count);
    const auto steps = e2e::fetch(other, threads);
    e2e::expect_each("numbers", e2e::fetch(one, threads), [&](auto i) { return steps[i]; });
    for (int i = 1; i < threads; ++i)
        EXPECT(steps[i] != steps[i - 1], "threads %d and %d have the same numbers", i - 1, i);
    for (void* memory : {static_cast<void*>(one), static_cast<void*>(other), static_cast<void*>(states)})
        CHECK(cudaFree(memory));
    return e2e::passed();
}
