// Pieces of an array go through copy, kernel, copy on streams of their own, several rounds without waiting in between.
#include "check.h"

__global__ void step(unsigned* data, int count, unsigned round) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = data[i] * 3 + round;
}

int main() {
    const int streams = 4;
    const int piece = 16384;
    const int rounds = 8;
    const int count = streams * piece;
    unsigned *in, *out;
    CHECK(cudaMallocHost(&in, count * sizeof(unsigned)));
    CHECK(cudaMallocHost(&out, count * sizeof(unsigned)));
    for (int i = 0; i < count; ++i) {
        in[i] = i;
        out[i] = 0;
    }
    unsigned* device = e2e::device_array<unsigned>(count);

    std::vector<cudaStream_t> stream(streams);
    for (auto& one : stream)
        CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    // Breadth first, so that the streams' work lies between each other's.
    for (int s = 0; s < streams; ++s) {
        CHECK(cudaMemcpyAsync(device + s * piece, in + s * piece, piece * sizeof(unsigned), cudaMemcpyHostToDevice,
                              stream[s]));
    }
    for (int round = 0; round < rounds; ++round) {
        for (int s = 0; s < streams; ++s)
            step<<<piece / 256, 256, 0, stream[s]>>>(device + s * piece, piece, round);
    }
    CHECK(cudaGetLastError());
    for (int s = 0; s < streams; ++s) {
        CHECK(cudaMemcpyAsync(out + s * piece, device + s * piece, piece * sizeof(unsigned), cudaMemcpyDeviceToHost,
                              stream[s]));
    }
    for (auto& one : stream) {
        CHECK(cudaStreamSynchronize(one));
        CHECK(cudaStreamQuery(one));
        CHECK(cudaStreamDestroy(one));
    }

    e2e::expect_each("out", out, count, [](unsigned x) {
        for (unsigned round = 0; round < rounds; ++round)
            x = x * 3 + round;
        return x;
    });
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    return e2e::passed();
}
