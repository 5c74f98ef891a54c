// compile: 75 80 120 -rdc=true
// compile: 90 -rdc=true -G
// Relocatable device code: extern functions and variables, weak templates, inline functions, undefined references.

extern __device__ int elsewhere(int x, float* y);
extern __device__ int counter;
extern __constant__ float table[16];
extern __shared__ float dynamic[];
extern "C" __device__ __noinline__ int exported(int x) { return x * 3; }
__device__ int defined_here = 12;
__constant__ int constant_here[3] = {1, 2, 3};
static __device__ int private_here[4];

template <typename T>
__device__ __noinline__ T twice(T x) {
    return x + x;
}
__device__ __noinline__ inline int shared_inline(int x) {
    static int calls = 3;
    return x + calls++;
}
namespace {
__device__ __noinline__ int hidden(int x) { return private_here[x & 3]++; }
}  // namespace

struct Holder {
    static __device__ __noinline__ double member(double x) { return x * 0.1; }
};

__global__ void use(int* out, float* f) {
    out[0] = elsewhere(out[1], f) + counter++;
    dynamic[threadIdx.x] = table[out[2] & 15];
    out[3] = exported(out[4]) + twice(out[5]) + hidden(out[6]) + shared_inline(out[7]);
    f[0] = twice(f[1]) + dynamic[out[8]] + constant_here[out[9]] + defined_here + Holder::member(f[2]);
}
