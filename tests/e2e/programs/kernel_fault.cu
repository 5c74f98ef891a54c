// A kernel that goes where it must not: the error comes with the next call that waits, and stays.
#include "check.h"

__global__ void wild(int* address) {
    *address = 1;
}

int main() {
    int* data = e2e::device_array<int>(16);
    wild<<<1, 1>>>(data);
    CHECK(cudaDeviceSynchronize());
    wild<<<1, 1>>>(reinterpret_cast<int*>(0x10));
    EXPECT_STATUS(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    EXPECT_STATUS(cudaErrorIllegalAddress, cudaGetLastError());
    void* memory = nullptr;
    EXPECT_STATUS(cudaErrorIllegalAddress, cudaMalloc(&memory, 16));
    EXPECT_STATUS(cudaErrorIllegalAddress, cudaMemcpy(&memory, data, 8, cudaMemcpyDeviceToHost));
    EXPECT_STATUS(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    return e2e::passed();
}
