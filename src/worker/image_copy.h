// A client's image, out of its reach: it can change its own memory at any time, so only the copy counts.
#pragma once

#include <cstdint>

#include "backend/device.h"
#include "base/mapped_memory.h"
#include "base/result.h"

namespace ringfence::worker {

// By any thread: images may be large, and the session's thread has better things to do. Memory that is taken away
// meanwhile is an error, not a fault.
Result<MappedMemory> copy_image(backend::Address from, std::uint64_t bytes);

}  // namespace ringfence::worker
