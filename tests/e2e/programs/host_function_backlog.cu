// More work behind a host function than any queue holds; and beside one, things that a driver may let wait for it. The
// function comes to its end by itself, so everything else does.
#include <unistd.h>

#include "check.h"

const int threads = 64;
const int streams = 3;

__global__ void add(int* data, int amount) {
    data[threadIdx.x] += amount;
}

// Its stack is large, and where in it things lie is not known before.
__global__ void through_stack(int* data) {
    volatile int stack[4096];
    for (int i = 0; i < 4096; ++i)
        stack[(i * 37 + data[threadIdx.x]) % 4096] = i;
    data[threadIdx.x] = stack[(17 * 37 + data[threadIdx.x]) % 4096];
}

void CUDART_CB take_a_while(void* argument) {
    usleep(100'000);
    ++*static_cast<int*>(argument);
}

int main() {
    cudaStream_t stream[streams];
    int* data[streams];
    int calls[streams] = {};
    for (int s = 0; s < streams; ++s) {
        CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
        data[s] = e2e::device_array<int>(threads);
        CHECK(cudaMemset(data[s], 0, threads * sizeof(int)));
    }
    CHECK(cudaDeviceSynchronize());

    const int launches = 6000;
    for (int s = 0; s < streams; ++s)
        CHECK(cudaLaunchHostFunc(stream[s], take_a_while, &calls[s]));
    for (int i = 0; i < launches; ++i) {
        for (int s = 0; s < streams; ++s)
            add<<<1, threads, 0, stream[s]>>>(data[s], s + 1);
    }
    CHECK(cudaGetLastError());
    for (int s = 0; s < streams; ++s) {
        CHECK(cudaStreamSynchronize(stream[s]));
        EXPECT(calls[s] == 1, "stream %d: %d calls", s, calls[s]);
        e2e::expect_each("sums", e2e::fetch(data[s], threads), [&](auto) { return launches * (s + 1); });
    }

    CHECK(cudaLaunchHostFunc(stream[0], take_a_while, &calls[0]));
    CHECK(cudaMemsetAsync(data[1], 0, threads * sizeof(int), stream[1]));
    through_stack<<<1, threads, 0, stream[1]>>>(data[1]);
    CHECK(cudaStreamSynchronize(stream[1]));
    e2e::expect_each("through a stack", e2e::fetch(data[1], threads), [](auto) { return 17; });

    CHECK(cudaLaunchHostFunc(stream[0], take_a_while, &calls[0]));
    CHECK(cudaFree(data[2]));
    CHECK(cudaStreamDestroy(stream[2]));
    CHECK(cudaDeviceSynchronize());
    EXPECT(calls[0] == 3, "%d calls", calls[0]);
    return e2e::passed();
}
