// The first program of every course: c = a + b.
#include "check.h"

__global__ void add(const float* a, const float* b, float* c, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) c[i] = a[i] + b[i];
}

int main() {
    const int count = 50000;
    const auto a = e2e::filled<float>(count, [](auto i) { return i * 0.5f; });
    const auto b = e2e::filled<float>(count, [](auto i) { return 1000.0f - i; });
    float* device_a = e2e::device_copy(a);
    float* device_b = e2e::device_copy(b);
    float* device_c = e2e::device_array<float>(count);

    add<<<(count + 255) / 256, 256>>>(device_a, device_b, device_c, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    e2e::expect_each("c", e2e::fetch(device_c, count), [&](auto i) { return a[i] + b[i]; });
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));
    CHECK(cudaFree(nullptr));
    return e2e::passed();
}
