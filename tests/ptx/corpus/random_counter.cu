// compile: 75 90
// compile: 86 -lineinfo
// cuRAND's counter-based generator and its distributions.
#include <curand_kernel.h>

__global__ void philox(float4* out, unsigned long long seed) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, threadIdx.x, 3, &state);
    out[0] = curand_uniform4(&state);
    out[1] = curand_normal4(&state);
    skipahead(1000ull, &state);
    out[2].x = curand(&state);
}
