// Compiled for one card, without PTX: the guard can do nothing with it, so the program gets a worker of its own.
#include "check.h"

__global__ void square(int* values) {
    values[threadIdx.x] *= values[threadIdx.x];
}

int main() {
    int* values = e2e::device_copy(e2e::filled<int>(64, [](auto i) { return static_cast<int>(i); }));
    square<<<1, 64>>>(values);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("values", e2e::fetch(values, 64), [](auto i) { return static_cast<int>(i * i); });
    CHECK(cudaFree(values));
    return e2e::passed();
}
