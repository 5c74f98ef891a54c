// Allocations of every kind: asked of the worker, and remembered.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

CUresult allocate(std::uint64_t bytes, client::MemoryKind kind, std::uint64_t owner, std::uint64_t& address);
CUresult allocate_host(std::uint64_t bytes, client::MemoryKind kind, unsigned flags, std::uint64_t& address);
CUresult release(std::uint64_t address);
CUresult release_host(std::uint64_t address);
CUresult release_after(std::uint64_t address, Stream& stream);
// However often it was opened.
void close_shared(std::uint64_t address);
// Of a pool, or of memory that comes without one: whether there can be such.
CUresult check_pool_properties(const CUmemPoolProps& properties);
// The bytes of the pool's allocations that are in use now.
void count_in_pool(std::uint64_t pool, std::int64_t bytes);

}  // namespace ringfence::driver
