#include "client/libraries/cufile_memory.h"

#include <map>
#include <unordered_map>
#include <vector>

#include "api/driver_entries.h"
#include "api/runtime_entries.h"
#include "base/mutex.h"

namespace ringfence::client::cufile {
namespace {

struct Registered {
    Mutex mutex;
    std::map<const void*, std::size_t> buffers RF_GUARDED_BY(mutex);
};
Registered& registered() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const all = new Registered();
    return *all;
}

struct Pool {
    Mutex mutex;
    std::vector<Staging> free RF_GUARDED_BY(mutex);
};
Pool& pool() {
    static auto* const all = new Pool();
    return *all;
}

struct StreamStaging {
    Staging staging;
    std::size_t users = 0;
};
struct StreamStagings {
    Mutex mutex;
    std::unordered_map<std::uint64_t, StreamStaging> used RF_GUARDED_BY(mutex);
};
StreamStagings& stream_stagings() {
    static auto* const all = new StreamStagings();
    return *all;
}

constexpr std::size_t page = 4096;

}  // namespace

Buffer describe_buffer(const void* address) {
    cudaPointerAttributes attributes = {};
    const bool is_known = rf_cudaPointerGetAttributes(&attributes, address) == cudaSuccess;
    return {reinterpret_cast<std::uint64_t>(address), is_known && attributes.type == cudaMemoryTypeDevice};
}

bool covers(std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t at = address; at - address < bytes;) {
        CUdeviceptr base = 0;
        std::size_t size = 0;
        if (rf_cuMemGetAddressRange_v2(&base, &size, at) != CUDA_SUCCESS || base + size <= at) return false;
        at = base + size;
    }
    return true;
}

int register_buffer(const void* address, std::size_t bytes) {
    const Buffer buffer = describe_buffer(address);
    if (buffer.is_on_device && !covers(buffer.address, bytes)) return pointer_range_error;
    const MutexLock lock(registered().mutex);
    return registered().buffers.emplace(address, bytes).second ? success : memory_already_registered;
}

int deregister_buffer(const void* address) {
    const MutexLock lock(registered().mutex);
    return registered().buffers.erase(address) == 1 ? success : invalid_value;
}

int check_access(const void* base, std::uint64_t offset, std::uint64_t bytes) {
    {
        const MutexLock lock(registered().mutex);
        const auto found = registered().buffers.find(base);
        const bool is_beyond =
            found != registered().buffers.end() && (offset > found->second || bytes > found->second - offset);
        if (is_beyond) return invalid_mapping_range;
    }
    const Buffer buffer = describe_buffer(base);
    return !buffer.is_on_device || covers(buffer.address + offset, bytes) ? success : pointer_range_error;
}

int acquire_staging(Staging& staging) {
    {
        const MutexLock lock(pool().mutex);
        if (!pool().free.empty()) {
            staging = pool().free.back();
            pool().free.pop_back();
            return cudaSuccess;
        }
    }
    void* memory = nullptr;
    // One page more, so that an aligned piece begins within it; and one page for a few words beside the piece.
    cudaError_t status = rf_cudaHostAlloc(&memory, piece_bytes + 2 * page, cudaHostAllocDefault);
    if (status != cudaSuccess) return status;
    cudaStream_t stream = nullptr;
    // In order with the default stream: a copy from the program's memory may return before it has reached the device.
    status = rf_cudaStreamCreate(&stream);
    if (status != cudaSuccess) {
        static_cast<void>(rf_cudaFreeHost(memory));
        return status;
    }
    const std::size_t first = (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
    staging = {static_cast<std::byte*>(memory) + first, stream};
    return cudaSuccess;
}

void release_staging(const Staging& staging) {
    const MutexLock lock(pool().mutex);
    pool().free.push_back(staging);
}

int acquire_stream_staging(std::uint64_t stream, Staging& staging) {
    const MutexLock lock(stream_stagings().mutex);
    StreamStaging& its = stream_stagings().used[stream];
    if (its.users == 0) {
        if (const int status = acquire_staging(its.staging); status != cudaSuccess) {
            stream_stagings().used.erase(stream);
            return status;
        }
    }
    ++its.users;
    staging = its.staging;
    return cudaSuccess;
}

void release_stream_staging(std::uint64_t stream) {
    const MutexLock lock(stream_stagings().mutex);
    const auto found = stream_stagings().used.find(stream);
    if (--found->second.users > 0) return;
    release_staging(found->second.staging);
    stream_stagings().used.erase(found);
}

}  // namespace ringfence::client::cufile
