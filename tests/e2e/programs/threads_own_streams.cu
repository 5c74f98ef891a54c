// Many host threads, each with memory, a stream and events of its own, all at once.
#include <thread>

#include "check.h"

__global__ void mix(unsigned* data, int count, unsigned key) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = (data[i] ^ key) * 2654435761u;
}

void work(unsigned number) {
    const int count = 3000 + 17 * number;
    for (int round = 0; round < 4; ++round) {
        cudaStream_t stream;
        cudaEvent_t event;
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        unsigned *device, *host;
        CHECK(cudaMalloc(&device, count * sizeof(unsigned)));
        CHECK(cudaMallocHost(&host, count * sizeof(unsigned)));
        for (int i = 0; i < count; ++i)
            host[i] = i * number;
        CHECK(cudaMemcpyAsync(device, host, count * sizeof(unsigned), cudaMemcpyHostToDevice, stream));
        for (unsigned key = 0; key < 5; ++key) {
            mix<<<(count + 255) / 256, 256, 0, stream>>>(device, count, key + number);
        }
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(host, device, count * sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaEventRecord(event, stream));
        CHECK(cudaEventSynchronize(event));
        e2e::expect_each("host", host, count, [&](unsigned x) {
            x *= number;
            for (unsigned key = 0; key < 5; ++key)
                x = (x ^ (key + number)) * 2654435761u;
            return x;
        });
        CHECK(cudaFree(device));
        CHECK(cudaFreeHost(host));
        CHECK(cudaEventDestroy(event));
        CHECK(cudaStreamDestroy(stream));
    }
}

int main() {
    std::vector<std::thread> threads;
    for (unsigned number = 1; number <= 8; ++number)
        threads.emplace_back(work, number);
    for (auto& thread : threads)
        thread.join();
    return e2e::passed();
}
