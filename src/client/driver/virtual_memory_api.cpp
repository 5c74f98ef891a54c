// cuMemAddressReserve, cuMemCreate, cuMemMap and similar functions: docs/memory.md.
#include <bit>

#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/virtual_memory.h"

namespace ringfence::driver {
namespace {

bool is_whole(std::size_t bytes) {
    return bytes != 0 && bytes % virtual_memory_unit == 0;
}

bool is_this_device(const CUmemLocation& location) {
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE && location.id == 0;
}

// Memory of this device. A program may say that it would like to pass it on as a file descriptor, as PyTorch does.
CUresult check_properties(const CUmemAllocationProp* properties) {
    if (properties == nullptr || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
    switch (properties->location.type) {
        case CU_MEM_LOCATION_TYPE_DEVICE: break;
        case CU_MEM_LOCATION_TYPE_HOST:
        case CU_MEM_LOCATION_TYPE_HOST_NUMA:
        case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT: return CUDA_ERROR_NOT_SUPPORTED;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
    if (properties->location.id != 0) return CUDA_ERROR_INVALID_DEVICE;
    const auto types = static_cast<unsigned>(properties->requestedHandleTypes);
    if ((types & ~static_cast<unsigned>(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) != 0)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (properties->allocFlags.compressionType != CU_MEM_ALLOCATION_COMP_NONE || properties->allocFlags.usage != 0)
        return CUDA_ERROR_NOT_SUPPORTED;
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop,
                                       CUmemAllocationGranularity_flags option) {
    RF_CU(check_initialized());
    if (granularity == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM && option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
        return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_properties(prop));
    *granularity = virtual_memory_unit;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr /*addr: a wish*/,
                             unsigned long long flags) {
    RF_CU(check_context());
    if (ptr == nullptr || flags != 0 || !is_whole(size)) return CUDA_ERROR_INVALID_VALUE;
    if (alignment != 0 && !std::has_single_bit(alignment)) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t address = 0;
    RF_CU(virtual_memory().reserve(size, alignment == 0 ? 1 : alignment, address));
    *ptr = address;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) {
    RF_CU(check_context());
    return virtual_memory().free(ptr, size);
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* prop,
                     unsigned long long flags) {
    RF_CU(check_context());
    if (handle == nullptr || flags != 0 || !is_whole(size)) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_properties(prop));
    std::uint64_t memory = 0;
    RF_CU(virtual_memory().create(size, *prop, memory));
    *handle = memory;
    return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    RF_CU(check_context());
    return virtual_memory().release(handle);
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) {
    RF_CU(check_context());
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t memory = 0;
    RF_CU(virtual_memory().retain(address_of(addr), memory));
    *handle = memory;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle) {
    RF_CU(check_context());
    const auto properties = virtual_memory().properties(handle);
    if (prop == nullptr || !properties) return CUDA_ERROR_INVALID_VALUE;
    *prop = *properties;
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
    RF_CU(check_context());
    if (offset != 0 || flags != 0 || !is_whole(size) || ptr % virtual_memory_unit != 0) return CUDA_ERROR_INVALID_VALUE;
    return virtual_memory().map(ptr, size, handle);
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
    RF_CU(check_context());
    RF_CU(check_capture_allows_unsafe());
    return virtual_memory().unmap(ptr, size);
}

// Mapped memory is accessible at once; the access is remembered for cuMemGetAccess.
CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) {
    RF_CU(check_context());
    if (desc == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; ++i) {
        if (desc[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
        if (!is_this_device(desc[i].location)) return CUDA_ERROR_INVALID_DEVICE;
        if (desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ) return CUDA_ERROR_NOT_SUPPORTED;
        if (desc[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && desc[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            return CUDA_ERROR_INVALID_VALUE;
        RF_CU(virtual_memory().set_access(ptr, size, desc[i].flags));
    }
    return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) {
    RF_CU(check_context());
    if (flags == nullptr || location == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto access = virtual_memory().access(ptr);
    if (!access) return CUDA_ERROR_INVALID_VALUE;
    *flags = is_this_device(*location) ? static_cast<unsigned long long>(*access) : 0ULL;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
