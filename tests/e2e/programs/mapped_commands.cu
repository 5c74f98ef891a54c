// A kernel that stays and takes commands from the host through mapped memory, while other streams go on.
#include <cstring>
#include <thread>

#include "check.h"

struct Box {
    volatile int command, argument, reply;
};

__global__ void serve(Box* box, int* values, int count) {
    __shared__ int command, argument;
    for (int last = 0;; last = command) {
        __syncthreads();
        if (threadIdx.x == 0) {
            while (box->command == last)
                __nanosleep(100);
            __threadfence_system();
            command = box->command;
            argument = box->argument;
        }
        __syncthreads();
        if (argument < 0) return;
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            values[i] += argument;
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) box->reply = command;
    }
}

void tell(Box* box, int command, int argument) {
    box->argument = argument;
    __sync_synchronize();
    box->command = command;
}

int main() {
    constexpr int count = 1000;
    void *host = nullptr, *device = nullptr;
    CHECK(cudaHostAlloc(&host, sizeof(Box), cudaHostAllocMapped));
    std::memset(host, 0, sizeof(Box));
    CHECK(cudaHostGetDevicePointer(&device, host, 0));
    auto* const box = static_cast<Box*>(host);
    int* values = e2e::device_copy(std::vector<int>(count));
    cudaStream_t stream, other;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));

    serve<<<1, 64, 0, stream>>>(static_cast<Box*>(device), values, count);
    CHECK(cudaGetLastError());
    for (int round = 1; round <= 10; ++round) {
        tell(box, round, round);
        while (box->reply != round)
            std::this_thread::yield();
    }
    std::vector<int> got(count);
    CHECK(cudaMemcpyAsync(got.data(), values, count * sizeof(int), cudaMemcpyDeviceToHost, other));
    CHECK(cudaStreamSynchronize(other));
    e2e::expect_each("while the kernel runs", got, [](auto) { return 55; });
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(stream));
    (void)cudaGetLastError();
    tell(box, 11, -1);
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("after it", e2e::fetch(values, count), [](auto) { return 55; });
    return e2e::passed();
}
