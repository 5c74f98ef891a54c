// The adapter of cuSOLVER: its functions come from api/libraries/cusolver.api.
#pragma once

#include <memory>
#include <vector>

#include "adapters/adapter.h"
#include "adapters/library_file.h"
#include "adapters/signature.h"

namespace ringfence::adapters {

std::vector<FunctionSignature> cusolver_functions();
Result<std::unique_ptr<Adapter>> make_cusolver(const LibraryFile& file);

}  // namespace ringfence::adapters
