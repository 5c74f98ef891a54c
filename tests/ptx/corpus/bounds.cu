// compile: 75 90
// compile: 80 -maxrregcount=32
// compile: 86 -maxrregcount=64 -lineinfo
// compile: 100 -O0
// Kernel attributes: launch bounds, register limits, grid constants, block sizes, restrict and large parameters.

struct Big {
    int values[200];
    const float* weights;
};
struct Tiny {
    unsigned char r, g, b;
};

__global__ void __launch_bounds__(256) bounded(float* p) { p[threadIdx.x] *= 2; }
__global__ void __launch_bounds__(128, 4) occupied(float* p) { p[threadIdx.x] *= 3; }
__global__ void __maxnreg__(48) limited(float* p) { p[threadIdx.x] *= 4; }
#if __CUDA_ARCH__ >= 900
__global__ void __launch_bounds__(128, 4, 8) clustered(float* p) { p[threadIdx.x] *= 5; }
__global__ void __block_size__((64, 2, 1)) sized(float* p) { p[threadIdx.x] *= 6; }
__global__ void __block_size__((64, 1, 1), (2, 1, 1)) sized_cluster(float* p) { p[threadIdx.x] *= 7; }
#endif
__global__ void by_constant(const __grid_constant__ Big big, float* out, const __grid_constant__ Tiny tiny) {
    const Big* address = &big;
    out[threadIdx.x] = address->values[threadIdx.x] * big.weights[tiny.g];
}
__global__ void by_value(Big big, Tiny tiny, char c, bool flag, short s, double d, float* out) {
    big.values[threadIdx.x & 63] = tiny.b;
    out[0] = big.values[out[1] > 2 ? 3 : 4] + c + flag + s + static_cast<float>(d);
}
__global__ void restricted(const float* __restrict__ a, const float4* __restrict__ b, float* __restrict__ c, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] * b[i].x + b[i].w;
}
__global__ void volatile_access(volatile int* p, volatile float2* q) {
    p[0] = p[1] + p[2];
    q[0].x = q[1].y;
}
__global__ void nothing() {}
extern "C" __global__ void plain_name(int* p) { *p = 1; }
