// Host functions work on pinned memory between kernels, as steps of the stream; also on the default stream.
#include "gate.h"

__global__ void times_three(int* data) {
    data[threadIdx.x] *= 3;
}

struct Step {
    int* data;
    int amount;
};

void CUDART_CB add_on_host(void* argument) {
    const Step& step = *static_cast<Step*>(argument);
    for (int i = 0; i < 64; ++i)
        step.data[i] += step.amount;
}

int expected(int value, int rounds) {
    for (int round = 0; round < rounds; ++round)
        value = value * 3 + round;
    return value;
}

int main() {
    const int rounds = 12;
    cudaStream_t created;
    CHECK(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking));
    for (cudaStream_t stream : {created, cudaStream_t(nullptr)}) {
        int *host, *device;
        CHECK(cudaMallocHost(&host, 64 * sizeof(int)));
        CHECK(cudaMalloc(&device, 64 * sizeof(int)));
        std::vector<Step> steps;
        steps.reserve(rounds);
        for (int i = 0; i < 64; ++i)
            host[i] = i;
        for (int round = 0; round < rounds; ++round) {
            steps.push_back({host, round});
            CHECK(cudaMemcpyAsync(device, host, 64 * sizeof(int), cudaMemcpyHostToDevice, stream));
            times_three<<<1, 64, 0, stream>>>(device);
            CHECK(cudaMemcpyAsync(host, device, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream));
            CHECK(cudaLaunchHostFunc(stream, add_on_host, &steps.back()));
        }
        CHECK(cudaStreamSynchronize(stream));
        e2e::expect_each("host", host, 64, [](int i) { return expected(i, rounds); });
        CHECK(cudaFree(device));
        CHECK(cudaFreeHost(host));
    }

    // A host function that waits for another stream's holds up its own stream only.
    cudaStream_t other;
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    int* device = e2e::device_array<int>(64);
    e2e::Gate gate;
    gate.close(created);
    CHECK(cudaMemsetAsync(device, 0, 64 * sizeof(int), other));
    times_three<<<1, 64, 0, other>>>(device);
    CHECK(cudaStreamSynchronize(other));
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(created));
    gate.open();
    CHECK(cudaStreamSynchronize(created));
    CHECK(cudaFree(device));
    CHECK(cudaStreamDestroy(created));
    CHECK(cudaStreamDestroy(other));
    return e2e::passed();
}
