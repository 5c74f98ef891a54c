// A sum, a minimum and a maximum of each block, as a tree in shared memory.
#include <climits>

template <typename T, typename Combine>
__device__ T tree(T value, T* shared, Combine combine) {
    shared[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] = combine(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    const T result = shared[0];
    __syncthreads();
    return result;
}

struct Summary {
    long long sum;
    int low;
    int high;
};

extern "C" __global__ void summarise(const int* in, Summary* out, unsigned n) {
    __shared__ long long sums[256];
    __shared__ int ends[256];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < n ? in[i] : 0;
    const long long sum = tree<long long>(value, sums, [](long long a, long long b) { return a + b; });
    const int low = tree<int>(i < n ? value : INT_MAX, ends, [](int a, int b) { return min(a, b); });
    const int high = tree<int>(i < n ? value : INT_MIN, ends, [](int a, int b) { return max(a, b); });
    if (threadIdx.x == 0) out[blockIdx.x] = Summary{sum, low, high};
}
