// The adapter of cuRAND: its functions come from api/libraries/curand.api.
#pragma once

#include <memory>
#include <vector>

#include "adapters/adapter.h"
#include "adapters/library_file.h"
#include "adapters/signature.h"

namespace ringfence::adapters {

std::vector<FunctionSignature> curand_functions();
Result<std::unique_ptr<Adapter>> make_curand(const LibraryFile& file);

}  // namespace ringfence::adapters
