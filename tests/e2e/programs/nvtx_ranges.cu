// Ranges and marks for profilers (NVTX), which nobody listens to: they do nothing, and harm nothing.
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include "check.h"

__global__ void square(int* data) {
    data[threadIdx.x] *= data[threadIdx.x];
}

int main() {
    CHECK(cudaProfilerStart());
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("ringfence");
    nvtxNameCudaDeviceA(0, "the device");
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreate(&stream));
    nvtxNameCudaStreamA(stream, "the stream");
    int* data = e2e::device_copy(e2e::filled<int>(64, [](auto i) { return i; }));

    const nvtxRangeId_t range = nvtxRangeStartA("all of it");
    nvtxRangePushA("the launch");
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "inside";
    nvtxDomainRangePushEx(domain, &event);
    square<<<1, 64, 0, stream>>>(data);
    CHECK(cudaStreamSynchronize(stream));
    nvtxDomainRangePop(domain);
    nvtxMarkA("done");
    nvtxRangePop();
    nvtxRangeEnd(range);

    e2e::expect_each("square", e2e::fetch(data, 64), [](auto i) { return i * i; });
    nvtxDomainDestroy(domain);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(data));
    CHECK(cudaProfilerStop());
    return e2e::passed();
}
