// Running sums of many blocks: within each, over their totals, then both together; twice over, in place.
#include "check.h"

__global__ void scan_block(const int* in, int* out, int* totals, int count) {
    __shared__ int buffer[2][256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    int now = 0;
    buffer[0][threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (int offset = 1; offset < 256; offset *= 2) {
        int value = buffer[now][threadIdx.x];
        if (threadIdx.x >= offset) value += buffer[now][threadIdx.x - offset];
        now = 1 - now;
        buffer[now][threadIdx.x] = value;
        __syncthreads();
    }
    if (i < count) out[i] = buffer[now][threadIdx.x];
    if (totals && threadIdx.x == 255) totals[blockIdx.x] = buffer[now][255];
}

__global__ void add_totals(int* data, const int* totals, int count) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (blockIdx.x > 0 && i < count) data[i] += totals[blockIdx.x - 1];
}

int main() {
    const int count = 30000;
    const int blocks = (count + 255) / 256;
    auto expected = e2e::filled<int>(count, [](auto i) { return e2e::scramble(i) % 100; });
    int* data = e2e::device_copy(expected);
    int* totals = e2e::device_array<int>(blocks);
    for (int round = 0; round < 2; ++round) {
        scan_block<<<blocks, 256>>>(data, data, totals, count);
        scan_block<<<1, 256>>>(totals, totals, nullptr, blocks);
        add_totals<<<blocks, 256>>>(data, totals, count);
        for (int i = 1; i < count; ++i)
            expected[i] = unsigned(expected[i]) + unsigned(expected[i - 1]);
        e2e::expect_each("sums", e2e::fetch(data, count), [&](auto i) { return expected[i]; });
    }
    CHECK(cudaFree(data));
    CHECK(cudaFree(totals));
    return e2e::passed();
}
