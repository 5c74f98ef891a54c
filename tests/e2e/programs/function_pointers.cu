// Pointers to device functions: in a table on the device, fetched by the host, passed back as arguments.
#include "check.h"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) {
    return a + b;
}
__device__ int subtract(int a, int b) {
    return a - b;
}
__device__ int multiply(int a, int b) {
    return a * b;
}

__device__ Operation table[] = {add, subtract, multiply};
__device__ Operation favourite = multiply;

__global__ void by_table(const int* a, const int* b, int* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = table[i % 3](a[i], b[i]);
}

__global__ void by_argument(Operation operation, const int* a, const int* b, int* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = operation(a[i], b[i]);
}

int main() {
    const int count = 1000;
    const auto a = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i) % 1000; });
    const auto b = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i + 5000) % 1000; });
    int* device_a = e2e::device_copy(a);
    int* device_b = e2e::device_copy(b);
    int* out = e2e::device_array<int>(count);
    by_table<<<4, 256>>>(device_a, device_b, out, count);
    e2e::expect_each("by table", e2e::fetch(out, count), [&](auto i) {
        return i % 3 == 0 ? a[i] + b[i] : i % 3 == 1 ? a[i] - b[i] : a[i] * b[i];
    });

    Operation operation = nullptr;
    CHECK(cudaMemcpyFromSymbol(&operation, favourite, sizeof(operation)));
    by_argument<<<4, 256>>>(operation, device_a, device_b, out, count);
    e2e::expect_each("multiplied", e2e::fetch(out, count), [&](auto i) { return a[i] * b[i]; });
    CHECK(cudaMemcpyFromSymbol(&operation, table, sizeof(operation), sizeof(operation)));
    CHECK(cudaMemcpyToSymbol(favourite, &operation, sizeof(operation)));
    by_argument<<<4, 256>>>(operation, device_a, device_b, out, count);
    e2e::expect_each("subtracted", e2e::fetch(out, count), [&](auto i) { return a[i] - b[i]; });
    for (int* memory : {device_a, device_b, out})
        CHECK(cudaFree(memory));
    return e2e::passed();
}
