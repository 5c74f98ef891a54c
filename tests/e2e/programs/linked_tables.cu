// Relocatable device code: a table of functions, constants and variables that another file defines.
#include "check.h"
#include "linked_tables.h"

__global__ void apply(float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = operations[i % 3](float(i % 8)) + halve(float(i));
}

int main() {
    constexpr int count = 300;
    float* values = e2e::device_array<float>(count);
    apply<<<5, 64>>>(values, count);
    add_factors(values, count);
    CHECK(cudaGetLastError());
    e2e::expect_each("values", e2e::fetch(values, count), [](auto i) {
        const float x = i % 8;
        const float applied = i % 3 == 0 ? x * x : i % 3 == 1 ? x * x * x : x / 2;
        return applied + i / 2.0f + (i % 4 + 1);
    });
    int count_of_launches = 0;
    CHECK(cudaMemcpyFromSymbol(&count_of_launches, launches, sizeof(int)));
    EXPECT(count_of_launches == 8, "%d", count_of_launches);
    std::size_t bytes = 0;
    CHECK(cudaGetSymbolSize(&bytes, factors));
    EXPECT(bytes == 16, "%zu", bytes);
    return e2e::passed();
}
