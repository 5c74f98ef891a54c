// Shared by the three files of the program `linked`: device code that calls and uses definitions of other files.
#pragma once

struct Shape {
    int kind;
    float width, height;
};

extern __device__ int counter;
extern __constant__ float weights[4];
__device__ float area(const Shape& shape);
__device__ int twice(int x);

// One definition of several stays.
template <typename T>
__device__ __noinline__ T third_power(T x) {
    return x * x * x;
}

template <typename T>
__global__ void fill_with_powers(T* out, int n) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = third_power(T(i));
}

// By files of the host: variables are asked for where they are defined.
int read_counter();
void set_weights(const float* values);
void launch_powers_elsewhere(int* out, int n);
int static_value_elsewhere();
