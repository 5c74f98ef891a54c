// The adapter of cuBLAS. Its functions come from api/libraries/cublas.api; handles, streams and pointer modes are here.
#pragma once

#include <memory>
#include <vector>

#include "adapters/adapter.h"
#include "adapters/library_file.h"
#include "adapters/signature.h"

namespace ringfence::adapters {

// The declared functions, by their numbers.
std::vector<FunctionSignature> cublas_functions();

// An error if the library is not a cuBLAS.
Result<std::unique_ptr<Adapter>> make_cublas(const LibraryFile& file);

}  // namespace ringfence::adapters
