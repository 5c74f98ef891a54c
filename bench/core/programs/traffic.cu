// Programs whose time goes into calls and copies: streams that overlap, graphs, events, pools, pinned and managed memory.
#include "program.h"

namespace {

__global__ void spin(int rounds, float* data, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float value = data[i];
        for (int j = 0; j < rounds; ++j) value = value * 1.0001f + 0.5f;
        data[i] = value;
    }
}

__global__ void add_one(int* value) { atomicAdd(value, 1); }

constexpr int part = 1 << 22;  // elements

// The way of the samples on overlap: each stream brings, computes and takes back parts of its own.
std::function<double()> prepare_four_streams() {
    struct Lane {
        cudaStream_t stream;
        float *host, *device;
    };
    std::vector<Lane> lanes(4);
    for (Lane& lane : lanes) {
        CHECK(cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking));
        CHECK(cudaMallocHost(&lane.host, part * sizeof(float)));
        std::memset(lane.host, 0, part * sizeof(float));
        lane.device = device_array<float>(part);
    }
    return [=] {
        for (int round = 0; round < 4; ++round) {
            for (const Lane& lane : lanes) {
                CHECK(cudaMemcpyAsync(lane.device, lane.host, part * sizeof(float), cudaMemcpyHostToDevice, lane.stream));
                spin<<<264, 256, 0, lane.stream>>>(200, lane.device, part);
                CHECK(cudaMemcpyAsync(lane.host, lane.device, part * sizeof(float), cudaMemcpyDeviceToHost, lane.stream));
            }
        }
        CHECK(cudaDeviceSynchronize());
        return 4 * 4 * 2.0 * part * sizeof(float) / 1e9;
    };
}

template <cudaMemcpyKind kind, bool is_pinned>
std::function<double()> prepare_copies() {
    const std::size_t bytes = 64 << 20;
    void* host = nullptr;
    if (is_pinned)
        CHECK(cudaMallocHost(&host, bytes));
    else
        host = std::malloc(bytes);
    std::memset(host, 1, bytes);
    char* const device = device_array<char>(bytes);
    return [=] {
        for (int i = 0; i < 10; ++i) {
            void* const to = kind == cudaMemcpyHostToDevice ? static_cast<void*>(device) : host;
            CHECK(cudaMemcpy(to, to == host ? static_cast<void*>(device) : host, bytes, kind));
        }
        return 10.0 * bytes / 1e9;
    };
}

std::function<double()> prepare_graph() {
    float* const data = device_array<float>(1 << 16);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t runnable;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 50; ++i) spin<<<64, 256, 0, stream>>>(20, data, 1 << 16);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&runnable, graph, 0));
    return [=] {
        for (int i = 0; i < 20; ++i) CHECK(cudaGraphLaunch(runnable, stream));
        CHECK(cudaStreamSynchronize(stream));
        return 20.0;
    };
}

std::function<double()> prepare_small_launches() {
    int* const value = device_array<int>(1);
    return [=] {
        for (int i = 0; i < 5000; ++i) add_one<<<1, 1>>>(value);
        CHECK(cudaDeviceSynchronize());
        return 5000.0;
    };
}

std::function<double()> prepare_launch_and_wait() {
    int* const value = device_array<int>(1);
    return [=] {
        for (int i = 0; i < 500; ++i) {
            add_one<<<1, 1>>>(value);
            CHECK(cudaDeviceSynchronize());
        }
        return 500.0;
    };
}

// Producer and consumer in two streams, an event between them.
std::function<double()> prepare_events() {
    cudaStream_t first, second;
    cudaEvent_t made, taken;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&taken, cudaEventDisableTiming));
    float* const data = device_array<float>(1 << 18);
    return [=] {
        for (int i = 0; i < 200; ++i) {
            spin<<<64, 256, 0, first>>>(20, data, 1 << 18);
            CHECK(cudaEventRecord(made, first));
            CHECK(cudaStreamWaitEvent(second, made, 0));
            spin<<<64, 256, 0, second>>>(20, data, 1 << 18);
            CHECK(cudaEventRecord(taken, second));
            CHECK(cudaStreamWaitEvent(first, taken, 0));
        }
        CHECK(cudaDeviceSynchronize());
        return 200.0;
    };
}

std::function<double()> prepare_pool() {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    return [=] {
        for (int i = 0; i < 200; ++i) {
            float* data = nullptr;
            CHECK(cudaMallocAsync(&data, (1 << 20) * sizeof(float), stream));
            spin<<<64, 256, 0, stream>>>(1, data, 1 << 20);
            CHECK(cudaFreeAsync(data, stream));
        }
        CHECK(cudaStreamSynchronize(stream));
        return 200.0;
    };
}

std::function<double()> prepare_mapped() {
    float *host = nullptr, *device = nullptr;
    CHECK(cudaHostAlloc(&host, (1 << 20) * sizeof(float), cudaHostAllocMapped));
    std::memset(host, 0, (1 << 20) * sizeof(float));
    CHECK(cudaHostGetDevicePointer(&device, host, 0));
    return [=] {
        for (int i = 0; i < 10; ++i) {
            spin<<<264, 256>>>(1, device, 1 << 20);
            CHECK(cudaDeviceSynchronize());
            host[i] += 1;
        }
        return 10 * 2.0 * (1 << 20) * sizeof(float) / 1e9;
    };
}

std::function<double()> prepare_managed() {
    float* data = nullptr;
    CHECK(cudaMallocManaged(&data, part * sizeof(float)));
    std::memset(data, 0, part * sizeof(float));
    return [=] {
        for (int i = 0; i < 20; ++i) {
            spin<<<264, 256>>>(50, data, part);
            CHECK(cudaDeviceSynchronize());
        }
        data[0] += 1;  // comes back to the host once a round
        return 20.0;
    };
}

std::function<double()> prepare_allocations() {
    return [] {
        for (int i = 0; i < 100; ++i) {
            float* const data = device_array<float>(1 << 18);
            spin<<<64, 256>>>(1, data, 1 << 18);
            CHECK(cudaFree(data));
        }
        return 100.0;
    };
}

}  // namespace

PROGRAMS_MAIN({"four_streams", "GB", prepare_four_streams},
              {"copies_to_pinned", "GB", prepare_copies<cudaMemcpyHostToDevice, true>},
              {"copies_from_pinned", "GB", prepare_copies<cudaMemcpyDeviceToHost, true>},
              {"copies_to", "GB", prepare_copies<cudaMemcpyHostToDevice, false>},
              {"copies_from", "GB", prepare_copies<cudaMemcpyDeviceToHost, false>}, {"graph", "graphs", prepare_graph},
              {"small_launches", "launches", prepare_small_launches},
              {"launch_and_wait", "launches", prepare_launch_and_wait}, {"events", "pairs", prepare_events},
              {"pool", "blocks", prepare_pool}, {"mapped", "GB", prepare_mapped}, {"managed", "kernels", prepare_managed},
              {"allocations", "blocks", prepare_allocations})
