#include "linked_tables.h"

__constant__ float factors[4] = {1, 2, 3, 4};
__device__ int launches = 7;

static __device__ float square(float x) {
    return x * x;
}

static __device__ float cube(float x) {
    return x * x * x;
}

__device__ __noinline__ float halve(float x) {
    return x / 2;
}

__device__ Unary operations[3] = {square, cube, halve};

static __global__ void add(float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += factors[i % 4];
    if (i == 0) ++launches;
}

void add_factors(float* values, int count) {
    add<<<(count + 63) / 64, 64>>>(values, count);
}
