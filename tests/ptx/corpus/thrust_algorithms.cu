// compile: 80
// compile: 90 -lineinfo
// Thrust algorithms as kernels: transform, reduce, scan, unique.
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};

float run(float* data, float* out, int n) {
    thrust::transform(thrust::device, data, data + n, out, Square());
    thrust::inclusive_scan(thrust::device, data, data + n, out);
    thrust::unique(thrust::device, data, data + n);
    return thrust::reduce(thrust::device, data, data + n, 0.0f, thrust::plus<float>());
}
