// Memory and events of other processes: cuIpc*, and segments, cuShm*, as Gdev had them. docs/shared-memory.md.
#include <sys/ipc.h>

#include <cstring>
#include <vector>

#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/memory.h"
#include "client/driver/state.h"
#include "client/driver/submit.h"
#include "client/driver/told_why.h"
#define RINGFENCE_SEGMENTS_NO_FUNCTIONS
#include "ringfence/segments.h"

namespace ringfence::driver {
namespace {

static_assert(sizeof(CUipcMemHandle) == CU_IPC_HANDLE_SIZE && sizeof(CUipcEventHandle) == CU_IPC_HANDLE_SIZE);

constexpr std::uint32_t segment_exclusive = 1;

// The worker's answer, if it is a handle.
template <typename ApiHandle, typename Record>
CUresult ask_for_handle(const Record& record, ApiHandle& handle) {
    typename Record::Reply reply;
    std::vector<std::byte> bytes;
    RF_CU(told_why(session().call(record, reply, {}, &bytes)));
    if (bytes.size() != sizeof handle) return CUDA_ERROR_UNKNOWN;
    std::memcpy(&handle, bytes.data(), sizeof handle);
    return CUDA_SUCCESS;
}

template <typename ApiHandle>
std::span<const std::byte> bytes_of_handle(const ApiHandle& handle) {
    return std::as_bytes(std::span(&handle, 1));
}

void remember_shared(std::uint64_t address, std::uint64_t bytes, std::uint64_t pool = 0) {
    session().allocations().add({.address = address,
                                 .bytes = bytes,
                                 .kind = client::MemoryKind::Shared,
                                 .context = current_context()->handle.bits,
                                 .owner = pool});
}

// Opening the same memory again gives the same address.
template <typename ApiHandle>
CUresult open_shared(const ApiHandle& handle, std::uint64_t pool, CUdeviceptr& address) {
    wire::ImportMemory::Reply reply;
    RF_CU(told_why(session().call(wire::ImportMemory{}, reply, bytes_of_handle(handle))));
    if (!session().allocations().find_beginning_at(reply.address)) remember_shared(reply.address, reply.bytes, pool);
    address = reply.address;
    return CUDA_SUCCESS;
}

CUresult close_once(CUdeviceptr address) {
    const auto found = session().allocations().find_beginning_at(address);
    if (!found || found->kind != client::MemoryKind::Shared) return CUDA_ERROR_INVALID_VALUE;
    wire::CloseMemory::Reply reply;
    const std::int32_t status = session().call(wire::CloseMemory{.address = address}, reply);
    // If another tenant has revoked the memory, it is gone already.
    const bool is_gone = status == CUDA_ERROR_INVALID_VALUE;
    if (status != 0 && !is_gone) return as_result(status);
    if (reply.left == 0) session().allocations().remove(address);
    return CUDA_SUCCESS;
}

CUresult describe_segment(int id, RingfenceSegment& facts) {
    wire::DescribeSegment::Reply reply;
    RF_CU(as_result(session().call(wire::DescribeSegment{.segment = static_cast<std::uint32_t>(id)}, reply)));
    facts = {.bytes = reply.bytes, .attached = reply.attached, .key = reply.key, .reserved = 0};
    return CUDA_SUCCESS;
}

CUresult grant(int id, const void* tenant, bool is_revoked) {
    if (tenant == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto* const name = static_cast<const char*>(tenant);
    const wire::GrantSegment record{.segment = static_cast<std::uint32_t>(id), .is_revoked = is_revoked ? 1U : 0U};
    return as_result(session().call(record, std::as_bytes(std::span(name, std::strlen(name)))));
}

}  // namespace

CUresult export_pool_memory(std::uint64_t address, CUmemPoolPtrExportData& handle) {
    return ask_for_handle(wire::ExportMemory{.address = address}, handle);
}

CUresult import_pool_memory(const CUmemPoolPtrExportData& handle, std::uint64_t pool, CUdeviceptr& address) {
    return open_shared(handle, pool, address);
}

CUresult free_pool_import(std::uint64_t address) {
    return close_once(address);
}

void close_shared(std::uint64_t address) {
    wire::CloseMemory::Reply reply;
    while (session().call(wire::CloseMemory{.address = address}, reply) == 0 && reply.left != 0) {
    }
}

CUresult settle_for_others(const Event& event) {
    if ((event.flags & CU_EVENT_INTERPROCESS) == 0) return CUDA_SUCCESS;
    wire::QueryEvent::Reply reply;
    return as_result(session().call(wire::QueryEvent{.event = event.handle.bits}, reply));
}

CUresult cuIpcGetMemHandle(CUipcMemHandle* pHandle, CUdeviceptr dptr) {
    RF_CU(check_context());
    if (pHandle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    // Any address in it will do; memory of pools and of others cannot be passed on.
    const auto found = session().allocations().find(dptr);
    if (!found || found->kind != client::MemoryKind::Device) return CUDA_ERROR_INVALID_VALUE;
    return ask_for_handle(wire::ExportMemory{.address = found->address}, *pHandle);
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) {
    RF_CU(check_context());
    if (pdptr == nullptr || Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_capture_allows_unsafe());
    return open_shared(handle, 0, *pdptr);
}

CUresult cuIpcOpenMemHandle(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) {
    return cuIpcOpenMemHandle_v2(pdptr, handle, Flags);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
    RF_CU(check_context());
    RF_CU(check_capture_allows_unsafe());
    // Memory from a pool is freed, not closed.
    const auto found = session().allocations().find_beginning_at(dptr);
    if (found && found->owner != 0) return CUDA_ERROR_INVALID_VALUE;
    return close_once(dptr);
}

CUresult cuIpcGetEventHandle(CUipcEventHandle* pHandle, CUevent event) {
    RF_CU(check_context());
    if (pHandle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Event* found = tables().events.find(from_api(event));
    if (found == nullptr || (found->flags & CU_EVENT_INTERPROCESS) == 0) return CUDA_ERROR_INVALID_HANDLE;
    return ask_for_handle(wire::ExportEvent{.event = found->handle.bits}, *pHandle);
}

CUresult cuIpcOpenEventHandle(CUevent* phEvent, CUipcEventHandle handle) {
    RF_CU(check_context());
    if (phEvent == nullptr) return CUDA_ERROR_INVALID_VALUE;
    auto made = std::make_unique<Event>();
    Event* const event = made.get();
    event->context = current_context()->handle.bits;
    event->flags = CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING;
    event->is_recorded = true;
    event->handle = tables().events.insert(std::move(made));
    if (event->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    const std::int32_t status = session().call(wire::ImportEvent{.event = event->handle.bits}, bytes_of_handle(handle));
    if (status != 0) {
        tables().events.erase(event->handle);
        return told_why(status);
    }
    *phEvent = as_api<CUevent>(event->handle);
    return CUDA_SUCCESS;
}

CUresult cuShmGet(int* ptr, int key, std::size_t size, int flags) {
    RF_CU(check_context());
    // The permissions that System V has in the lowest bits mean nothing here: a segment is its tenant's.
    constexpr int known = IPC_CREAT | IPC_EXCL | 0777;
    if (ptr == nullptr || (flags & ~known) != 0) return CUDA_ERROR_INVALID_VALUE;
    wire::GetSegment::Reply reply;
    const wire::GetSegment record{.bytes = size, .key = key, .flags = (flags & IPC_EXCL) != 0 ? segment_exclusive : 0};
    RF_CU(told_why(session().call(record, reply)));
    *ptr = static_cast<int>(reply.segment);
    return CUDA_SUCCESS;
}

CUresult cuShmAt(CUdeviceptr* dptr, int id, int flags) {
    RF_CU(check_context());
    if (dptr == nullptr || id < 0 || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_capture_allows_unsafe());
    wire::AttachSegment::Reply reply;
    RF_CU(as_result(session().call(wire::AttachSegment{.segment = static_cast<std::uint32_t>(id)}, reply)));
    remember_shared(reply.address, reply.bytes);
    *dptr = reply.address;
    return CUDA_SUCCESS;
}

CUresult cuShmDt(CUdeviceptr dptr) {
    return cuIpcCloseMemHandle(dptr);
}

CUresult cuShmCtl(int id, int cmd, void* buf) {
    RF_CU(check_context());
    if (id < 0) return CUDA_ERROR_INVALID_VALUE;
    switch (cmd) {
        case IPC_RMID: return as_result(session().call(wire::RemoveSegment{.segment = static_cast<std::uint32_t>(id)}));
        case IPC_STAT: {
            if (buf == nullptr) return CUDA_ERROR_INVALID_VALUE;
            RingfenceSegment facts = {};
            RF_CU(describe_segment(id, facts));
            std::memcpy(buf, &facts, sizeof facts);
            return CUDA_SUCCESS;
        }
        case RINGFENCE_SEGMENT_GRANT: return grant(id, buf, false);
        case RINGFENCE_SEGMENT_REVOKE: return grant(id, buf, true);
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

}  // namespace ringfence::driver
