// NVIDIA's own library of algorithms on top of the runtime: it asks for attributes and occupancy as it goes.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "check.h"

template <typename Algorithm>
void run(Algorithm&& algorithm) {
    void* memory = nullptr;
    std::size_t bytes = 0;
    CHECK(algorithm(memory, bytes));
    CHECK(cudaMalloc(&memory, bytes));
    CHECK(algorithm(memory, bytes));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(memory));
}

int main() {
    const int count = 20000;
    auto values = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i) % 1000; });
    int* in = e2e::device_copy(values);
    int* out = e2e::device_array<int>(count);
    run([&](void* memory, std::size_t& bytes) { return cub::DeviceReduce::Sum(memory, bytes, in, out, count); });
    int sum = 0;
    for (int value : values)
        sum += value;
    EXPECT(e2e::fetch(out, 1)[0] == sum, "the sum is %d, expected %d", e2e::fetch(out, 1)[0], sum);
    run([&](void* memory, std::size_t& bytes) { return cub::DeviceScan::InclusiveSum(memory, bytes, in, out, count); });
    for (int i = 1; i < count; ++i)
        values[i] += values[i - 1];
    e2e::expect_each("running sums", e2e::fetch(out, count), [&](auto i) { return values[i]; });
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return e2e::passed();
}
