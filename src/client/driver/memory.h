// Allocations of all kinds: requested from the worker, and stored in the client's table.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

CUresult allocate(std::uint64_t bytes, client::MemoryKind kind, std::uint64_t owner, std::uint64_t& address);
// Takes memory from a pool, for later work of the stream.
CUresult allocate_in_order(std::uint64_t bytes, const MemoryPool& pool, const Stream& stream, std::uint64_t& address);
CUresult allocate_host(std::uint64_t bytes, client::MemoryKind kind, unsigned flags, std::uint64_t& address);
CUresult release(std::uint64_t address);
CUresult release_host(std::uint64_t address);
CUresult release_after(std::uint64_t address, Stream& stream);
// Closes it, however often it was opened.
void close_shared(std::uint64_t address);
// True if the memory comes from another process's pool; cuMemFree and cuMemFreeAsync close it.
inline bool is_pool_import(const client::Allocation& allocation) {
    return allocation.kind == client::MemoryKind::Shared && allocation.owner != 0;
}
CUresult export_pool_memory(std::uint64_t address, CUmemPoolPtrExportData& handle);
CUresult import_pool_memory(const CUmemPoolPtrExportData& handle, std::uint64_t pool, CUdeviceptr& address);
// Waits for this program's work. The memory is closed when it was freed as often as it was imported.
CUresult free_pool_import(std::uint64_t address);
// Fails if no pool, or memory without one, can have these properties.
CUresult check_pool_properties(const CUmemPoolProps& properties);
// The bytes of the pool's allocations that are in use now.
void count_in_pool(std::uint64_t pool, std::int64_t bytes);

}  // namespace ringfence::driver
