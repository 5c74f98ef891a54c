// Streams that wait for a word in memory, and others (or the host) that write it.
#include <cuda.h>

#include "check.h"

__global__ void store(int* target, int value) {
    *target = value;
}

__global__ void copy(int* target, const int* source) {
    *target = *source;
}

int main() {
    int* data = e2e::device_array<int>(2);
    CHECK(cudaMemset(data, 0, 2 * sizeof(int)));
    unsigned* host_word;
    CHECK(cudaMallocHost(&host_word, sizeof(unsigned)));
    *host_word = 0;
    const auto word = reinterpret_cast<CUdeviceptr>(e2e::device_array<unsigned>(1));
    CHECK(cuMemsetD32(word, 0, 1));
    cudaStream_t waiter, writer;
    CHECK(cudaStreamCreateWithFlags(&waiter, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&writer, cudaStreamNonBlocking));
    store<<<1, 1, 0, waiter>>>(data, 0);
    copy<<<1, 1, 0, waiter>>>(data + 1, data);
    CHECK(cudaDeviceSynchronize());

    // Stream to stream.
    for (unsigned round = 1; round <= 10; ++round) {
        CHECK(cuStreamWaitValue32(waiter, word, round, CU_STREAM_WAIT_VALUE_GEQ));
        copy<<<1, 1, 0, waiter>>>(data + 1, data);
        store<<<1, 1, 0, writer>>>(data, round * 11);
        CHECK(cuStreamWriteValue32(writer, word, round, CU_STREAM_WRITE_VALUE_DEFAULT));
        CHECK(cudaStreamSynchronize(waiter));
        const int value = e2e::fetch(data + 1, 1)[0];
        EXPECT(value == int(round * 11), "round %u: %d", round, value);
    }

    // Host to stream, for each condition, and back.
    const auto host = reinterpret_cast<CUdeviceptr>(host_word);
    volatile unsigned* const word_now = host_word;
    const struct {
        unsigned before, condition, value, after;
    } cases[] = {{0, CU_STREAM_WAIT_VALUE_EQ, 3, 3},
                 {0, CU_STREAM_WAIT_VALUE_AND, 6, 4},
                 {7, CU_STREAM_WAIT_VALUE_GEQ, 8, 9},
                 {0xffffffffu, CU_STREAM_WAIT_VALUE_NOR, 0xf0f0f0f0u, 0xf0f0f0f0u}};
    for (const auto& one : cases) {
        *word_now = one.before;
        CHECK(cuStreamWaitValue32(waiter, host, one.value, one.condition));
        CHECK(cuStreamWriteValue32(waiter, host, 12345, CU_STREAM_WRITE_VALUE_DEFAULT));
        EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(waiter));
        EXPECT(*word_now == one.before, "condition %u: did not wait", one.condition);
        *word_now = one.after;
        CHECK(cudaStreamSynchronize(waiter));
        EXPECT(*word_now == 12345, "condition %u: the word is %u", one.condition, *word_now);
    }

    CHECK(cudaStreamDestroy(waiter));
    CHECK(cudaStreamDestroy(writer));
    CHECK(cuMemFree(word));
    CHECK(cudaFree(data));
    CHECK(cudaFreeHost(host_word));
    return e2e::passed();
}
