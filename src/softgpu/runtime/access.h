// Checks a thread's access to memory.
#pragma once

#include <cstdint>

#include "softgpu/runtime/abi.h"
#include "softgpu/runtime/fault.h"

namespace ringfence::softgpu {

// True if `thread` may access `bytes` bytes at a generic address that is a multiple of `alignment`. Then `extent`, if
// it is given, is filled with a piece of memory around it that may be cached. Otherwise `problem` says why.
bool check_access(const ThreadState& thread, std::uint64_t address, std::uint64_t bytes, std::uint32_t alignment,
                  AccessKind kind, Extent* extent, FaultInfo& problem);

}  // namespace ringfence::softgpu
