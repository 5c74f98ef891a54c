// cudaMalloc and what belongs to it.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/allocate.h"
#include "client/runtime/registry.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

constexpr unsigned element_bytes = 4;

CUmemLocation as_driver_location(const cudaMemLocation& location) {
    return {static_cast<CUmemLocationType>(location.type), location.id};
}

}  // namespace

cudaError_t cudaMalloc(void** devPtr, std::size_t size) {
    return allocate(devPtr, size, [&](CUdeviceptr* address) { return driver::cuMemAlloc_v2(address, size); });
}

cudaError_t cudaMallocManaged(void** devPtr, std::size_t size, unsigned int flags) {
    return allocate(devPtr, size,
                    [&](CUdeviceptr* address) { return driver::cuMemAllocManaged(address, size, flags); });
}

cudaError_t cudaMallocPitch(void** devPtr, std::size_t* pitch, std::size_t width, std::size_t height) {
    if (pitch == nullptr) return report(cudaErrorInvalidValue);
    *pitch = 0;
    return allocate(devPtr, width * height, [&](CUdeviceptr* address) {
        return driver::cuMemAllocPitch_v2(address, pitch, width, height, element_bytes);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
    if (pitchedDevPtr == nullptr) return report(cudaErrorInvalidValue);
    std::size_t rows = 0;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) return report(cudaErrorMemoryAllocation);
    pitchedDevPtr->xsize = extent.width;
    pitchedDevPtr->ysize = extent.height;
    return cudaMallocPitch(&pitchedDevPtr->ptr, &pitchedDevPtr->pitch, extent.width, rows);
}

cudaError_t cudaFree(void* devPtr) {
    return run([&] { return driver::cuMemFree_v2(address_of(devPtr)); });
}

cudaError_t cudaHostAlloc(void** pHost, std::size_t size, unsigned int flags) {
    if (pHost == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        *pHost = nullptr;
        return size == 0 ? CUDA_SUCCESS : driver::cuMemHostAlloc(pHost, size, flags);
    });
}

cudaError_t cudaMallocHost(void** ptr, std::size_t size) {
    return cudaHostAlloc(ptr, size, 0);
}

cudaError_t cudaFreeHost(void* ptr) {
    return run([&] { return ptr == nullptr ? CUDA_SUCCESS : driver::cuMemFreeHost(ptr); });
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
    if (pDevice == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        CUdeviceptr address = 0;
        RF_CU(driver::cuMemHostGetDevicePointer_v2(&address, pHost, flags));
        *pDevice = reinterpret_cast<void*>(address);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
    return run([&] { return driver::cuMemHostGetFlags(pFlags, pHost); });
}

cudaError_t cudaHostRegister(void* ptr, std::size_t size, unsigned int flags) {
    return run([&] { return driver::cuMemHostRegister_v2(ptr, size, flags); });
}

cudaError_t cudaHostUnregister(void* ptr) {
    return run([&] { return driver::cuMemHostUnregister(ptr); });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return run([&] { return driver::cuMemGetInfo_v2(free, total); });
}

cudaError_t cudaMemAdvise(const void* devPtr, std::size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
    return run([&] {
        return driver::cuMemAdvise_v2(address_of(devPtr), count, static_cast<CUmem_advise>(advice),
                                      as_driver_location(location));
    });
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, std::size_t count, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream) {
    return run([&] {
        return driver::cuMemPrefetchAsync_v2(address_of(devPtr), count, as_driver_location(location), flags, stream);
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
    if (attributes == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        *attributes = {};
        const auto found = driver::session().allocations().find(address_of(ptr));
        if (!found) {
            attributes->type = cudaMemoryTypeUnregistered;
            attributes->device = cudaInvalidDeviceId;
            attributes->hostPointer = const_cast<void*>(ptr);
            return CUDA_SUCCESS;
        }
        const bool is_host = found->kind == client::MemoryKind::Host || found->kind == client::MemoryKind::Registered;
        const bool is_managed = found->kind == client::MemoryKind::Managed;
        attributes->type = is_managed ? cudaMemoryTypeManaged : is_host ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
        CUdeviceptr device = 0;
        if (driver::cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address_of(ptr)) ==
            CUDA_SUCCESS) {
            attributes->devicePointer = reinterpret_cast<void*>(device);
        }
        if (is_host || is_managed) attributes->hostPointer = const_cast<void*>(ptr);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
    if (devPtr == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        driver::GlobalVariable variable;
        const cudaError_t status = find_variable(symbol, variable);
        if (status == cudaSuccess) *devPtr = reinterpret_cast<void*>(variable.address);
        return status;
    });
}

cudaError_t cudaGetSymbolSize(std::size_t* size, const void* symbol) {
    if (size == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        driver::GlobalVariable variable;
        const cudaError_t status = find_variable(symbol, variable);
        if (status == cudaSuccess) *size = variable.bytes;
        return status;
    });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t dataSize, cudaMemRangeAttribute attribute,
                                     const void* devPtr, std::size_t count) {
    return run([&] {
        return driver::cuMemRangeGetAttribute(data, dataSize, static_cast<CUmem_range_attribute>(attribute),
                                              address_of(devPtr), count);
    });
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* dataSizes, cudaMemRangeAttribute* attributes,
                                      std::size_t numAttributes, const void* devPtr, std::size_t count) {
    return run([&] {
        return driver::cuMemRangeGetAttributes(data, dataSizes, reinterpret_cast<CUmem_range_attribute*>(attributes),
                                               numAttributes, address_of(devPtr), count);
    });
}

}  // namespace ringfence::runtime
