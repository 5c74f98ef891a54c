// Memory and pools for other processes, by file descriptors. docs/shared-memory.md.
#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/memory.h"
#include "client/driver/shareable_file.h"
#include "client/driver/told_why.h"
#include "client/driver/virtual_memory.h"

namespace ringfence::driver {
namespace {

CUresult check_descriptor_type(CUmemAllocationHandleType type, unsigned long long flags) {
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    switch (type) {
        case CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR: return CUDA_SUCCESS;
        case CU_MEM_HANDLE_TYPE_WIN32:
        case CU_MEM_HANDLE_TYPE_WIN32_KMT:
        case CU_MEM_HANDLE_TYPE_FABRIC: return CUDA_ERROR_NOT_SUPPORTED;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult give_descriptor(Shareable kind, const ShareToken& token, void* result) {
    const int file = make_shareable_file(kind, token);
    if (file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
    *static_cast<int*>(result) = file;
    return CUDA_SUCCESS;
}

// CUDA has the number itself where a pointer is expected.
int descriptor_of(void* handle) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
}

bool is_exportable(const MemoryPool* pool) {
    if (pool == nullptr || pool->is_imported) return false;
    const auto types = static_cast<unsigned>(pool->properties.handleTypes);
    return (types & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0;
}

}  // namespace

CUresult cuMemExportToShareableHandle(void* shareableHandle, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType handleType, unsigned long long flags) {
    RF_CU(check_context());
    RF_CU(check_descriptor_type(handleType, flags));
    if (shareableHandle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    ShareToken token;
    RF_CU(told_why(virtual_memory().export_memory(handle, token)));
    return give_descriptor(Shareable::Memory, token, shareableHandle);
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* osHandle,
                                        CUmemAllocationHandleType shHandleType) {
    RF_CU(check_context());
    RF_CU(check_descriptor_type(shHandleType, 0));
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto token = read_shareable_file(descriptor_of(osHandle), Shareable::Memory);
    if (!token) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t memory = 0;
    RF_CU(virtual_memory().import_memory(*token, memory));
    *handle = memory;
    return CUDA_SUCCESS;
}

// The pool's allocations are given one by one (cuMemPoolExportPointer): the file says that it is a pool, no more.
CUresult cuMemPoolExportToShareableHandle(void* handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType,
                                          unsigned long long flags) {
    RF_CU(check_initialized());
    RF_CU(check_descriptor_type(handleType, flags));
    if (handle_out == nullptr || !is_exportable(tables().pools.find(from_api(pool)))) return CUDA_ERROR_INVALID_VALUE;
    return give_descriptor(Shareable::Pool, {}, handle_out);
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool_out, void* handle, CUmemAllocationHandleType handleType,
                                            unsigned long long flags) {
    RF_CU(check_initialized());
    RF_CU(check_descriptor_type(handleType, flags));
    if (pool_out == nullptr || !read_shareable_file(descriptor_of(handle), Shareable::Pool))
        return CUDA_ERROR_INVALID_VALUE;
    auto pool = std::make_unique<MemoryPool>();
    MemoryPool* const raw = pool.get();
    raw->is_imported = true;
    raw->properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    raw->properties.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    raw->properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    const Handle number = tables().pools.insert(std::move(pool));
    if (number.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    raw->handle = number;
    *pool_out = as_api<CUmemoryPool>(number);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* shareData_out, CUdeviceptr ptr) {
    RF_CU(check_context());
    if (shareData_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto found = session().allocations().find_beginning_at(ptr);
    if (!found || found->kind != client::MemoryKind::Pool) return CUDA_ERROR_INVALID_VALUE;
    if (!is_exportable(tables().pools.find({found->owner}))) return CUDA_ERROR_INVALID_VALUE;
    return export_pool_memory(found->address, *shareData_out);
}

CUresult cuMemPoolImportPointer(CUdeviceptr* ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData* shareData) {
    RF_CU(check_context());
    if (ptr_out == nullptr || shareData == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_capture_allows_unsafe());
    const MemoryPool* const found = tables().pools.find(from_api(pool));
    if (found == nullptr || !found->is_imported) return CUDA_ERROR_INVALID_VALUE;
    return import_pool_memory(*shareData, found->handle.bits, *ptr_out);
}

}  // namespace ringfence::driver
