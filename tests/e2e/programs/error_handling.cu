// How errors come back: at once, by the last-error calls, and not at all where there is none.
#include <cstring>

#include "check.h"

__global__ void fill(int* data, int value) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void __launch_bounds__(64) small(int* data) {
    data[threadIdx.x] = 1;
}

int main() {
    int* data = e2e::device_array<int>(1024);
    CHECK(cudaGetLastError());

    // A launch that cannot be made: peeking keeps the error, getting clears it; other calls do neither.
    // Which error it is, misuse.txt knows.
    fill<<<1, 2048>>>(data, 1);
    const cudaError_t refusal = cudaPeekAtLastError();
    EXPECT(refusal != cudaSuccess, "a block of 2048 threads was launched");
    EXPECT_STATUS(refusal, cudaPeekAtLastError());
    CHECK(cudaDeviceSynchronize());
    EXPECT_STATUS(refusal, cudaGetLastError());
    CHECK(cudaGetLastError());
    fill<<<0, 32>>>(data, 1);
    EXPECT(cudaGetLastError() != cudaSuccess, "an empty grid was launched");
    fill<<<dim3(1, 65536), 32>>>(data, 1);
    EXPECT(cudaGetLastError() != cudaSuccess, "a grid of 65536 rows was launched");
    fill<<<1, dim3(1, 1, 65)>>>(data, 1);
    EXPECT(cudaGetLastError() != cudaSuccess, "a block of 65 layers was launched");
    small<<<1, 128>>>(data);
    EXPECT(cudaGetLastError() != cudaSuccess, "more threads than __launch_bounds__ were launched");

    // Calls with wrong arguments.
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMalloc(nullptr, 16));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGetLastError());
    void* memory = data;
    EXPECT_STATUS(cudaErrorMemoryAllocation, cudaMalloc(&memory, std::size_t{1} << 50));
    EXPECT_STATUS(cudaErrorMemoryAllocation, cudaGetLastError());
    int on_stack = 0;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaFree(&on_stack));
    EXPECT_STATUS(cudaErrorInvalidDevice, cudaSetDevice(1000));
    EXPECT_STATUS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(data, &on_stack, 4, static_cast<cudaMemcpyKind>(17)));
    cudaGetLastError();

    // After all that the device works as before.
    CHECK(cudaMemset(data, 0, 1024 * sizeof(int)));
    fill<<<4, 256>>>(data, 77);
    CHECK(cudaGetLastError());
    e2e::expect_each("data", e2e::fetch(data, 1024), [](auto) { return 77; });

    EXPECT(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0, "the name is %s",
           cudaGetErrorName(cudaErrorInvalidValue));
    EXPECT(std::strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess") == 0, "the name is %s",
           cudaGetErrorName(cudaSuccess));
    EXPECT(std::strlen(cudaGetErrorString(cudaErrorMemoryAllocation)) > 0, "an error without a text");
    EXPECT(cudaGetErrorString(static_cast<cudaError_t>(123456)) != nullptr, "no text for an unknown error");
    CHECK(cudaFree(data));
    return e2e::passed();
}
