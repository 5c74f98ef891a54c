#include "client/driver/virtual_memory.h"

#include <algorithm>

#include "client/driver/freed_blocks.h"

namespace ringfence::driver {

VirtualMemory& virtual_memory() {
    // Never destroyed: the program's own destructors may still call us.
    static VirtualMemory* const instance = new VirtualMemory();
    return *instance;
}

CUresult VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t& address) {
    const MutexLock lock(mutex_);
    wire::ReserveAddresses::Reply reply;
    RF_CU(as_result(session().call(wire::ReserveAddresses{.bytes = bytes, .alignment = alignment}, reply)));
    reserved_[reply.address] = bytes;
    // One entry for all of it, so that what lies side by side can be copied at once. It belongs to no context.
    session().allocations().add({.address = reply.address, .bytes = bytes, .kind = client::MemoryKind::Reserved});
    address = reply.address;
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::free(std::uint64_t address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    const auto reserved = reserved_.find(address);
    if (reserved == reserved_.end() || reserved->second != bytes) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(as_result(session().call(wire::FreeAddresses{.address = address})));
    reserved_.erase(reserved);
    session().allocations().remove(address);
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::create(std::uint64_t bytes, const CUmemAllocationProp& properties, std::uint64_t& memory) {
    wire::CreateMemory::Reply reply;
    RF_CU(ask_for_memory([&] { return as_result(session().call(wire::CreateMemory{.bytes = bytes}, reply)); }));
    const MutexLock lock(mutex_);
    memory_[reply.memory] = {.bytes = bytes, .properties = properties};
    memory = reply.memory;
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::retain(std::uint64_t address, std::uint64_t& memory) {
    const MutexLock lock(mutex_);
    const auto mapping = find(address);
    if (mapping == mappings_.end()) return CUDA_ERROR_INVALID_VALUE;
    memory = mapping->second.memory;
    ++memory_.at(memory).handles;
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::release(std::uint64_t memory) {
    const MutexLock lock(mutex_);
    const auto found = memory_.find(memory);
    if (found == memory_.end() || found->second.handles == 0) return CUDA_ERROR_INVALID_VALUE;
    --found->second.handles;
    return destroy_if_unused(found);
}

std::optional<CUmemAllocationProp> VirtualMemory::properties(std::uint64_t memory) {
    const MutexLock lock(mutex_);
    const auto found = memory_.find(memory);
    if (found == memory_.end() || found->second.handles == 0) return std::nullopt;
    return found->second.properties;
}

std::uint64_t VirtualMemory::bytes(std::uint64_t memory) {
    const MutexLock lock(mutex_);
    const auto found = memory_.find(memory);
    return found == memory_.end() ? 0 : found->second.bytes;
}

CUresult VirtualMemory::export_memory(std::uint64_t memory, ShareToken& token) {
    const MutexLock lock(mutex_);
    const auto found = memory_.find(memory);
    if (found == memory_.end() || found->second.handles == 0) return CUDA_ERROR_INVALID_VALUE;
    const auto types = static_cast<unsigned>(found->second.properties.requestedHandleTypes);
    if ((types & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0) return CUDA_ERROR_INVALID_VALUE;
    wire::ExportCreatedMemory::Reply reply;
    std::vector<std::byte> bytes;
    RF_CU(as_result(session().call(wire::ExportCreatedMemory{.memory = memory}, reply, {}, &bytes)));
    if (bytes.size() != token.size()) return CUDA_ERROR_UNKNOWN;
    std::copy(bytes.begin(), bytes.end(), token.begin());
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::import_memory(const ShareToken& token, std::uint64_t& memory) {
    const MutexLock lock(mutex_);
    wire::ImportCreatedMemory::Reply reply;
    RF_CU(as_result(session().call(wire::ImportCreatedMemory{}, reply, token)));
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    memory_[reply.memory] = {.bytes = reply.bytes, .properties = properties};
    memory = reply.memory;
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::map(std::uint64_t address, std::uint64_t bytes, std::uint64_t memory) {
    const MutexLock lock(mutex_);
    const auto found = memory_.find(memory);
    if (found == memory_.end() || found->second.handles == 0 || found->second.bytes != bytes)
        return CUDA_ERROR_INVALID_VALUE;
    RF_CU(as_result(session().call(wire::MapMemory{.address = address, .memory = memory})));
    mappings_[address] = {.bytes = bytes, .memory = memory};
    ++found->second.mappings;
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::unmap(std::uint64_t address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    if (!covers(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(as_result(session().call(wire::UnmapMemory{.address = address, .bytes = bytes})));
    for (auto mapping = mappings_.find(address); mapping != mappings_.end() && mapping->first - address < bytes;) {
        const auto memory = memory_.find(mapping->second.memory);
        mapping = mappings_.erase(mapping);
        --memory->second.mappings;
        RF_CU(destroy_if_unused(memory));
    }
    return CUDA_SUCCESS;
}

CUresult VirtualMemory::set_access(std::uint64_t address, std::uint64_t bytes, CUmemAccess_flags access) {
    const MutexLock lock(mutex_);
    if (!covers(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
    for (auto mapping = mappings_.find(address); mapping != mappings_.end() && mapping->first - address < bytes;
         ++mapping)
        mapping->second.access = access;
    return CUDA_SUCCESS;
}

std::optional<CUmemAccess_flags> VirtualMemory::access(std::uint64_t address) {
    const MutexLock lock(mutex_);
    const auto mapping = find(address);
    if (mapping == mappings_.end()) return std::nullopt;
    return mapping->second.access;
}

bool VirtualMemory::holds(std::uint64_t address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    std::uint64_t at = address;
    for (auto mapping = find(address); at - address < bytes; ++mapping) {
        if (mapping == mappings_.end() || mapping->first > at) return false;
        at = mapping->first + mapping->second.bytes;
    }
    return true;
}

void VirtualMemory::forget() {
    const MutexLock lock(mutex_);
    for (const auto& [address, bytes] : reserved_)
        session().allocations().remove(address);
    reserved_.clear();
    memory_.clear();
    mappings_.clear();
}

VirtualMemory::Mappings::iterator VirtualMemory::find(std::uint64_t address) {
    auto mapping = mappings_.upper_bound(address);
    if (mapping == mappings_.begin()) return mappings_.end();
    --mapping;
    return address - mapping->first < mapping->second.bytes ? mapping : mappings_.end();
}

bool VirtualMemory::covers(std::uint64_t address, std::uint64_t bytes) {
    std::uint64_t at = address;
    for (auto mapping = mappings_.find(address); at - address < bytes; ++mapping) {
        if (mapping == mappings_.end() || mapping->first != at) return false;
        at += mapping->second.bytes;
    }
    return bytes != 0 && at - address == bytes;
}

CUresult VirtualMemory::destroy_if_unused(std::map<std::uint64_t, Memory>::iterator memory) {
    if (memory->second.handles != 0 || memory->second.mappings != 0) return CUDA_SUCCESS;
    const std::uint64_t number = memory->first;
    memory_.erase(memory);
    return as_result(session().call(wire::DestroyMemory{.memory = number}));
}

}  // namespace ringfence::driver
