// Variables of the device: written, read and addressed by the host; they keep their values between launches.
#include "check.h"

__device__ int counter = 7;
__device__ float grid[4][8];
__device__ int* where = &counter;
static __device__ unsigned long long only_here = 0x123456789abcdefull;

__global__ void touch() {
    if (threadIdx.x == 0) *where += 1;
    grid[threadIdx.x / 8][threadIdx.x % 8] += threadIdx.x;
}

__global__ void fill(float* target) {
    target[threadIdx.x] = threadIdx.x + 0.5f;
}

int main() {
    int value = 0;
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof(value)));
    EXPECT(value == 7, "the initial value is %d", value);
    unsigned long long big = 0;
    CHECK(cudaMemcpyFromSymbol(&big, only_here, sizeof(big)));
    EXPECT(big == 0x123456789abcdefull, "the static variable is %llx", big);

    touch<<<1, 32>>>();
    touch<<<1, 32>>>();
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof(value)));
    EXPECT(value == 9, "after two launches it is %d", value);
    float row[8];
    CHECK(cudaMemcpyFromSymbol(row, grid, sizeof(row), 2 * sizeof(row)));
    e2e::expect_each("row", row, 8, [](auto i) { return 2 * (16 + i); });

    void* address = nullptr;
    std::size_t bytes = 0;
    CHECK(cudaGetSymbolAddress(&address, grid));
    CHECK(cudaGetSymbolSize(&bytes, grid));
    EXPECT(bytes == sizeof(grid), "size %zu", bytes);
    fill<<<1, 32>>>(static_cast<float*>(address));
    std::vector<float> all(32);
    CHECK(cudaMemcpy(all.data(), address, bytes, cudaMemcpyDeviceToHost));
    e2e::expect_each("grid", all, [](auto i) { return i + 0.5f; });

    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    const int hundred = 100;
    CHECK(cudaMemcpyToSymbolAsync(counter, &hundred, sizeof(int), 0, cudaMemcpyHostToDevice, stream));
    touch<<<1, 32, 0, stream>>>();
    CHECK(cudaMemcpyFromSymbolAsync(&value, counter, sizeof(int), 0, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(value == 101, "set on the stream, then counted: %d", value);
    CHECK(cudaStreamDestroy(stream));

    int host_variable = 0;
    EXPECT_STATUS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, &host_variable));
    return e2e::passed();
}
