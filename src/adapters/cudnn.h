// The adapter of cuDNN. How far its work reaches cannot be told from its arguments: it serves sessions that are alone.
#pragma once

#include <memory>

#include "adapters/adapter.h"
#include "adapters/library_file.h"

namespace ringfence::adapters {

// An error if the library is not a cuDNN.
Result<std::unique_ptr<Adapter>> make_cudnn(const LibraryFile& file);

}  // namespace ringfence::adapters
