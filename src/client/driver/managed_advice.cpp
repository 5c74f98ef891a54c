#include "client/driver/managed_advice.h"

#include <algorithm>

#include "api/driver_functions.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

bool is_same(const CUmemLocation& a, const CUmemLocation& b) {
    return a.type == b.type && (a.type != CU_MEM_LOCATION_TYPE_DEVICE || a.id == b.id);
}

CUresult check_location(const CUmemLocation& location) {
    switch (location.type) {
        case CU_MEM_LOCATION_TYPE_DEVICE: return location.id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
        case CU_MEM_LOCATION_TYPE_HOST:
        case CU_MEM_LOCATION_TYPE_HOST_NUMA:
        case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT: return CUDA_SUCCESS;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

// As the older calls say it: a device's number, or CU_DEVICE_CPU.
CUmemLocation location_of(CUdevice device) {
    constexpr CUdevice host = -1;
    if (device == host) return {CU_MEM_LOCATION_TYPE_HOST, 0};
    return {CU_MEM_LOCATION_TYPE_DEVICE, device};
}

void set_accessed(Advice& advice, const CUmemLocation& location, bool is_set) {
    std::erase_if(advice.accessed_by, [&](const CUmemLocation& one) { return is_same(one, location); });
    if (is_set) advice.accessed_by.push_back(location);
}

// The number that the older attributes have for a location.
int number_of(const CUmemLocation& location) {
    constexpr int host = -1;
    constexpr int none = -2;
    if (location.type == CU_MEM_LOCATION_TYPE_DEVICE) return location.id;
    return location.type == CU_MEM_LOCATION_TYPE_INVALID ? none : host;
}

// The location that all parts of the range have in common; none otherwise.
CUmemLocation common_location(const std::vector<Advice>& parts, CUmemLocation Advice::*which) {
    const CUmemLocation first = parts.front().*which;
    const bool is_common =
        std::all_of(parts.begin(), parts.end(), [&](const Advice& one) { return is_same(one.*which, first); });
    return is_common ? first : CUmemLocation{};
}

CUresult give_number(void* data, std::size_t bytes, int value) {
    if (bytes != sizeof value) return CUDA_ERROR_INVALID_VALUE;
    __builtin_memcpy(data, &value, sizeof value);
    return CUDA_SUCCESS;
}

// The devices that have access to all of it; the rest of the places is said to hold none.
CUresult give_accessed(void* data, std::size_t bytes, const std::vector<Advice>& parts) {
    if (bytes % sizeof(int) != 0) return CUDA_ERROR_INVALID_VALUE;
    std::vector<int> numbers;
    for (const CUmemLocation& location : parts.front().accessed_by) {
        const bool is_common = std::all_of(parts.begin(), parts.end(), [&](const Advice& part) {
            return std::any_of(part.accessed_by.begin(), part.accessed_by.end(),
                               [&](const CUmemLocation& one) { return is_same(one, location); });
        });
        if (is_common) numbers.push_back(number_of(location));
    }
    numbers.resize(bytes / sizeof(int), number_of({}));
    __builtin_memcpy(data, numbers.data(), bytes);
    return CUDA_SUCCESS;
}

CUresult give_attribute(void* data, std::size_t bytes, CUmem_range_attribute attribute,
                        const std::vector<Advice>& parts) {
    const CUmemLocation preferred = common_location(parts, &Advice::preferred);
    const CUmemLocation prefetched = common_location(parts, &Advice::prefetched);
    switch (attribute) {
        case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
            return give_number(
                data, bytes,
                std::all_of(parts.begin(), parts.end(), [](const Advice& one) { return one.is_read_mostly; }) ? 1 : 0);
        case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION: return give_number(data, bytes, number_of(preferred));
        case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY: return give_accessed(data, bytes, parts);
        case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION: return give_number(data, bytes, number_of(prefetched));
        case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE: return give_number(data, bytes, preferred.type);
        case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: return give_number(data, bytes, preferred.id);
        case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE: return give_number(data, bytes, prefetched.type);
        case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: return give_number(data, bytes, prefetched.id);
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

}  // namespace

CUresult check_managed(std::uint64_t address, std::uint64_t bytes) {
    RF_CU(check_context());
    const auto found = session().allocations().find(address);
    const bool is_managed = found && found->kind == client::MemoryKind::Managed && found->contains(address, bytes);
    return is_managed && bytes != 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ManagedAdvice& managed_advice() {
    static auto* const all = new ManagedAdvice;
    return *all;
}

ManagedAdvice::Pieces::iterator ManagedAdvice::split(std::uint64_t address) {
    const auto after = pieces_.upper_bound(address);
    if (after == pieces_.begin()) return pieces_.emplace_hint(after, address, Advice{});
    const auto before = std::prev(after);
    if (before->first == address) return before;
    return pieces_.emplace_hint(after, address, before->second);
}

std::vector<Advice> ManagedAdvice::of(std::uint64_t address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    const auto after = pieces_.upper_bound(address);
    std::vector<Advice> parts = {after == pieces_.begin() ? Advice{} : std::prev(after)->second};
    for (auto piece = after; piece != pieces_.end() && piece->first < address + bytes; ++piece)
        parts.push_back(piece->second);
    return parts;
}

void ManagedAdvice::forget(std::uint64_t address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    if (pieces_.empty()) return;
    const auto end = split(address + bytes);
    pieces_.erase(split(address), end);
}

CUresult cuMemAdvise_v2(CUdeviceptr devPtr, std::size_t count, CUmem_advise advice, CUmemLocation location) {
    RF_CU(check_managed(devPtr, count));
    const bool needs_location = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
                                advice == CU_MEM_ADVISE_SET_ACCESSED_BY || advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
    if (needs_location) RF_CU(check_location(location));
    const auto change = [&](auto&& make_change) {
        managed_advice().change(devPtr, count, make_change);
        return CUDA_SUCCESS;
    };
    switch (advice) {
        case CU_MEM_ADVISE_SET_READ_MOSTLY: return change([](Advice& one) { one.is_read_mostly = true; });
        case CU_MEM_ADVISE_UNSET_READ_MOSTLY: return change([](Advice& one) { one.is_read_mostly = false; });
        case CU_MEM_ADVISE_SET_PREFERRED_LOCATION: return change([&](Advice& one) { one.preferred = location; });
        case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION: return change([](Advice& one) { one.preferred = {}; });
        case CU_MEM_ADVISE_SET_ACCESSED_BY: return change([&](Advice& one) { set_accessed(one, location, true); });
        case CU_MEM_ADVISE_UNSET_ACCESSED_BY: return change([&](Advice& one) { set_accessed(one, location, false); });
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuMemAdvise(CUdeviceptr devPtr, std::size_t count, CUmem_advise advice, CUdevice device) {
    return cuMemAdvise_v2(devPtr, count, advice, location_of(device));
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, std::size_t count, CUmemLocation location, unsigned int flags,
                               CUstream hStream) {
    RF_CU(check_context());
    Stream* stream = nullptr;
    RF_CU(find_stream(hStream, stream));
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_managed(devPtr, count));
    RF_CU(check_location(location));
    managed_advice().change(devPtr, count, [&](Advice& one) { one.prefetched = location; });
    return CUDA_SUCCESS;
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, std::size_t count, CUdevice dstDevice, CUstream hStream) {
    return cuMemPrefetchAsync_v2(devPtr, count, location_of(dstDevice), 0, hStream);
}

CUresult cuMemRangeGetAttribute(void* data, std::size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr,
                                std::size_t count) {
    RF_CU(check_managed(devPtr, count));
    if (data == nullptr || dataSize == 0) return CUDA_ERROR_INVALID_VALUE;
    return give_attribute(data, dataSize, attribute, managed_advice().of(devPtr, count));
}

CUresult cuMemRangeGetAttributes(void** data, std::size_t* dataSizes, CUmem_range_attribute* attributes,
                                 std::size_t numAttributes, CUdeviceptr devPtr, std::size_t count) {
    if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    for (std::size_t i = 0; i < numAttributes; ++i)
        RF_CU(cuMemRangeGetAttribute(data[i], dataSizes[i], attributes[i], devPtr, count));
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
