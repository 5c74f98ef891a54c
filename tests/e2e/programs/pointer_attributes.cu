// The kind of an address: device, host, managed or unknown.
#include "check.h"

__device__ int variable;

cudaPointerAttributes attributes(const void* address) {
    cudaPointerAttributes result;
    CHECK(cudaPointerGetAttributes(&result, address));
    return result;
}

int main() {
    char* device = e2e::device_array<char>(1000);
    char *host, *managed;
    CHECK(cudaMallocHost(&host, 1000));
    CHECK(cudaMallocManaged(&managed, 1000));
    auto a = attributes(device + 999);
    EXPECT(a.type == cudaMemoryTypeDevice && a.device == 0 && a.devicePointer == device + 999 && !a.hostPointer,
           "device memory: type %d", a.type);
    a = attributes(host + 17);
    EXPECT(a.type == cudaMemoryTypeHost && a.hostPointer == host + 17 && a.devicePointer != nullptr,
           "host memory: type %d", a.type);
    a = attributes(managed);
    EXPECT(a.type == cudaMemoryTypeManaged && a.devicePointer == managed && a.hostPointer == managed,
           "managed memory: type %d", a.type);
    void* address = nullptr;
    CHECK(cudaGetSymbolAddress(&address, variable));
    a = attributes(address);
    EXPECT(a.type == cudaMemoryTypeDevice, "a variable: type %d", a.type);
    int on_stack = 0;
    a = attributes(&on_stack);
    EXPECT(a.type == cudaMemoryTypeUnregistered, "the stack: type %d", a.type);
    CHECK(cudaFree(device));
    CHECK(cudaFree(managed));
    CHECK(cudaFreeHost(host));
    return e2e::passed();
}
