// A graph by capture: work forks to other streams by events and joins again. Nothing runs before the launch.
#include "check.h"

__global__ void scale(int* data, int count, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] *= factor;
}

__global__ void combine(const int* a, const int* b, int* sum, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = a[i] + b[i];
}

void CUDART_CB count_call(void* counter) {
    ++*static_cast<int*>(counter);
}

int main() {
    const int count = 4096;
    const std::size_t bytes = count * sizeof(int);
    int *host, *result;
    CHECK(cudaMallocHost(&host, bytes));
    CHECK(cudaMallocHost(&result, bytes));
    int* a = e2e::device_array<int>(count);
    int* b = e2e::device_array<int>(count);
    int* sum = e2e::device_array<int>(count);
    for (int i = 0; i < count; ++i) {
        host[i] = i;
        result[i] = -1;
    }
    cudaStream_t main_stream, side_stream;
    CHECK(cudaStreamCreate(&main_stream));
    CHECK(cudaStreamCreate(&side_stream));
    cudaEvent_t forked, joined;
    CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
    int calls = 0;

    CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(main_stream, &status));
    EXPECT(status == cudaStreamCaptureStatusActive, "the stream is not capturing: %d", status);
    CHECK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, main_stream));
    CHECK(cudaEventRecord(forked, main_stream));
    CHECK(cudaStreamWaitEvent(side_stream, forked, 0));
    CHECK(cudaStreamIsCapturing(side_stream, &status));
    EXPECT(status == cudaStreamCaptureStatusActive, "the side stream is not capturing: %d", status);
    CHECK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, side_stream));
    scale<<<count / 256, 256, 0, side_stream>>>(b, count, 10);
    CHECK(cudaEventRecord(joined, side_stream));
    CHECK(cudaMemsetAsync(sum, 0, bytes, main_stream));
    CHECK(cudaStreamWaitEvent(main_stream, joined, 0));
    scale<<<count / 256, 256, 0, main_stream>>>(a, count, 3);
    combine<<<count / 256, 256, 0, main_stream>>>(a, b, sum, count);
    CHECK(cudaMemcpyAsync(result, sum, bytes, cudaMemcpyDeviceToHost, main_stream));
    CHECK(cudaLaunchHostFunc(main_stream, count_call, &calls));
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(main_stream, &graph));
    CHECK(cudaStreamIsCapturing(side_stream, &status));
    EXPECT(status == cudaStreamCaptureStatusNone, "the side stream still captures: %d", status);
    std::size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT(nodes == 8, "the graph has %zu nodes", nodes);
    CHECK(cudaDeviceSynchronize());
    EXPECT(result[5] == -1 && calls == 0, "something ran during capture: %d, %d calls", result[5], calls);

    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    for (int launch = 1; launch <= 5; ++launch) {
        for (int i = 0; i < count; ++i)
            host[i] = i + launch;
        CHECK(cudaGraphLaunch(executable, launch % 2 ? main_stream : side_stream));
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each("result", result, count, [&](int i) { return 13 * (i + launch); });
        EXPECT(calls == launch, "%d calls after %d launches", calls, launch);
    }
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaEventDestroy(forked));
    CHECK(cudaEventDestroy(joined));
    CHECK(cudaStreamDestroy(main_stream));
    CHECK(cudaStreamDestroy(side_stream));
    for (int* memory : {a, b, sum})
        CHECK(cudaFree(memory));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFreeHost(result));
    return e2e::passed();
}
