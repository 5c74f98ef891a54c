// All ways to ask for a property of the device give the same answer.
#include <cuda.h>

#include <cstring>
#include <string>

#include "check.h"

int attribute(cudaDeviceAttr which) {
    int runtime = -1, driver = -1;
    CHECK(cudaDeviceGetAttribute(&runtime, which, 0));
    CHECK(cuDeviceGetAttribute(&driver, CUdevice_attribute(which), 0));
    EXPECT(runtime == driver, "attribute %d: the runtime says %d, the driver %d", which, runtime, driver);
    return runtime;
}

void compare(const char* what, long long property, long long attribute_value) {
    EXPECT(property == attribute_value, "%s: property %lld, attribute %lld", what, property, attribute_value);
}

int main() {
    int devices = 0, driver_devices = 0, current = -1;
    CHECK(cudaGetDeviceCount(&devices));
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&driver_devices));
    EXPECT(devices >= 1 && devices == driver_devices, "%d devices, %d by the driver", devices, driver_devices);
    CHECK(cudaGetDevice(&current));
    EXPECT(current == 0, "device %d is current", current);
    CHECK(cudaSetDevice(0));

    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    compare("major", p.major, attribute(cudaDevAttrComputeCapabilityMajor));
    compare("minor", p.minor, attribute(cudaDevAttrComputeCapabilityMinor));
    compare("multiprocessors", p.multiProcessorCount, attribute(cudaDevAttrMultiProcessorCount));
    compare("warp", p.warpSize, attribute(cudaDevAttrWarpSize));
    compare("threads per block", p.maxThreadsPerBlock, attribute(cudaDevAttrMaxThreadsPerBlock));
    compare("block x", p.maxThreadsDim[0], attribute(cudaDevAttrMaxBlockDimX));
    compare("block z", p.maxThreadsDim[2], attribute(cudaDevAttrMaxBlockDimZ));
    compare("grid x", p.maxGridSize[0], attribute(cudaDevAttrMaxGridDimX));
    compare("grid y", p.maxGridSize[1], attribute(cudaDevAttrMaxGridDimY));
    compare("shared", p.sharedMemPerBlock, attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    compare("shared, opt in", p.sharedMemPerBlockOptin, attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    compare("shared, all", p.sharedMemPerMultiprocessor, attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    compare("constant", p.totalConstMem, attribute(cudaDevAttrTotalConstantMemory));
    compare("registers", p.regsPerBlock, attribute(cudaDevAttrMaxRegistersPerBlock));
    compare("threads", p.maxThreadsPerMultiProcessor, attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
    compare("blocks", p.maxBlocksPerMultiProcessor, attribute(cudaDevAttrMaxBlocksPerMultiprocessor));
    compare("L2", p.l2CacheSize, attribute(cudaDevAttrL2CacheSize));
    compare("unified addressing", p.unifiedAddressing, attribute(cudaDevAttrUnifiedAddressing));
    compare("managed memory", p.managedMemory, attribute(cudaDevAttrManagedMemory));
    compare("cooperative launch", p.cooperativeLaunch, attribute(cudaDevAttrCooperativeLaunch));
    EXPECT(p.warpSize == 32 && p.major >= 7 && p.unifiedAddressing == 1, "warp %d, major %d", p.warpSize, p.major);
    EXPECT(std::strlen(p.name) > 0, "the device has no name");

    CUdevice device;
    CHECK(cuDeviceGet(&device, 0));
    char name[256] = "";
    CHECK(cuDeviceGetName(name, sizeof(name), device));
    EXPECT(std::string(name) == p.name, "names: %s, %s", name, p.name);
    std::size_t total = 0, free_bytes = 0, total_now = 0;
    CHECK(cuDeviceTotalMem(&total, device));
    compare("memory", p.totalGlobalMem, total);
    CHECK(cudaMemGetInfo(&free_bytes, &total_now));
    EXPECT(free_bytes > 0 && free_bytes <= total_now && total_now <= total, "%zu of %zu bytes free", free_bytes,
           total_now);
    CUuuid uuid;
    CHECK(cuDeviceGetUuid(&uuid, device));
    EXPECT(std::memcmp(&uuid, &p.uuid, sizeof(uuid)) == 0, "two UUIDs");
    char bus[32] = "";
    int found = -1;
    CHECK(cudaDeviceGetPCIBusId(bus, sizeof(bus), 0));
    CHECK(cudaDeviceGetByPCIBusId(&found, bus));
    EXPECT(found == 0, "%s is device %d", bus, found);

    int runtime_version = 0, driver_version = 0;
    CHECK(cudaRuntimeGetVersion(&runtime_version));
    CHECK(cudaDriverGetVersion(&driver_version));
    EXPECT(runtime_version == CUDART_VERSION && driver_version >= runtime_version, "runtime %d, driver %d",
           runtime_version, driver_version);
    int least = 1, greatest = 1;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT(greatest <= least && least == 0, "priorities %d to %d", least, greatest);
    if (devices > 1) {
        int peer = -1;
        CHECK(cudaDeviceCanAccessPeer(&peer, 0, 1));
    }
    EXPECT_STATUS(cudaErrorInvalidDevice, cudaSetDevice(devices));
    return e2e::passed();
}
