// Kernels that read and write the host's memory where it lies.
#include "check.h"

__global__ void square(const int* in, int* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * in[i];
}

__global__ void count_up(unsigned* counter) {
    atomicAdd_system(counter, 1u);
}

int main() {
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    EXPECT(properties.canMapHostMemory, "the device cannot map host memory");
    const int count = 10000;
    int *in, *out, *device_in, *device_out;
    CHECK(cudaHostAlloc(&in, count * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined));
    CHECK(cudaHostAlloc(&out, count * sizeof(int), cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&device_in, in, 0));
    CHECK(cudaHostGetDevicePointer(&device_out, out, 0));
    unsigned flags = 0;
    CHECK(cudaHostGetFlags(&flags, out));
    EXPECT(flags & cudaHostAllocMapped, "flags %u", flags);

    for (int i = 0; i < count; ++i)
        in[i] = i - 5000;
    square<<<(count + 127) / 128, 128>>>(device_in, device_out, count);
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("out", out, count, [](int i) { return (i - 5000) * (i - 5000); });

    // With unified addressing the host's own pointer will do, and so does one into the middle.
    square<<<1, 32>>>(in + 100, out + 200, 32);
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("middle", out + 200, 32, [](int i) { return (i - 4900) * (i - 4900); });

    unsigned* counter;
    CHECK(cudaMallocHost(&counter, sizeof(unsigned)));
    *counter = 0;
    count_up<<<10, 100>>>(counter);
    CHECK(cudaDeviceSynchronize());
    EXPECT(*counter == 1000, "counted %u", *counter);
    CHECK(cudaFreeHost(counter));

    // Memory of the program's own, whole pages and what a large malloc gives.
    const int many = 1 << 20;
    int* const pages = static_cast<int*>(aligned_alloc(1 << 16, many * sizeof(int)));
    int* const block = static_cast<int*>(malloc(many * sizeof(int)));
    for (int i = 0; i < many; ++i)
        pages[i] = i % 1000;
    CHECK(cudaHostRegister(pages, many * sizeof(int), cudaHostRegisterMapped));
    CHECK(cudaHostRegister(block, many * sizeof(int), cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer(&device_in, pages, 0));
    CHECK(cudaHostGetDevicePointer(&device_out, block, 0));
    square<<<many / 128, 128>>>(device_in, device_out, many);
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("registered", block, many, [](int i) { return i % 1000 * (i % 1000); });
    CHECK(cudaHostUnregister(pages));
    CHECK(cudaHostUnregister(block));
    e2e::expect_each("unregistered", block, many, [](int i) { return i % 1000 * (i % 1000); });
    free(pages);
    free(block);
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    return e2e::passed();
}
