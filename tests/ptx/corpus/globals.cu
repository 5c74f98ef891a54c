// compile: 75 80 90
// compile: 120 -rdc=true
// compile: 90 -ewp
// compile: 86 -G
// Module variables: initialised scalars, arrays and structs with pointers, constant, managed and shared memory.
#include <cuda_fp16.h>

__device__ char letter = 'x';
__device__ short small[5] = {-1, 2, -3};
__device__ unsigned long long big = 0xfedcba9876543210ull;
__device__ float ratios[] = {0.1f, -0.0f, 1e38f, 1.0f / 3};
__device__ double precise = 2.718281828459045;
__device__ const char text[] = "corpus \"text\" \n\t\\ end";
__device__ int grid[2][3] = {{1, 2, 3}, {4}};
__device__ int zeros[1024];
__device__ alignas(64) float4 lanes = {1, 2, 3, 4};
__device__ __managed__ int managed_count = 5;
__managed__ float managed_table[8];
__constant__ int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__constant__ struct { int a; double b; char c[3]; } settings = {1, 2.5, {'a', 'b', 0}};

struct Node {
    int value;
    Node* next;
    const char* name;
    float* weight;
};
__device__ float weights[4] = {1, 2, 3, 4};
__device__ Node tail = {2, nullptr, "tail", nullptr};
__device__ Node head = {1, &tail, "head", weights + 2};
__device__ int* into_array = &zeros[17];
__device__ const char* names[] = {"one", "two", nullptr, "four"};
__constant__ int* indirect = zeros;
union Bits {
    int i;
    float f;
};
__device__ Bits bits = {0x3f800000};
__device__ bool flags[3] = {true, false, true};


__global__ void touch(int* out, int i) {
    extern __shared__ __align__(16) char dynamic[];
    __shared__ struct { double d; char c; } local;
    __shared__ int static_shared[32];
    local.d = precise + ratios[i];
    local.c = letter + text[i];
    dynamic[i] = local.c + static_cast<char>(small[i]);
    static_shared[i & 31] = grid[i & 1][i % 3];
    __syncthreads();
    out[0] = static_cast<int>(local.d) + dynamic[i + 1] + static_shared[(i + 1) & 31] + zeros[i];
    out[1] = primes[i] + settings.a + settings.c[1] + managed_count++ + static_cast<int>(managed_table[i]);
    out[2] = head.next->value + *head.name + static_cast<int>(*head.weight) + tail.value;
    out[3] = *into_array + *names[i] + *indirect + static_cast<int>(lanes.z) + bits.i + flags[i % 3];
    out[4] = static_cast<int>(big >> i);
}
