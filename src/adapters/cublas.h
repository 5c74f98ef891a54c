// The adapter of cuBLAS. Its functions come from api/libraries/cublas.api; handles, streams and pointer modes are here.
#pragma once

#include <memory>

#include "adapters/adapter.h"
#include "adapters/library_file.h"

namespace ringfence::adapters {

// An error if the library is not a cuBLAS.
Result<std::unique_ptr<Adapter>> make_cublas(const LibraryFile& file);

}  // namespace ringfence::adapters
