// After a reset everything is as in a new process: memory is gone, variables have their first values, all works again.
#include "check.h"

__device__ int counter = 100;

__global__ void count() {
    ++counter;
}

int main() {
    for (int round = 0; round < 3; ++round) {
        int value = 0;
        count<<<1, 1>>>();
        count<<<1, 1>>>();
        CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof(value)));
        EXPECT(value == 102, "round %d: the counter is %d", round, value);
        cudaStream_t stream;
        CHECK(cudaStreamCreate(&stream));
        int* left_behind = e2e::device_array<int>(1 << 20);
        CHECK(cudaMemsetAsync(left_behind, 1, 4 << 20, stream));
        CHECK(cudaDeviceReset());
        EXPECT_STATUS(cudaErrorInvalidValue, cudaFree(left_behind));
        cudaGetLastError();
    }
    return e2e::passed();
}
