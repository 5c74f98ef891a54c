// Devices and what the runtime calls their contexts.
#include <cstring>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/driver/context.h"
#include "client/driver/device_attributes.h"
#include "client/driver/visible_devices.h"
#include "client/runtime/device_properties.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

constexpr int runtime_version = 13000;

cudaError_t initialize() {
    return static_cast<cudaError_t>(driver::initialize());
}

// For calls that need no session: without a device every call fails, as natively.
cudaError_t check_visible() {
    return driver::is_device_visible() ? cudaSuccess : report(cudaErrorNoDevice);
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
    return check_visible();
}

cudaError_t cudaSetDevice(int device) {
    if (const cudaError_t status = check_visible(); status != cudaSuccess) return status;
    if (device != 0) return report(cudaErrorInvalidDevice);
    return run([] { return CUDA_SUCCESS; });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
    return cudaSetDevice(device);
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
    if (const cudaError_t status = check_visible(); status != cudaSuccess) return status;
    for (int i = 0; i < len; ++i) {
        if (device_arr == nullptr || device_arr[i] != 0) return report(cudaErrorInvalidDevice);
    }
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
    if (device == nullptr || prop == nullptr) return report(cudaErrorInvalidValue);
    *device = 0;
    return check_visible();
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
    if (const cudaError_t status = fill_properties(prop, device); status != cudaSuccess) return report(status);
    prop->deviceNumaId = device_number(CU_DEVICE_ATTRIBUTE_NUMA_ID);
    prop->hostNumaId = device_number(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID);
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

// The structures have the same layout.
cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callbackFunc, void* userData,
                                                cudaAsyncCallbackHandle_t* callback) {
    return run([&] {
        return driver::cuDeviceRegisterAsyncNotification(device, reinterpret_cast<CUasyncCallback>(callbackFunc),
                                                         userData, reinterpret_cast<CUasyncCallbackHandle*>(callback));
    });
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback) {
    return run([&] {
        return driver::cuDeviceUnregisterAsyncNotification(device, reinterpret_cast<CUasyncCallbackHandle>(callback));
    });
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

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const cudaAtomicOperation* operations,
                                                unsigned int count, int device) {
    return run([&] {
        return driver::cuDeviceGetHostAtomicCapabilities(
            capabilities, reinterpret_cast<const CUatomicOperation*>(operations), count, device);
    });
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const cudaAtomicOperation* operations,
                                               unsigned int count, int srcDevice, int dstDevice) {
    return run([&] {
        return driver::cuDeviceGetP2PAtomicCapabilities(
            capabilities, reinterpret_cast<const CUatomicOperation*>(operations), count, srcDevice, dstDevice);
    });
}

}  // namespace ringfence::runtime
