// Copies from and to ordinary memory: all sizes and offsets, large ones, and the source may change right after.
#include <cstring>

#include "check.h"

using Byte = unsigned char;

Byte value(std::size_t i) {
    return Byte(i * 131 + (i >> 8) + (i >> 16));
}

__global__ void invert(Byte* data, std::size_t count) {
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        data[i] = ~data[i];
    }
}

void round_trip(Byte* device, std::size_t bytes, int host_offset, int device_offset) {
    std::vector<Byte> memory(bytes + host_offset + 1);
    Byte* host = memory.data() + host_offset;
    for (std::size_t i = 0; i < bytes; ++i)
        host[i] = value(i);
    memory.back() = 0xEE;
    CHECK(cudaMemcpy(device + device_offset, host, bytes, cudaMemcpyHostToDevice));
    std::memset(host, 0, bytes);
    CHECK(cudaMemcpy(host, device + device_offset, bytes, cudaMemcpyDeviceToHost));
    e2e::expect_each("bytes", host, bytes, value);
    EXPECT(memory.back() == 0xEE, "a copy of %zu bytes wrote beyond its end", bytes);
}

int main() {
    const std::size_t large = (std::size_t{40} << 20) + 12345;
    Byte* device = e2e::device_array<Byte>(large + 64);
    for (std::size_t bytes :
         {0, 1, 2, 3, 7, 8, 63, 64, 65, 1000, 3071, 3072, 3073, 4095, 4096, 4097, 65535, 65537, 1048577}) {
        round_trip(device, bytes, bytes % 8, bytes % 5);
    }
    round_trip(device, large, 3, 5);

    // The source of an asynchronous copy from ordinary memory may be changed at once: it was taken, or waited for.
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (std::size_t bytes : {std::size_t{100}, std::size_t{50000}, std::size_t{9} << 20}) {
        std::vector<Byte> source(bytes), target(bytes);
        for (std::size_t i = 0; i < bytes; ++i)
            source[i] = value(i);
        CHECK(cudaMemcpyAsync(device, source.data(), bytes, cudaMemcpyHostToDevice, stream));
        std::memset(source.data(), 0x77, bytes);
        invert<<<64, 256, 0, stream>>>(device, bytes);
        CHECK(cudaMemcpyAsync(target.data(), device, bytes, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        e2e::expect_each("target", target, [](auto i) { return Byte(~value(i)); });
    }
    std::vector<int> from(100, 5), to(100);
    CHECK(cudaMemcpy(to.data(), from.data(), 400, cudaMemcpyHostToHost));
    CHECK(cudaMemcpy(from.data(), to.data(), 400, cudaMemcpyDefault));
    e2e::expect_each("host to host", to, [](auto) { return 5; });
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(device));
    return e2e::passed();
}
