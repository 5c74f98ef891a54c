// Kernels with pointers to local variables: at the same time in two streams, in a graph, in a graph that is updated,
// in grids that grow.
#include "check.h"

__host__ __device__ __noinline__ void step(unsigned* state, unsigned amount) {
    state[0] = state[0] * 1664525u + amount;
    state[1] ^= state[0] >> 7;
    state[2] += state[1];
}

__host__ __device__ unsigned mixed(unsigned thread, unsigned turns) {
    unsigned state[3] = {thread, turns, 1};
    for (unsigned turn = 0; turn < turns; ++turn)
        step(state, turn);
    return state[0] ^ state[1] ^ state[2];
}

__global__ void mix(unsigned* out, unsigned turns) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = mixed(thread, turns);
}

__device__ __noinline__ void note(unsigned long long* out, const int* where) {
    *out = reinterpret_cast<unsigned long long>(where);
}

__global__ void tell_address(unsigned long long* out) {
    int own[4] = {1, 2, 3, int(threadIdx.x)};
    note(out, own);
}

void expect_mixed(const unsigned* out, unsigned threads, unsigned turns) {
    e2e::expect_each("mixed", e2e::fetch(out, threads), [&](auto i) { return mixed(unsigned(i), turns); });
}

int main() {
    const unsigned most = 64 * 256;
    cudaStream_t streams[2];
    unsigned* out[2];
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        out[i] = e2e::device_array<unsigned>(most);
    }
    // Grids that grow, one behind the other, beside those of the other stream.
    for (unsigned blocks = 1; blocks <= 64; blocks *= 2)
        for (int i = 0; i < 2; ++i)
            mix<<<blocks, 256, 0, streams[i]>>>(out[i], 20 + i);
    for (int i = 0; i < 2; ++i)
        CHECK(cudaStreamSynchronize(streams[i]));
    for (int i = 0; i < 2; ++i)
        expect_mixed(out[i], most, 20 + i);

    // Two nodes of a graph that do not wait for each other.
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t nodes[2];
    for (int i = 0; i < 2; ++i) {
        unsigned turns = 30 + i;
        void* arguments[] = {&out[i], &turns};
        cudaKernelNodeParams parameters = {};
        parameters.func = reinterpret_cast<void*>(mix);
        parameters.gridDim = dim3(64);
        parameters.blockDim = dim3(256);
        parameters.kernelParams = arguments;
        CHECK(cudaGraphAddKernelNode(&nodes[i], graph, nullptr, 0, &parameters));
    }
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int launch = 0; launch < 3; ++launch)
        CHECK(cudaGraphLaunch(executable, streams[launch & 1]));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 2; ++i)
        expect_mixed(out[i], most, 30 + i);
    unsigned turns = 3;
    void* arguments[] = {&out[0], &turns};
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void*>(mix);
    parameters.gridDim = dim3(32);
    parameters.blockDim = dim3(512);
    parameters.kernelParams = arguments;
    CHECK(cudaGraphExecKernelNodeSetParams(executable, nodes[0], &parameters));
    CHECK(cudaGraphLaunch(executable, streams[0]));
    CHECK(cudaDeviceSynchronize());
    expect_mixed(out[0], most, 3);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));

    // Wherever the variables lie, that memory is not for the program to free.
    auto* where = e2e::device_array<unsigned long long>(1);
    tell_address<<<1, 1>>>(where);
    const unsigned long long address = e2e::fetch(where, 1)[0];
    EXPECT(address != 0, "no address");
    EXPECT(cudaFree(reinterpret_cast<void*>(address)) != cudaSuccess, "local memory was freed");
    cudaGetLastError();
    mix<<<64, 256, 0, streams[0]>>>(out[0], 9);
    CHECK(cudaStreamSynchronize(streams[0]));
    expect_mixed(out[0], most, 9);
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaStreamDestroy(streams[i]));
        CHECK(cudaFree(out[i]));
    }
    CHECK(cudaFree(where));
    return e2e::passed();
}
