// cuMemAlloc and what belongs to it.
#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/memory.h"
#include "client/driver/registered_memory.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t pitch_alignment = 512;

CUresult begin_allocation(const void* result, std::size_t bytes) {
    RF_CU(check_context());
    if (result == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    return check_capture_allows_unsafe();
}

}  // namespace

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    RF_CU(check_context());
    wire::MemoryInfo::Reply reply;
    RF_CU(static_cast<CUresult>(session().call(wire::MemoryInfo{}, reply)));
    if (free != nullptr) *free = reply.free;
    if (total != nullptr) *total = reply.total;
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* dptr, std::size_t bytesize) {
    RF_CU(begin_allocation(dptr, bytesize));
    std::uint64_t address = 0;
    RF_CU(allocate(bytesize, client::MemoryKind::Device, 0, address));
    *dptr = address;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocPitch_v2(CUdeviceptr* dptr, std::size_t* pPitch, std::size_t WidthInBytes, std::size_t Height,
                            unsigned int ElementSizeBytes) {
    RF_CU(begin_allocation(dptr, WidthInBytes));
    const bool is_size = ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16;
    if (pPitch == nullptr || Height == 0 || !is_size) return CUDA_ERROR_INVALID_VALUE;
    const std::size_t pitch = (WidthInBytes + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    std::size_t bytes = 0;
    if (pitch < WidthInBytes || __builtin_mul_overflow(pitch, Height, &bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
    RF_CU(cuMemAlloc_v2(dptr, bytes));
    *pPitch = pitch;
    return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr dptr) {
    RF_CU(check_initialized());
    // An address that is nothing is wrong with or without a context.
    if (current_context() == nullptr && !session().allocations().find_beginning_at(dptr)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    RF_CU(check_context());
    if (dptr == 0) return CUDA_SUCCESS;
    RF_CU(check_capture_allows_unsafe());
    return release(dptr);
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr* pbase, std::size_t* psize, CUdeviceptr dptr) {
    RF_CU(check_context());
    const auto found = session().allocations().find(dptr);
    if (!found || !found->is_in_session()) return CUDA_ERROR_NOT_FOUND;
    if (pbase != nullptr) *pbase = found->address;
    if (psize != nullptr) *psize = found->bytes;
    return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void** pp, std::size_t bytesize, unsigned int Flags) {
    constexpr unsigned known = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
    RF_CU(begin_allocation(pp, bytesize));
    if ((Flags & ~known) != 0) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t address = 0;
    RF_CU(allocate_host(bytesize, client::MemoryKind::Host, Flags, address));
    *pp = reinterpret_cast<void*>(address);
    return CUDA_SUCCESS;
}

CUresult cuMemAllocHost_v2(void** pp, std::size_t bytesize) {
    return cuMemHostAlloc(pp, bytesize, 0);
}

CUresult cuMemFreeHost(void* p) {
    RF_CU(check_context());
    return p == nullptr ? CUDA_SUCCESS : release_host(address_of(p));
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags) {
    RF_CU(check_context());
    if (pdptr == nullptr || Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const auto found = session().allocations().find(address_of(p));
    if (!found || !found->is_for_host()) return CUDA_ERROR_INVALID_VALUE;
    CUdeviceptr begin = found->address;
    if (found->kind == client::MemoryKind::Registered) RF_CU(registered_memory().map(*found, begin));
    *pdptr = begin + (address_of(p) - found->address);
    return CUDA_SUCCESS;
}

CUresult cuMemHostGetFlags(unsigned int* pFlags, void* p) {
    RF_CU(check_context());
    if (pFlags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto found = session().allocations().find(address_of(p));
    if (!found || found->kind != client::MemoryKind::Host) return CUDA_ERROR_INVALID_VALUE;
    // With one address space for all, host memory is always mapped.
    *pFlags = found->flags | CU_MEMHOSTALLOC_DEVICEMAP;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocManaged(CUdeviceptr* dptr, std::size_t bytesize, unsigned int flags) {
    RF_CU(begin_allocation(dptr, bytesize));
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t address = 0;
    RF_CU(allocate_host(bytesize, client::MemoryKind::Managed, flags, address));
    *dptr = address;
    return CUDA_SUCCESS;
}

CUresult cuMemHostRegister_v2(void* p, std::size_t bytesize, unsigned int Flags) {
    RF_CU(check_context());
    if (p == nullptr || bytesize == 0) return CUDA_ERROR_INVALID_VALUE;
    const std::uint64_t last = address_of(p) + (bytesize - 1);
    if (last < address_of(p)) return CUDA_ERROR_INVALID_VALUE;
    const auto known = session().allocations().select([&](const client::Allocation& other) {
        return other.address <= last && address_of(p) < other.address + other.bytes;
    });
    if (!known.empty()) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    if (session().is_in_window(address_of(p)) || session().is_in_window(last)) return CUDA_ERROR_INVALID_VALUE;
    // The program's memory stays what it is, its pages too, until somebody asks for the device's address.
    session().allocations().add({.address = address_of(p),
                                 .bytes = bytesize,
                                 .kind = client::MemoryKind::Registered,
                                 .context = current_context()->handle.bits,
                                 .flags = Flags});
    return CUDA_SUCCESS;
}

CUresult cuMemHostUnregister(void* p) {
    RF_CU(check_context());
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto found = session().allocations().find_beginning_at(address_of(p));
    if (!found || found->kind != client::MemoryKind::Registered) return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    session().allocations().remove(address_of(p));
    return registered_memory().unmap(address_of(p));
}

}  // namespace ringfence::driver
