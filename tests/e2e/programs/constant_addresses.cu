// Variables whose initial contents are addresses of others: in constant memory and in global memory.
#include "check.h"

__device__ int first[4] = {1, 2, 3, 4};
__device__ int second[4] = {5, 6, 7, 8};
__constant__ int* tables[3] = {first, second, second + 1};
__constant__ const char* names[2] = {"one", "two"};
__device__ int* moving = first + 3;
__device__ int** to_moving = &moving;

__global__ void read(int which, int* out) {
    out[0] = tables[which][2];
    out[1] = names[which % 2][0];
    out[2] = **to_moving;
    out[3] = static_cast<int>(tables[2] - tables[1]);
}

int main() {
    int* out = e2e::device_array<int>(4);
    for (int which = 0; which < 3; ++which) {
        read<<<1, 1>>>(which, out);
        const int expected[] = {which == 0 ? 3 : which == 1 ? 7 : 8, which == 1 ? 't' : 'o', 4, 1};
        e2e::expect_each("what was read", e2e::fetch(out, 4), [&](auto i) { return expected[i]; });
    }

    // What the host reads there and writes elsewhere is an address of the device, too.
    int* found = nullptr;
    CHECK(cudaMemcpyFromSymbol(&found, tables, sizeof(found), sizeof(found)));
    void* address = nullptr;
    CHECK(cudaGetSymbolAddress(&address, second));
    EXPECT(found == address, "the table has %p for %p", static_cast<void*>(found), address);
    e2e::expect_each("second", e2e::fetch(found, 4), [](auto i) { return i + 5; });
    CHECK(cudaMemcpyToSymbol(moving, &found, sizeof(found)));
    read<<<1, 1>>>(0, out);
    const auto values = e2e::fetch(out, 4);
    EXPECT(values[2] == 5, "through the pointer that was moved: %d", values[2]);
    CHECK(cudaFree(out));
    return e2e::passed();
}
