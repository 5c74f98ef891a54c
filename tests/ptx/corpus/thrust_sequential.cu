// compile: 75 120
// compile: 90 -lineinfo
// Thrust inside a kernel: sequential algorithms over plain and fancy iterators.
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

struct Cube {
    __host__ __device__ int operator()(int x) const { return x * x * x; }
};

__global__ void sequential(int* data, float* weights, int n) {
    int* end = thrust::unique(thrust::seq, data, data + n);
    auto cubes = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), Cube());
    data[0] = thrust::reduce(thrust::seq, cubes, cubes + n, 0, thrust::maximum<int>());
    data[1] = static_cast<int>(thrust::lower_bound(thrust::seq, data, end, 17) - data);
    weights[0] = thrust::inner_product(thrust::seq, data, end, weights, 0.0f);
    auto zipped = thrust::make_zip_iterator(thrust::make_tuple(data, weights));
    weights[1] = thrust::get<1>(zipped[n / 2]);
}
