// compile: 75 80 90 120
// compile: 86 -lineinfo
// The atomic functions of every type, in device, block and system scope, on global, shared and generic memory.

template <typename T>
__device__ void arithmetic(T* p, T v) {
    atomicAdd(p, v);
    atomicAdd_block(p + 1, v);
    p[8] = atomicAdd_system(p + 2, v);
    atomicExch(p + 3, v);
    p[9] = atomicExch_block(p + 4, v);
    atomicExch_system(p + 5, v);
}

template <typename T>
__device__ void integer(T* p, T v) {
    arithmetic(p, v);
    p[10] = atomicCAS(p, v, T(v + 1));
    p[11] = atomicCAS_block(p + 1, v, T(v + 1));
    p[12] = atomicCAS_system(p + 2, v, T(v + 1));
    atomicMin(p, v);
    p[13] = atomicMin_block(p + 1, v);
    atomicMax_system(p + 2, v);
    p[14] = atomicMax(p + 3, v);
    atomicAnd(p, v);
    p[15] = atomicAnd_block(p + 1, v);
    atomicOr_system(p + 2, v);
    p[16] = atomicOr(p + 3, v);
    atomicXor_block(p, v);
    p[17] = atomicXor_system(p + 1, v);
}

__global__ void on_int(int* p, int v) { integer(p, v); }
__global__ void on_unsigned(unsigned* p, unsigned v) {
    integer(p, v);
    p[20] = atomicInc(p + 1, 31);
    p[21] = atomicDec(p + 2, 31);
    p[22] = atomicSub(p + 3, v);
    p[23] = atomicInc_system(p + 4, 7);
}
__global__ void on_long(unsigned long long* p, unsigned long long v) { integer(p, v); }
__global__ void on_float(float* p, float v) { arithmetic(p, v); }
__global__ void on_double(double* p, double v) {
    atomicAdd(p, v);
    p[1] = atomicAdd_block(p + 2, v);
    p[3] = atomicAdd_system(p + 4, v);
}
__global__ void on_short(unsigned short* p) { p[0] = atomicCAS(p + 1, p[2], p[3]); }

__global__ void in_shared(int* out) {
    __shared__ int histogram[64];
    __shared__ unsigned long long wide[4];
    __shared__ float sums[4];
    histogram[threadIdx.x & 63] = 0;
    __syncthreads();
    atomicAdd(&histogram[out[threadIdx.x] & 63], 1);
    atomicMax(&histogram[3], out[1]);
    out[2] = atomicCAS(&histogram[4], 1, 2);
    atomicAdd(&wide[threadIdx.x & 3], 5ull);
    atomicAdd(&sums[1], 1.5f);
    __syncthreads();
    out[threadIdx.x] = histogram[threadIdx.x & 63] + static_cast<int>(wide[1]) + static_cast<int>(sums[1]);
}
