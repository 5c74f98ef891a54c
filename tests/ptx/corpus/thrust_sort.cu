// compile: 75 120
// Thrust's sorts: radix sort of keys with values and merge sort with a comparison.
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

struct ByLastDigit {
    __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

void run(unsigned* keys, float* values, int* other, int n) {
    thrust::sort_by_key(thrust::device, keys, keys + n, values);
    thrust::stable_sort(thrust::device, other, other + n, ByLastDigit());
}
