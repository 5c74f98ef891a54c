// The kernels of the programs in this folder. kernels.ptx is made of them by generate.sh, and kept.

extern "C" {

__device__ int counter = 10;
__constant__ float weights[4] = {1, 2, 3, 4};

__global__ void add(const float* a, const float* b, float* c, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) c[i] = a[i] + b[i];
}

// data = data * factor + offset, after some time.
__global__ void scale(int* data, int factor, int offset, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] * factor + offset;
}

__global__ void use_variables(float* out) {
    atomicAdd(&counter, 1);
    out[threadIdx.x] = weights[threadIdx.x % 4];
}

__global__ void reverse(const int* in, int* out) {
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}
}
