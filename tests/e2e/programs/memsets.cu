// All ways to fill memory: bytes, 16 and 32 bits, rows, boxes; with odd bounds and nothing beyond them touched.
#include <cuda.h>

#include "check.h"

using Byte = unsigned char;

int main() {
    const int bytes = 10007;
    Byte* memory = e2e::device_array<Byte>(bytes);
    CHECK(cudaMemset(memory, 0xAB, bytes));
    CHECK(cudaMemset(memory + 5, 0x1FF, 100));  // the lowest byte counts
    CHECK(cudaMemset(memory + 777, 1, 0));
    e2e::expect_each("bytes", e2e::fetch(memory, bytes),
                     [](auto i) { return i >= 5 && i < 105 ? Byte(0xFF) : Byte(0xAB); });

    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemsetAsync(memory, 0, bytes, stream));
    CHECK(cudaMemset2DAsync(memory + 3, 100, 7, 11, 90, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("2D", e2e::fetch(memory, bytes),
                     [](auto i) { return i >= 3 && (i - 3) % 100 < 11 && (i - 3) / 100 < 90 ? 7 : 0; });
    CHECK(cudaMemset2D(memory, 100, 9, 100, 100));  // no gap between the rows
    e2e::expect_each("2D, whole", e2e::fetch(memory, 10000), [](auto) { return 9; });

    const auto address = reinterpret_cast<CUdeviceptr>(memory);
    CHECK(cuMemsetD8(address, 1, bytes));
    CHECK(cuMemsetD16(address + 2, 0x2233, 50));
    CHECK(cuMemsetD32Async(address + 200, 0x44556677, 50, stream));
    CHECK(cuMemsetD2D32Async(address + 1000, 64, 0x8899aabb, 3, 10, stream));
    CHECK(cuMemsetD2D16(address + 3000, 32, 0xccdd, 5, 4));
    CHECK(cuMemsetD2D8(address + 4000, 32, 0xee, 5, 4));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("words", e2e::fetch(memory, bytes), [](unsigned i) -> Byte {
        const auto byte_of = [](unsigned value, unsigned offset, unsigned width) {
            return Byte(value >> 8 * (offset % width));
        };
        if (i >= 2 && i < 102) return byte_of(0x2233, i - 2, 2);
        if (i >= 200 && i < 400) return byte_of(0x44556677, i - 200, 4);
        if (i >= 1000 && i < 1640 && (i - 1000) % 64 < 12) return byte_of(0x8899aabb, i - 1000, 4);
        if (i >= 3000 && i < 3128 && (i - 3000) % 32 < 10) return byte_of(0xccdd, i - 3000, 2);
        if (i >= 4000 && i < 4128 && (i - 4000) % 32 < 5) return 0xee;
        return 1;
    });

    Byte* host;
    CHECK(cudaMallocHost(&host, 1000));
    CHECK(cudaMemset(host, 0x5A, 1000));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("host", host, 1000, [](auto) { return 0x5A; });
    CHECK(cudaFreeHost(host));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(memory));
    return e2e::passed();
}
