// Streams with priorities and flags, and what they say of themselves; work on many of them at once.
#include "check.h"

__global__ void add(unsigned* sum, unsigned value) {
    atomicAdd(sum, value);
}

int main() {
    int least = 0, greatest = 0;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    std::vector<cudaStream_t> streams;
    for (int priority = greatest - 1; priority <= least + 1; ++priority) {
        for (unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
            cudaStream_t stream;
            CHECK(cudaStreamCreateWithPriority(&stream, flags, priority));
            int got = 99;
            unsigned got_flags = 99;
            CHECK(cudaStreamGetPriority(stream, &got));
            CHECK(cudaStreamGetFlags(stream, &got_flags));
            const int expected = priority < greatest ? greatest : priority > least ? least : priority;
            EXPECT(got == expected && got_flags == flags, "priority %d is %d, flags %u are %u", priority, got, flags,
                   got_flags);
            streams.push_back(stream);
        }
    }
    unsigned long long first = 0, second = 0;
    CHECK(cudaStreamGetId(streams[0], &first));
    CHECK(cudaStreamGetId(streams[1], &second));
    EXPECT(first != second, "two streams have one id");

    unsigned* sum = e2e::device_array<unsigned>(1);
    CHECK(cudaMemset(sum, 0, sizeof(unsigned)));
    CHECK(cudaDeviceSynchronize());
    for (int round = 0; round < 10; ++round) {
        for (cudaStream_t stream : streams)
            add<<<1, 32, 0, stream>>>(sum, round);
    }
    CHECK(cudaDeviceSynchronize());
    const unsigned expected = streams.size() * 45 * 32;
    EXPECT(e2e::fetch(sum, 1)[0] == expected, "the sum is %u, expected %u", e2e::fetch(sum, 1)[0], expected);
    for (cudaStream_t stream : streams)
        CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(sum));
    return e2e::passed();
}
