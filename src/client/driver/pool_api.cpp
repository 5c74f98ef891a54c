// Stream-ordered allocation and its pools.
//
// The worker's heap does the pooling; a pool here is its attributes and a count of what came from it.
#include <algorithm>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/attribute_value.h"
#include "client/driver/capture.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/graph_memory.h"
#include "client/driver/memory.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

CUresult make_pool(const CUmemPoolProps& properties, MemoryPool*& result) {
    auto pool = std::make_unique<MemoryPool>();
    MemoryPool* const raw = pool.get();
    raw->properties = properties;
    raw->handle = tables().pools.insert(std::move(pool));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    result = raw;
    return CUDA_SUCCESS;
}

CUresult make_default_pool(State& s) RF_REQUIRES(s.mutex) {
    if (s.default_pool != nullptr) return CUDA_SUCCESS;
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    RF_CU(make_pool(properties, s.default_pool));
    s.current_pool = s.default_pool;
    return CUDA_SUCCESS;
}

CUresult default_pool(MemoryPool*& pool) {
    State& s = state();
    const MutexLock lock(s.mutex);
    RF_CU(make_default_pool(s));
    pool = s.default_pool;
    return CUDA_SUCCESS;
}

CUresult current_pool(MemoryPool*& pool) {
    State& s = state();
    const MutexLock lock(s.mutex);
    RF_CU(make_default_pool(s));
    pool = s.current_pool;
    return CUDA_SUCCESS;
}

MemoryPool* find_pool(CUmemoryPool handle) {
    return tables().pools.find(from_api(handle));
}

std::uint64_t reserved_by(const MemoryPool& pool) {
    return pool.used.load() + freed_blocks().bytes_of_pool(pool.handle.bits);
}

// The largest size that the program has given the pool; 0 is no limit. Threads that allocate at the same moment may
// exceed it together: it is the program's own measure, and protects nobody.
bool has_room(const MemoryPool& pool, std::size_t bytes) {
    const std::uint64_t most = pool.properties.maxSize;
    const std::uint64_t used = pool.used.load();
    return most == 0 || (used <= most && bytes <= most - used);
}

CUresult allocate_in_graph(CUdeviceptr* dptr, std::size_t bytes, const MemoryPool& pool, Stream& stream) {
    std::shared_ptr<GraphMemory> memory;
    RF_CU(GraphMemory::create({pool.properties, {}, bytes}, memory));
    bool is_captured = false;
    RF_CU(capture_work(stream, AllocateWork{memory}, is_captured));
    if (!is_captured) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;  // ended by another thread
    *dptr = memory->address();
    return CUDA_SUCCESS;
}

CUresult allocate_from(CUdeviceptr* dptr, std::size_t bytes, MemoryPool* pool, CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(find_stream(hStream, stream));
    if (dptr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (bytes == 0) {
        *dptr = 0;
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (captures_under_way() && capture_info(*stream).status == CU_STREAM_CAPTURE_STATUS_ACTIVE) {
        return allocate_in_graph(dptr, bytes, *pool, *stream);
    }
    if (captures_under_way()) RF_CU(refuse_while_capturing(*stream));
    if (!has_room(*pool, bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
    std::uint64_t address = 0;
    RF_CU(allocate_in_order(bytes, *pool, *stream, address));
    *dptr = address;
    return CUDA_SUCCESS;
}

}  // namespace

void count_in_pool(std::uint64_t handle, std::int64_t bytes) {
    MemoryPool* const pool = tables().pools.find({handle});
    if (pool == nullptr) return;
    const std::uint64_t now =
        pool->used.fetch_add(static_cast<std::uint64_t>(bytes)) + static_cast<std::uint64_t>(bytes);
    std::uint64_t high = pool->used_high.load();
    while (bytes > 0 && now > high && !pool->used_high.compare_exchange_weak(high, now)) {
    }
}

CUresult cuMemAllocAsync(CUdeviceptr* dptr, std::size_t bytesize, CUstream hStream) {
    RF_CU(check_context());
    MemoryPool* pool = nullptr;
    RF_CU(current_pool(pool));
    return allocate_from(dptr, bytesize, pool, hStream);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* dptr, std::size_t bytesize, CUmemoryPool pool, CUstream hStream) {
    RF_CU(check_context());
    MemoryPool* const found = find_pool(pool);
    if (found == nullptr || found->is_imported) return CUDA_ERROR_INVALID_VALUE;
    return allocate_from(dptr, bytesize, found, hStream);
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
    RF_CU(check_context());
    Stream* stream = nullptr;
    RF_CU(find_stream(hStream, stream));
    if (dptr == 0) return CUDA_SUCCESS;
    return release_after(dptr, *stream);
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) {
    RF_CU(check_device(dev));
    if (pool_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    MemoryPool* pool = nullptr;
    RF_CU(default_pool(pool));
    *pool_out = as_api<CUmemoryPool>(pool->handle);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) {
    RF_CU(check_device(dev));
    if (pool == nullptr) return CUDA_ERROR_INVALID_VALUE;
    MemoryPool* current = nullptr;
    RF_CU(current_pool(current));
    *pool = as_api<CUmemoryPool>(current->handle);
    return CUDA_SUCCESS;
}

CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
    RF_CU(check_device(dev));
    MemoryPool* const found = find_pool(pool);
    if (found == nullptr || found->is_imported) return CUDA_ERROR_INVALID_VALUE;
    State& s = state();
    const MutexLock lock(s.mutex);
    RF_CU(make_default_pool(s));
    s.current_pool = found;
    return CUDA_SUCCESS;
}

CUresult check_pool_properties(const CUmemPoolProps& properties) {
    if (properties.allocType != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
    if (properties.location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
    if (properties.location.id != 0) return CUDA_ERROR_INVALID_DEVICE;
    const auto types = static_cast<unsigned>(properties.handleTypes);
    const bool is_known = (types & ~static_cast<unsigned>(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) == 0;
    return is_known ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) {
    RF_CU(check_initialized());
    if (pool == nullptr || poolProps == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_pool_properties(*poolProps));
    MemoryPool* made = nullptr;
    RF_CU(make_pool(*poolProps, made));
    *pool = as_api<CUmemoryPool>(made->handle);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
    RF_CU(check_initialized());
    MemoryPool* const found = find_pool(pool);
    if (found == nullptr) return CUDA_ERROR_INVALID_VALUE;
    {
        const MutexLock lock(state().mutex);
        if (found == state().default_pool) return CUDA_ERROR_INVALID_VALUE;
        if (state().current_pool == found) state().current_pool = state().default_pool;
    }
    freed_blocks().give_back_of_pool(found->handle.bits);
    tables().pools.erase(found->handle);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, std::size_t) {
    RF_CU(check_initialized());
    const MemoryPool* const found = find_pool(pool);
    if (found == nullptr) return CUDA_ERROR_INVALID_VALUE;
    freed_blocks().give_back_of_pool(found->handle.bits);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
    RF_CU(check_initialized());
    MemoryPool* const found = find_pool(pool);
    if (found == nullptr || value == nullptr) return CUDA_ERROR_INVALID_VALUE;
    switch (attr) {
        case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES: found->reuse_follow_events = take<int>(value); break;
        case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC: found->reuse_opportunistic = take<int>(value); break;
        case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
            found->reuse_internal_dependencies = take<int>(value);
            break;
        case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: found->release_threshold = take<std::uint64_t>(value); break;
        case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
            if (take<std::uint64_t>(value) != 0) return CUDA_ERROR_INVALID_VALUE;
            found->used_high.store(found->used.load());
            break;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
    RF_CU(check_initialized());
    const MemoryPool* const found = find_pool(pool);
    if (found == nullptr || value == nullptr) return CUDA_ERROR_INVALID_VALUE;
    switch (attr) {
        case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES: return give(value, found->reuse_follow_events);
        case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC: return give(value, found->reuse_opportunistic);
        case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES: return give(value, found->reuse_internal_dependencies);
        case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: return give(value, found->release_threshold);
        case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: return give(value, reserved_by(*found));
        case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: return give(value, found->used.load());
        case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
            return give(value, std::max(found->used_high.load(), reserved_by(*found)));
        case CU_MEMPOOL_ATTR_USED_MEM_HIGH: return give(value, found->used_high.load());
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, std::size_t count) {
    RF_CU(check_initialized());
    if (find_pool(pool) == nullptr || (map == nullptr && count != 0)) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < count; ++i) {
        if (map[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || map[i].location.id != 0) {
            return CUDA_ERROR_INVALID_DEVICE;
        }
    }
    return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location) {
    RF_CU(check_initialized());
    if (flags == nullptr || location == nullptr || find_pool(memPool) == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const bool is_own = location->type == CU_MEM_LOCATION_TYPE_DEVICE && location->id == 0;
    *flags = is_own ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
}

namespace {

// Pools by where they are: there are those of the device.
CUresult check_pool_location(const CUmemLocation* location, CUmemAllocationType type) {
    if (location == nullptr) return CUDA_ERROR_INVALID_VALUE;
    CUmemPoolProps properties = {};
    properties.allocType = type;
    properties.location = *location;
    return type == CU_MEM_ALLOCATION_TYPE_MANAGED ? CUDA_ERROR_NOT_SUPPORTED : check_pool_properties(properties);
}

}  // namespace

CUresult cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location, CUmemAllocationType type) {
    RF_CU(check_pool_location(location, type));
    return cuDeviceGetDefaultMemPool(pool_out, location->id);
}

CUresult cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type) {
    RF_CU(check_pool_location(location, type));
    return cuDeviceGetMemPool(pool, location->id);
}

CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) {
    RF_CU(check_pool_location(location, type));
    return cuDeviceSetMemPool(location->id, pool);
}

}  // namespace ringfence::driver
