// The legacy default stream waits for blocking streams, and they for it; non-blocking streams stay out of it.
#include "gate.h"

__global__ void store(int* target, int value, long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    *target = value;
}

__global__ void add(int* target, const int* source) {
    *target += *source;
}

int value_of(const int* device) {
    return e2e::fetch(device, 1)[0];
}

int main() {
    int* a = e2e::device_array<int>(3);
    int* b = a + 1;
    int* c = a + 2;
    CHECK(cudaMemset(a, 0, 3 * sizeof(int)));
    cudaStream_t blocking, second, free_running;
    CHECK(cudaStreamCreate(&blocking));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking));
    add<<<1, 1>>>(a, b);  // both kernels are loaded before a gate is closed
    store<<<1, 1>>>(a, 0, 0);
    CHECK(cudaDeviceSynchronize());

    // Slow work on a blocking stream, then the default stream, then another blocking stream: one after the other.
    for (int round = 1; round <= 5; ++round) {
        store<<<1, 1, 0, blocking>>>(a, round, 3'000'000);
        store<<<1, 1>>>(b, 0, 0);
        add<<<1, 1>>>(b, a);             // b = round
        add<<<1, 1, 0, second>>>(c, b);  // c += round
        store<<<1, 1>>>(a, -1000, 0);    // after second
        CHECK(cudaMemcpyAsync(b, a, sizeof(int), cudaMemcpyDeviceToDevice, blocking));
    }
    CHECK(cudaDeviceSynchronize());
    EXPECT(value_of(c) == 15 && value_of(b) == -1000, "c is %d, b is %d", value_of(c), value_of(b));

    // A gate on the default stream holds up blocking streams, not the others.
    e2e::Gate gate;
    gate.close(nullptr);
    store<<<1, 1, 0, blocking>>>(a, 5, 0);
    store<<<1, 1, 0, free_running>>>(c, 6, 0);
    CHECK(cudaStreamSynchronize(free_running));
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(blocking));
    gate.open();
    CHECK(cudaStreamSynchronize(blocking));
    EXPECT(value_of(a) == 5 && value_of(c) == 6, "a is %d, c is %d", value_of(a), value_of(c));

    // A gate on a blocking stream holds up the default stream; one on a non-blocking stream does not.
    gate.close(blocking);
    store<<<1, 1>>>(a, 7, 0);
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(nullptr));
    gate.open();
    CHECK(cudaStreamSynchronize(nullptr));
    gate.close(free_running);
    store<<<1, 1>>>(a, 8, 0);
    CHECK(cudaStreamSynchronize(nullptr));
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(free_running));
    gate.open();
    CHECK(cudaStreamSynchronize(free_running));
    EXPECT(value_of(a) == 8, "a is %d", value_of(a));
    for (cudaStream_t stream : {blocking, second, free_running})
        CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    return e2e::passed();
}
