// cudaMallocAsync and memory pools.
#include <cstring>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/allocate.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaMemPoolProps) == sizeof(CUmemPoolProps));
static_assert(sizeof(cudaMemAccessDesc) == sizeof(CUmemAccessDesc));
static_assert(sizeof(cudaMemPoolPtrExportData) == sizeof(CUmemPoolPtrExportData));
static_assert(sizeof(cudaMemLocation) == sizeof(CUmemLocation));

}  // namespace

cudaError_t cudaMallocAsync(void** devPtr, std::size_t size, cudaStream_t hStream) {
    return allocate(devPtr, size,
                    [&](CUdeviceptr* address) { return driver::cuMemAllocAsync(address, size, hStream); });
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, std::size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return allocate(ptr, size, [&](CUdeviceptr* address) {
        return driver::cuMemAllocFromPoolAsync(address, size, memPool, stream);
    });
}

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
    return run([&] { return driver::cuMemFreeAsync(address_of(devPtr), hStream); });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
    return run([&] { return driver::cuDeviceGetDefaultMemPool(memPool, device); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
    return run([&] { return driver::cuDeviceGetMemPool(memPool, device); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
    return run([&] { return driver::cuDeviceSetMemPool(device, memPool); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
    return run([&] { return driver::cuMemPoolCreate(memPool, reinterpret_cast<const CUmemPoolProps*>(poolProps)); });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
    return run([&] { return driver::cuMemPoolDestroy(memPool); });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, std::size_t minBytesToKeep) {
    return run([&] { return driver::cuMemPoolTrimTo(memPool, minBytesToKeep); });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
    return run([&] { return driver::cuMemPoolSetAttribute(memPool, static_cast<CUmemPool_attribute>(attr), value); });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
    return run([&] { return driver::cuMemPoolGetAttribute(memPool, static_cast<CUmemPool_attribute>(attr), value); });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, std::size_t count) {
    return run(
        [&] { return driver::cuMemPoolSetAccess(memPool, reinterpret_cast<const CUmemAccessDesc*>(descList), count); });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) {
    return run([&] {
        return driver::cuMemPoolGetAccess(reinterpret_cast<CUmemAccess_flags*>(flags), memPool,
                                          reinterpret_cast<CUmemLocation*>(location));
    });
}

cudaError_t cudaMemPoolExportToShareableHandle(void* shareableHandle, cudaMemPool_t memPool,
                                               cudaMemAllocationHandleType handleType, unsigned int flags) {
    return run([&] {
        return driver::cuMemPoolExportToShareableHandle(shareableHandle, memPool,
                                                        static_cast<CUmemAllocationHandleType>(handleType), flags);
    });
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* memPool, void* shareableHandle,
                                                 cudaMemAllocationHandleType handleType, unsigned int flags) {
    return run([&] {
        return driver::cuMemPoolImportFromShareableHandle(memPool, shareableHandle,
                                                          static_cast<CUmemAllocationHandleType>(handleType), flags);
    });
}

cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData* exportData, void* ptr) {
    return run([&] {
        return driver::cuMemPoolExportPointer(reinterpret_cast<CUmemPoolPtrExportData*>(exportData), address_of(ptr));
    });
}

cudaError_t cudaMemPoolImportPointer(void** ptr, cudaMemPool_t memPool, cudaMemPoolPtrExportData* exportData) {
    return run([&] {
        return driver::cuMemPoolImportPointer(reinterpret_cast<CUdeviceptr*>(ptr), memPool,
                                              reinterpret_cast<CUmemPoolPtrExportData*>(exportData));
    });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) {
    return run([&] {
        return driver::cuMemGetDefaultMemPool(memPool, reinterpret_cast<CUmemLocation*>(location),
                                              static_cast<CUmemAllocationType>(type));
    });
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) {
    return run([&] {
        return driver::cuMemGetMemPool(memPool, reinterpret_cast<CUmemLocation*>(location),
                                       static_cast<CUmemAllocationType>(type));
    });
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type, cudaMemPool_t memPool) {
    return run([&] {
        return driver::cuMemSetMemPool(reinterpret_cast<CUmemLocation*>(location),
                                       static_cast<CUmemAllocationType>(type), memPool);
    });
}

}  // namespace ringfence::runtime
