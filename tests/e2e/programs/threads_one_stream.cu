// Many host threads put work on one stream: nothing is lost, and each thread's own order holds.
#include <thread>

#include "check.h"

__global__ void append(unsigned* state, unsigned value) {
    *state = *state * 31 + value;
}

__global__ void add(unsigned long long* sum, unsigned value) {
    atomicAdd(sum, value);
}

int main() {
    const int threads = 8;
    const int launches = 150;
    unsigned* states = e2e::device_array<unsigned>(threads);
    auto* sum = e2e::device_array<unsigned long long>(1);
    CHECK(cudaMemset(states, 0, threads * sizeof(unsigned)));
    CHECK(cudaMemset(sum, 0, sizeof(*sum)));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t) {
        workers.emplace_back([=] {
            CHECK(cudaSetDevice(0));
            for (int i = 0; i < launches; ++i) {
                append<<<1, 1, 0, stream>>>(states + t, i);
                add<<<1, 1, 0, stream>>>(sum, i + t);
                if (i % 50 == 49) CHECK(cudaStreamSynchronize(stream));
                CHECK(cudaGetLastError());
            }
        });
    }
    for (auto& worker : workers)
        worker.join();
    CHECK(cudaStreamSynchronize(stream));
    unsigned expected = 0;
    unsigned long long total = 0;
    for (int i = 0; i < launches; ++i) {
        expected = expected * 31 + i;
        for (int t = 0; t < threads; ++t)
            total += i + t;
    }
    e2e::expect_each("states", e2e::fetch(states, threads), [&](auto) { return expected; });
    EXPECT(e2e::fetch(sum, 1)[0] == total, "the sum is %llu, expected %llu", e2e::fetch(sum, 1)[0], total);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(states));
    CHECK(cudaFree(sum));
    return e2e::passed();
}
