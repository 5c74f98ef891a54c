// cuPointer*: what an address is.
#include "api/driver_functions.h"
#include "client/driver/attribute_value.h"
#include "client/driver/registered_memory.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

bool is_device_memory(client::MemoryKind kind) {
    return kind == client::MemoryKind::Device || kind == client::MemoryKind::Pool ||
           kind == client::MemoryKind::Shared || kind == client::MemoryKind::Reserved ||
           kind == client::MemoryKind::Global;
}

// CUDA calls them booleans, but a card's driver writes an int: seen of IS_MANAGED, and taken to be so of the others.
CUresult give_truth(void* data, bool truth) {
    return give(data, int{truth ? 1 : 0});
}

// The device's address of it, or 0.
CUdeviceptr seen_by_device(const client::Allocation& memory, CUdeviceptr address) {
    if (memory.is_in_session()) return address;
    const CUdeviceptr begin = registered_memory().find(memory.address);
    return begin == 0 ? 0 : begin + (address - memory.address);
}

CUresult describe(const client::Allocation& memory, CUdeviceptr address, CUpointer_attribute attribute, void* data) {
    const CUdeviceptr seen = seen_by_device(memory, address);
    const auto unknown = CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_CONTEXT: return give(data, memory.context);
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: {
            const bool is_device = is_device_memory(memory.kind) || memory.kind == client::MemoryKind::Managed;
            return give(data, is_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST);
        }
        case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: return seen != 0 ? give(data, seen) : unknown;
        case CU_POINTER_ATTRIBUTE_HOST_POINTER: return is_device_memory(memory.kind) ? unknown : give(data, address);
        case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: return give(data, int{0});
        case CU_POINTER_ATTRIBUTE_BUFFER_ID: return give(data, memory.id);
        case CU_POINTER_ATTRIBUTE_IS_MANAGED: return give_truth(data, memory.kind == client::MemoryKind::Managed);
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return give(data, int{0});
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
            return give_truth(data, memory.kind == client::MemoryKind::Device);
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return give(data, memory.address);
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return give(data, memory.bytes);
        case CU_POINTER_ATTRIBUTE_MAPPED: return give_truth(data, seen != 0);
        case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: return give(data, std::uint64_t{0});
        case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: return give_truth(data, false);
        case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: return give(data, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
        case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
            return give(data, memory.kind == client::MemoryKind::Pool ? memory.owner : std::uint64_t{0});
        case CU_POINTER_ATTRIBUTE_MAPPING_SIZE: return give(data, memory.bytes);
        case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: return give(data, memory.address);
        case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: return give(data, memory.id);
        default: return unknown;
    }
}

// The answer of cuPointerGetAttributes for memory that CUDA does not know.
void describe_unknown(CUpointer_attribute attribute, void* data) {
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: give(data, unsigned{0}); break;
        case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: give(data, int{0}); break;
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: give(data, int{-2}); break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        case CU_POINTER_ATTRIBUTE_MAPPED:
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: give_truth(data, false); break;
        default: give(data, std::uint64_t{0}); break;
    }
}

}  // namespace

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
    RF_CU(check_context());
    if (data == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto found = session().allocations().find(ptr);
    if (!found) return CUDA_ERROR_INVALID_VALUE;
    return describe(*found, ptr, attribute, data);
}

CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data,
                                CUdeviceptr ptr) {
    RF_CU(check_context());
    if (attributes == nullptr || data == nullptr || numAttributes == 0) return CUDA_ERROR_INVALID_VALUE;
    const auto found = session().allocations().find(ptr);
    for (unsigned i = 0; i < numAttributes; ++i) {
        const bool is_described = found && describe(*found, ptr, attributes[i], data[i]) == CUDA_SUCCESS;
        if (!is_described) describe_unknown(attributes[i], data[i]);
    }
    return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) {
    RF_CU(check_context());
    // Synchronous copies are as synchronous without it.
    const bool is_known = session().allocations().find(ptr).has_value();
    if (value == nullptr || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS || !is_known) return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
