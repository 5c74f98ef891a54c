// Devices: there is one, and what is asked about it came with the session.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "api/driver_functions.h"
#include "client/driver/device_attributes.h"
#include "client/driver/state.h"
#include "client/driver/visible_devices.h"

namespace ringfence::driver {
namespace {

constexpr int driver_version = 13000;
constexpr std::string_view pci_bus_id = "0000:01:00.0";

}  // namespace

CUresult cuInit(unsigned int Flags) {
    return Flags == 0 ? initialize() : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int* driverVersion) {
    if (driverVersion == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *driverVersion = driver_version;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    RF_CU(check_initialized());
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_device(ordinal));
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
    RF_CU(check_initialized());
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int len, CUdevice dev) {
    RF_CU(check_device(dev));
    if (name == nullptr || len <= 0) return CUDA_ERROR_INVALID_VALUE;
    std::snprintf(name, static_cast<std::size_t>(len), "%s", session().device().name.c_str());
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) {
    RF_CU(check_device(dev));
    if (uuid == nullptr) return CUDA_ERROR_INVALID_VALUE;
    static_assert(device_uuid.size() == sizeof(uuid->bytes));
    std::memcpy(uuid->bytes, device_uuid.data(), sizeof(uuid->bytes));
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
    return cuDeviceGetUuid_v2(uuid, dev);
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice dev) {
    RF_CU(check_device(dev));
    if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *bytes = session().device().total_memory;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
    RF_CU(check_initialized());
    if (pi == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_device(dev));
    const auto value = device_attribute(session().device(), attrib);
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    *pi = *value;
    return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
    RF_CU(check_device(dev));
    if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *major = static_cast<int>(session().device().compute_major);
    *minor = static_cast<int>(session().device().compute_minor);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) {
    RF_CU(check_device(dev));
    if (prop == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto get = [](CUdevice_attribute attribute) { return *device_attribute(session().device(), attribute); };
    prop->maxThreadsPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    for (int i = 0; i < 3; ++i) {
        prop->maxThreadsDim[i] = get(static_cast<CUdevice_attribute>(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i));
        prop->maxGridSize[i] = get(static_cast<CUdevice_attribute>(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i));
    }
    prop->sharedMemPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    prop->totalConstantMemory = get(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
    prop->SIMDWidth = get(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    prop->memPitch = get(CU_DEVICE_ATTRIBUTE_MAX_PITCH);
    prop->regsPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    prop->clockRate = get(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    prop->textureAlign = get(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
    RF_CU(check_device(dev));
    if (pciBusId == nullptr || len <= 0) return CUDA_ERROR_INVALID_VALUE;
    std::snprintf(pciBusId, static_cast<std::size_t>(len), "%.*s", static_cast<int>(pci_bus_id.size()),
                  pci_bus_id.data());
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) {
    RF_CU(check_initialized());
    if (dev == nullptr || pciBusId == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::string_view asked = pciBusId;
    // Programs leave out the domain, or the function.
    if (asked.empty() || pci_bus_id.find(asked) == std::string_view::npos) return CUDA_ERROR_INVALID_DEVICE;
    *dev = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
    RF_CU(check_device(dev));
    RF_CU(check_device(peerDev));
    if (canAccessPeer == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *canAccessPeer = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute, CUdevice srcDevice, CUdevice dstDevice) {
    RF_CU(check_device(srcDevice));
    RF_CU(check_device(dstDevice));
    // A device is no peer of its own.
    (void)value;
    return CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType, CUdevice dev) {
    RF_CU(check_device(dev));
    if (pi == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pi = 0;
    return CUDA_SUCCESS;
}

// Neither the host nor another device shares atomics with this one: a program that relied on them would get wrong sums.
CUresult cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations,
                                           unsigned int count, CUdevice dev) {
    RF_CU(check_device(dev));
    if (capabilities == nullptr || operations == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
    std::fill_n(capabilities, count, 0U);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations,
                                          unsigned int count, CUdevice srcDevice, CUdevice dstDevice) {
    RF_CU(check_device(srcDevice));
    RF_CU(check_device(dstDevice));
    if (srcDevice == dstDevice) return CUDA_ERROR_INVALID_DEVICE;
    return cuDeviceGetHostAtomicCapabilities(capabilities, operations, count, srcDevice);
}

}  // namespace ringfence::driver
