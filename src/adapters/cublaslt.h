// The adapter of cublasLt: descriptors come by value with each call, and become the library's own for as long as it
// lasts.
#pragma once

#include <memory>

#include "adapters/adapter.h"
#include "adapters/library_file.h"

namespace ringfence::adapters {

// An error if the library is not a cublasLt.
Result<std::unique_ptr<Adapter>> make_cublaslt(const LibraryFile& file);

}  // namespace ringfence::adapters
