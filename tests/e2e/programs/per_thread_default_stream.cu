// Compiled with --default-stream per-thread: each host thread has a default stream of its own, and they do not wait for
// each other. The legacy default stream, named, still waits for all of them.
#include <thread>

#include "gate.h"

__global__ void fill(int* data, int value) {
    data[threadIdx.x] = value;
}

__global__ void copy(const int* from, int* to) {
    to[threadIdx.x] = from[threadIdx.x];
}

int main() {
    int* a = e2e::device_array<int>(64);
    int* b = e2e::device_array<int>(64);
    int* c = e2e::device_array<int>(64);
    fill<<<1, 64>>>(a, 1);
    copy<<<1, 64>>>(a, c);
    CHECK(cudaDeviceSynchronize());

    e2e::Gate gate;
    gate.close(cudaStreamPerThread);
    fill<<<1, 64>>>(a, 2);  // held up: this thread's default stream
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(0));
    std::thread([&] {
        CHECK(cudaSetDevice(0));
        fill<<<1, 64>>>(b, 3);
        CHECK(cudaStreamSynchronize(0));  // returns although the other thread's stream is held up
        CHECK(cudaStreamQuery(cudaStreamPerThread));
    }).join();
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(cudaStreamPerThread));
    cudaGetLastError();
    copy<<<1, 64, 0, cudaStreamLegacy>>>(a, c);  // waits for this thread's stream
    gate.open();
    CHECK(cudaStreamSynchronize(cudaStreamLegacy));
    e2e::expect_each("b", e2e::fetch(b, 64), [](auto) { return 3; });
    e2e::expect_each("c", e2e::fetch(c, 64), [](auto) { return 2; });

    std::vector<std::thread> threads;
    int* many = e2e::device_array<int>(8 * 64);
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([=] {
            CHECK(cudaSetDevice(0));
            for (int round = 0; round < 20; ++round)
                fill<<<1, 64>>>(many + t * 64, t * 100 + round);
            e2e::expect_each("own part", e2e::fetch(many + t * 64, 64), [=](auto) { return t * 100 + 19; });
        });
    }
    for (auto& thread : threads)
        thread.join();
    for (int* memory : {a, b, c, many})
        CHECK(cudaFree(memory));
    return e2e::passed();
}
