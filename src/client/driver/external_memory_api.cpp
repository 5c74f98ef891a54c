// cuImportExternalMemory and similar functions. docs/shared-memory.md.
#include <unistd.h>

#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/external_memory.h"
#include "client/driver/shareable_file.h"
#include "client/driver/virtual_memory.h"

namespace ringfence::driver {
namespace {

CUresult check_import(const CUDA_EXTERNAL_MEMORY_HANDLE_DESC& asked) {
    switch (asked.type) {
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD: break;
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF:
        case CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD: return CUDA_ERROR_NOT_SUPPORTED;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
    const bool is_known = (asked.flags & ~CUDA_EXTERNAL_MEMORY_DEDICATED) == 0;
    return asked.size == 0 || !is_known ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

// Does the same as cuMemImportFromShareableHandle, if the memory is as large as the program says.
CUresult import_sized(int file, std::uint64_t bytes, ExternalMemory& memory) {
    const auto token = read_shareable_file(file, Shareable::Memory);
    if (!token) return CUDA_ERROR_INVALID_HANDLE;
    RF_CU(virtual_memory().import_memory(*token, memory.memory));
    memory.bytes = bytes;
    if (bytes <= virtual_memory().bytes(memory.memory)) return CUDA_SUCCESS;
    (void)virtual_memory().release(memory.memory);
    return CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

ExternalBuffers& external_buffers() {
    // Never destroyed: the program's own destructors may still call us.
    static ExternalBuffers* const instance = new ExternalBuffers();
    return *instance;
}

CUresult ExternalBuffers::map(const ExternalMemory& memory, std::uint64_t offset, CUdeviceptr& address) {
    const std::uint64_t bytes = virtual_memory().bytes(memory.memory);
    std::uint64_t base = 0;
    RF_CU(virtual_memory().reserve(bytes, 1, base));
    if (const CUresult status = virtual_memory().map(base, bytes, memory.memory); status != CUDA_SUCCESS) {
        (void)virtual_memory().free(base, bytes);
        return status;
    }
    RF_CU(virtual_memory().set_access(base, bytes, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    const MutexLock lock(mutex_);
    buffers_[base + offset] = {base, bytes};
    address = base + offset;
    return CUDA_SUCCESS;
}

std::optional<CUresult> ExternalBuffers::free(std::uint64_t address) {
    Buffer buffer;
    {
        const MutexLock lock(mutex_);
        const auto found = buffers_.find(address);
        if (found == buffers_.end()) return std::nullopt;
        buffer = found->second;
        buffers_.erase(found);
    }
    const CUresult unmapped = virtual_memory().unmap(buffer.base, buffer.bytes);
    return unmapped != CUDA_SUCCESS ? unmapped : virtual_memory().free(buffer.base, buffer.bytes);
}

void ExternalBuffers::forget() {
    {
        const MutexLock lock(mutex_);
        buffers_.clear();
    }
    for (const Handle handle : tables().external_memory.select([](const ExternalMemory&) { return true; }))
        tables().external_memory.erase(handle);
}

CUresult cuImportExternalMemory(CUexternalMemory* extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* memHandleDesc) {
    RF_CU(check_context());
    if (extMem_out == nullptr || memHandleDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_EXTERNAL_MEMORY_HANDLE_DESC asked = *memHandleDesc;
    RF_CU(check_import(asked));
    RF_CU(check_capture_allows_unsafe());
    auto made = std::make_unique<ExternalMemory>();
    RF_CU(import_sized(asked.handle.fd, asked.size, *made));
    const std::uint64_t memory = made->memory;
    const Handle handle = tables().external_memory.insert(std::move(made));
    if (handle.bits == 0) {
        (void)virtual_memory().release(memory);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    // Once imported, the descriptor is ours to close.
    close(asked.handle.fd);
    *extMem_out = as_api<CUexternalMemory>(handle);
    return CUDA_SUCCESS;
}

CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr* devPtr, CUexternalMemory extMem,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* bufferDesc) {
    RF_CU(check_context());
    if (devPtr == nullptr || bufferDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_EXTERNAL_MEMORY_BUFFER_DESC asked = *bufferDesc;
    const ExternalMemory* const memory = tables().external_memory.find(from_api(extMem));
    if (memory == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (asked.flags != 0 || asked.size == 0 || asked.offset >= memory->bytes ||
        asked.size > memory->bytes - asked.offset)
        return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_capture_allows_unsafe());
    return external_buffers().map(*memory, asked.offset, *devPtr);
}

// Its buffers stay until they are freed.
CUresult cuDestroyExternalMemory(CUexternalMemory extMem) {
    RF_CU(check_context());
    RF_CU(check_capture_allows_unsafe());
    const auto memory = tables().external_memory.erase(from_api(extMem));
    return memory == nullptr ? CUDA_ERROR_INVALID_HANDLE : virtual_memory().release(memory->memory);
}

}  // namespace ringfence::driver
