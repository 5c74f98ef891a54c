// Two host threads, two streams: one produces buffers, the other consumes them; events hand them over, both ways.
#include <atomic>
#include <thread>

#include "check.h"

const int buffers = 3;
const int items = 40;
const int count = 2048;

__global__ void produce(int* buffer, int item) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    buffer[i] = item * 10000 + i;
}

__global__ void consume(const int* buffer, long long* sums, int item) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(reinterpret_cast<unsigned long long*>(sums + item), static_cast<unsigned long long>(buffer[i]));
}

int main() {
    int* memory[buffers];
    cudaEvent_t full[buffers], empty[buffers];
    for (int b = 0; b < buffers; ++b) {
        memory[b] = e2e::device_array<int>(count);
        CHECK(cudaEventCreateWithFlags(&full[b], cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&empty[b], cudaEventDisableTiming));
    }
    long long* sums = e2e::device_array<long long>(items);
    CHECK(cudaMemset(sums, 0, items * sizeof(long long)));
    CHECK(cudaDeviceSynchronize());
    std::atomic<int> produced{0}, consumed{0};

    std::thread producer([&] {
        cudaStream_t stream;
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        for (int item = 0; item < items; ++item) {
            // The event of the buffer's last use must have been recorded before it can be waited for.
            while (consumed <= item - buffers)
                std::this_thread::yield();
            CHECK(cudaStreamWaitEvent(stream, empty[item % buffers], 0));
            produce<<<count / 256, 256, 0, stream>>>(memory[item % buffers], item);
            CHECK(cudaEventRecord(full[item % buffers], stream));
            ++produced;
        }
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    });
    std::thread consumer([&] {
        cudaStream_t stream;
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        for (int item = 0; item < items; ++item) {
            while (produced <= item)
                std::this_thread::yield();
            CHECK(cudaStreamWaitEvent(stream, full[item % buffers], 0));
            consume<<<count / 256, 256, 0, stream>>>(memory[item % buffers], sums, item);
            CHECK(cudaEventRecord(empty[item % buffers], stream));
            ++consumed;
        }
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    });
    producer.join();
    consumer.join();
    e2e::expect_each("sums", e2e::fetch(sums, items),
                     [](long long item) { return item * 10000 * count + count * (count - 1ll) / 2; });
    for (int b = 0; b < buffers; ++b) {
        CHECK(cudaEventDestroy(full[b]));
        CHECK(cudaEventDestroy(empty[b]));
        CHECK(cudaFree(memory[b]));
    }
    CHECK(cudaFree(sums));
    return e2e::passed();
}
