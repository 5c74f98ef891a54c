// Copies a client's image, since the client could change its own memory between check and load.
#pragma once

#include <cstdint>

#include "backend/device.h"
#include "base/mapped_memory.h"
#include "base/result.h"

namespace ringfence::worker {

// Callable from any thread: images may be large, and the session's thread must not wait for the copy. If the memory is
// unmapped meanwhile, the result is an error, not a crash.
Result<MappedMemory> copy_image(backend::Address from, std::uint64_t bytes);

}  // namespace ringfence::worker
