// The adapter of cuFFT: plans are checked when they are made, and their memory at every execution.
#pragma once

#include <memory>

#include "adapters/adapter.h"
#include "adapters/library_file.h"

namespace ringfence::adapters {

// An error if the library is not a cuFFT.
Result<std::unique_ptr<Adapter>> make_cufft(const LibraryFile& file);

}  // namespace ringfence::adapters
