// Devices and what the runtime calls their contexts.
#include <cstring>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/driver/context.h"
#include "client/driver/device_attributes.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

constexpr int runtime_version = 13000;

cudaError_t initialize() {
    return static_cast<cudaError_t>(driver::initialize());
}

int get(CUdevice_attribute attribute) {
    return driver::device_attribute(driver::session().device(), attribute).value_or(0);
}

void fill_limits(cudaDeviceProp& prop) {
    for (int i = 0; i < 3; ++i) {
        prop.maxThreadsDim[i] = get(static_cast<CUdevice_attribute>(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i));
        prop.maxGridSize[i] = get(static_cast<CUdevice_attribute>(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i));
    }
    prop.sharedMemPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    prop.sharedMemPerBlockOptin = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    prop.sharedMemPerMultiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    prop.reservedSharedMemPerBlock = get(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    prop.regsPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    prop.regsPerMultiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    prop.warpSize = get(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    prop.memPitch = get(CU_DEVICE_ATTRIBUTE_MAX_PITCH);
    prop.maxThreadsPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    prop.maxThreadsPerMultiProcessor = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    prop.maxBlocksPerMultiProcessor = get(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    prop.totalConstMem = get(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
    prop.multiProcessorCount = get(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    prop.l2CacheSize = get(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    prop.memoryBusWidth = get(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    prop.asyncEngineCount = get(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
}

void fill_abilities(cudaDeviceProp& prop) {
    prop.textureAlignment = get(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
    prop.texturePitchAlignment = get(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
    prop.surfaceAlignment = get(CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT);
    prop.canMapHostMemory = get(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY);
    prop.concurrentKernels = get(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS);
    prop.ECCEnabled = get(CU_DEVICE_ATTRIBUTE_ECC_ENABLED);
    prop.pciBusID = get(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
    prop.unifiedAddressing = get(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING);
    prop.streamPrioritiesSupported = get(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED);
    prop.globalL1CacheSupported = get(CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED);
    prop.localL1CacheSupported = get(CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED);
    prop.managedMemory = get(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
    prop.concurrentManagedAccess = get(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
    prop.directManagedMemAccessFromHost = get(CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST);
    prop.computePreemptionSupported = get(CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED);
    prop.cooperativeLaunch = get(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
    prop.hostRegisterSupported = get(CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED);
    prop.hostRegisterReadOnlySupported = get(CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED);
    prop.memoryPoolsSupported = get(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
    prop.deviceNumaId = get(CU_DEVICE_ATTRIBUTE_NUMA_ID);
    prop.hostNumaId = get(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID);
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    if (count == nullptr) return report(cudaErrorInvalidValue);
    *count = 0;
    if (const cudaError_t status = initialize(); status != cudaSuccess) return report(status);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
    if (device == nullptr) return report(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    if (device != 0) return report(cudaErrorInvalidDevice);
    return run([] { return CUDA_SUCCESS; });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
    return cudaSetDevice(device);
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
    for (int i = 0; i < len; ++i) {
        if (device_arr == nullptr || device_arr[i] != 0) return report(cudaErrorInvalidDevice);
    }
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
    if (device == nullptr || prop == nullptr) return report(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
    if (prop == nullptr) return report(cudaErrorInvalidValue);
    if (const cudaError_t status = initialize(); status != cudaSuccess) return report(status);
    if (device != 0) return report(cudaErrorInvalidDevice);
    *prop = {};
    CUuuid uuid = {};
    if (const CUresult status = driver::cuDeviceGetName(prop->name, sizeof(prop->name), 0); status != CUDA_SUCCESS) {
        return report(status);
    }
    (void)driver::cuDeviceGetUuid_v2(&uuid, 0);
    std::memcpy(&prop->uuid, &uuid, sizeof(uuid));
    prop->totalGlobalMem = driver::session().device().total_memory;
    prop->major = get(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    prop->minor = get(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    fill_limits(*prop);
    fill_abilities(*prop);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
    if (const cudaError_t status = initialize(); status != cudaSuccess) return report(status);
    return report(driver::cuDeviceGetAttribute(value, static_cast<CUdevice_attribute>(attr), device));
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
    return run([&] { return driver::cuDeviceCanAccessPeer(canAccessPeer, device, peerDevice); });
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int) {
    return report(peerDevice == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
    return report(peerDevice == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attr, int srcDevice, int dstDevice) {
    return run([&] {
        return driver::cuDeviceGetP2PAttribute(value, static_cast<CUdevice_P2PAttribute>(attr), srcDevice, dstDevice);
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
    return run([&] { return driver::cuDeviceGetByPCIBusId(device, pciBusId); });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
    return run([&] { return driver::cuDeviceGetPCIBusId(pciBusId, len, device); });
}

cudaError_t cudaDeviceSynchronize() {
    return run([] { return driver::cuCtxSynchronize(); });
}

cudaError_t cudaDeviceReset() {
    if (const CUresult status = driver::enter_primary(); status != CUDA_SUCCESS) return report(status);
    return report(driver::reset_primary());
}

cudaError_t cudaDeviceGetLimit(std::size_t* pValue, cudaLimit limit) {
    return run([&] { return driver::cuCtxGetLimit(pValue, static_cast<CUlimit>(limit)); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    return run([&] { return driver::cuCtxSetLimit(static_cast<CUlimit>(limit), value); });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) {
    if (pCacheConfig == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUfunc_cache config = CU_FUNC_CACHE_PREFER_NONE;
        const CUresult status = driver::cuCtxGetCacheConfig(&config);
        *pCacheConfig = static_cast<cudaFuncCache>(config);
        return status;
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) {
    return run([&] { return driver::cuCtxSetCacheConfig(static_cast<CUfunc_cache>(cacheConfig)); });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) {
    if (pConfig == nullptr) return report(cudaErrorInvalidValue);
    *pConfig = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return run([] { return CUDA_SUCCESS; });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
    return run([&] { return driver::cuCtxGetStreamPriorityRange(leastPriority, greatestPriority); });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return run([] { return driver::cuCtxResetPersistingL2Cache(); });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
    return run([&] { return driver::cuCtxGetFlags(flags); });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    if (const cudaError_t status = initialize(); status != cudaSuccess) return report(status);
    return report(driver::cuDevicePrimaryCtxSetFlags_v2(0, flags & ~unsigned{cudaDeviceMapHost}));
}

cudaError_t cudaDriverGetVersion(int* driverVersion) {
    return report(driver::cuDriverGetVersion(driverVersion));
}

cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
    if (runtimeVersion == nullptr) return report(cudaErrorInvalidValue);
    *runtimeVersion = runtime_version;
    return cudaSuccess;
}

}  // namespace ringfence::runtime
