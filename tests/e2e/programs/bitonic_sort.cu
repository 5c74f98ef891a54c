// A sort of many small launches on one stream: each step depends on the one before.
#include <algorithm>

#include "check.h"

__global__ void step(unsigned* data, int distance, int size) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int partner = i ^ distance;
    if (partner < i) return;
    const bool ascending = (i & size) == 0;
    if ((data[i] > data[partner]) == ascending) {
        const unsigned value = data[i];
        data[i] = data[partner];
        data[partner] = value;
    }
}

int main() {
    const int count = 4096;
    auto data = e2e::filled<unsigned>(count, [](auto i) { return e2e::scramble(i); });
    unsigned* device = e2e::device_copy(data);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (int size = 2; size <= count; size *= 2) {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            step<<<count / 256, 256, 0, stream>>>(device, distance, size);
        }
    }
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    std::sort(data.begin(), data.end());
    e2e::expect_each("sorted", e2e::fetch(device, count), [&](auto i) { return data[i]; });
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(device));
    return e2e::passed();
}
