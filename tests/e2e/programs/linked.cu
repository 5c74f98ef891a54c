// Relocatable device code (-rdc=true): functions, variables, constants and templates across three files, names that two
// files have of their own, function pointers, and shared memory that both add at the launch.
#include "check.h"
#include "linked.h"

namespace {

constexpr int count = 256;

__device__ int own = 1;  // another file has one, too

__device__ int helper(int x) {
    return x + own;
}

typedef int (*Operation)(int);
__device__ Operation operation = twice;

__global__ void measure(const Shape* shapes, float* areas, int n) {
    extern __shared__ float room[];
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    room[threadIdx.x] = i < n ? area(shapes[i]) : 0;
    __syncthreads();
    if (i < n) areas[i] = room[threadIdx.x] * weights[i % 4];
    atomicAdd(&counter, 1);
}

__global__ void apply(int* out) {
    out[threadIdx.x] = operation(helper(int(threadIdx.x)));
}

void test_measure() {
    std::vector<Shape> shapes(count);
    for (int i = 0; i < count; ++i)
        shapes[i] = {i % 2, float(i), 2};
    const float values[4] = {1, 2, 3, 4};
    set_weights(values);
    Shape* on_device = nullptr;
    float* areas = nullptr;
    CHECK(cudaMalloc(&on_device, count * sizeof(Shape)));
    CHECK(cudaMalloc(&areas, count * sizeof(float)));
    CHECK(cudaMemcpy(on_device, shapes.data(), count * sizeof(Shape), cudaMemcpyDefault));
    measure<<<2, 128, 128 * sizeof(float)>>>(on_device, areas, count);
    CHECK(cudaGetLastError());
    std::vector<float> got(count);
    CHECK(cudaMemcpy(got.data(), areas, count * sizeof(float), cudaMemcpyDefault));
    e2e::expect_each("area", got.data(), count,
                     [&](std::size_t i) { return (i % 2 == 0 ? 2.0F : 1.0F) * float(i) * values[i % 4]; });
    EXPECT(read_counter() == count, "the counter is %d, not %d", read_counter(), count);
}

void test_apply() {
    int* out = nullptr;
    CHECK(cudaMalloc(&out, 32 * sizeof(int)));
    apply<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    int got[32];
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDefault));
    e2e::expect_each("twice", got, 32, [](std::size_t i) { return 2 * (int(i) + 1); });
    EXPECT(static_value_elsewhere() == 2, "the other file's own variable is %d", static_value_elsewhere());
}

void test_templates() {
    int* out = nullptr;
    CHECK(cudaMalloc(&out, 2 * count * sizeof(int)));
    fill_with_powers<<<1, count>>>(out, count);
    launch_powers_elsewhere(out + count, count);
    CHECK(cudaGetLastError());
    std::vector<int> got(2 * count);
    CHECK(cudaMemcpy(got.data(), out, 2 * count * sizeof(int), cudaMemcpyDefault));
    e2e::expect_each("power", got.data(), 2 * count, [](std::size_t i) {
        const int x = int(i % count);
        return x * x * x;
    });
}

}  // namespace

int main() {
    test_measure();
    test_apply();
    test_templates();
    return e2e::passed();
}
