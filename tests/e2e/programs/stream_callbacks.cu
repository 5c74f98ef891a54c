// Callbacks on streams: once each, in the stream's order, when what came before is done.
#include <atomic>

#include "check.h"

struct Visit {
    int number;
    const int* value;       // pinned; what the stream's copy before must have put there
    std::vector<int>* log;  // of the stream: callbacks of one stream never run at the same time
    std::atomic<int>* total;
};

__global__ void store(int* target, int value) {
    *target = value;
}

void CUDART_CB on_reached(cudaStream_t, cudaError_t status, void* data) {
    Visit& visit = *static_cast<Visit*>(data);
    visit.log->push_back(status == cudaSuccess && *visit.value == visit.number ? visit.number : -1);
    ++*visit.total;
}

int main() {
    const int streams = 3;
    const int calls = 20;
    std::atomic<int> total{0};
    std::vector<std::vector<int>> logs(streams);
    std::vector<Visit> visits;
    visits.reserve(streams * calls);
    std::vector<cudaStream_t> stream(streams);
    int *device, *host;
    CHECK(cudaMalloc(&device, streams * sizeof(int)));
    CHECK(cudaMallocHost(&host, streams * sizeof(int)));
    for (auto& one : stream)
        CHECK(cudaStreamCreate(&one));
    for (int call = 0; call < calls; ++call) {
        for (int s = 0; s < streams; ++s) {
            visits.push_back({call * 10 + s, host + s, &logs[s], &total});
            store<<<1, 1, 0, stream[s]>>>(device + s, call * 10 + s);
            CHECK(cudaMemcpyAsync(host + s, device + s, sizeof(int), cudaMemcpyDeviceToHost, stream[s]));
            CHECK(cudaStreamAddCallback(stream[s], on_reached, &visits.back(), 0));
        }
    }
    CHECK(cudaDeviceSynchronize());
    EXPECT(total == streams * calls, "%d of %d callbacks were made", total.load(), streams * calls);
    for (int s = 0; s < streams; ++s) {
        e2e::expect_each("calls of a stream", logs[s], [&](int i) { return i * 10 + s; });
        CHECK(cudaStreamDestroy(stream[s]));
    }
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    return e2e::passed();
}
