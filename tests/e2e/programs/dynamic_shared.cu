// Shared memory that is sized at launch: small, and above 48 KiB after asking.
#include "check.h"

template <typename T>
__global__ void reverse(const T* in, T* out, int count) {
    extern __shared__ __align__(16) unsigned char memory[];
    T* buffer = reinterpret_cast<T*>(memory);
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        buffer[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        out[i] = buffer[count - 1 - i];
}

template <typename T>
void run(int count) {
    const auto in = e2e::filled<T>(count, [](auto i) { return T(i * 3 + 1); });
    T* device_in = e2e::device_copy(in);
    T* device_out = e2e::device_array<T>(count);
    reverse<T><<<1, 256, count * sizeof(T)>>>(device_in, device_out, count);
    CHECK(cudaGetLastError());
    e2e::expect_each("reversed", e2e::fetch(device_out, count), [&](auto i) { return in[count - 1 - i]; });
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
}

int main() {
    run<int>(100);
    run<double>(48 * 1024 / 8);
    run<unsigned char>(5001);

    int limit = 0;
    CHECK(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    EXPECT(limit > 48 * 1024, "the device has only %d bytes", limit);
    reverse<int><<<1, 32, 48 * 1024 + 4>>>(nullptr, nullptr, 0);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGetLastError());

    CHECK(cudaFuncSetAttribute(reverse<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    run<int>(100 * 1024 / 4);
    reverse<int><<<1, 32, 100 * 1024 + 4>>>(nullptr, nullptr, 0);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGetLastError());
    CHECK(cudaFuncSetAttribute(reverse<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
    run<int>(limit / 4);
    EXPECT_STATUS(cudaErrorInvalidValue,
                  cudaFuncSetAttribute(reverse<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, limit + 1));
    cudaGetLastError();
    CHECK(cudaFuncSetAttribute(reverse<int>, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    return e2e::passed();
}
