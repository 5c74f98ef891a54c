// Variables that host and device use in turns.
#include "check.h"

__managed__ int shared_counter = 5;
__device__ __managed__ float table[16];

__global__ void use_variables() {
    if (threadIdx.x == 0) shared_counter *= 2;
    table[threadIdx.x] = threadIdx.x * 0.5f;
}

int main() {
    shared_counter += 1;
    use_variables<<<1, 16>>>();
    CHECK(cudaDeviceSynchronize());
    EXPECT(shared_counter == 12, "the managed variable is %d", shared_counter);
    e2e::expect_each("table", table, 16, [](auto i) { return i * 0.5f; });
    return e2e::passed();
}
