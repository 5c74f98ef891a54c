// The adapter of cuSPARSE: its functions come from api/libraries/cusparse.api.
#pragma once

#include <memory>
#include <vector>

#include "adapters/adapter.h"
#include "adapters/library_file.h"
#include "adapters/signature.h"

namespace ringfence::adapters {

std::vector<FunctionSignature> cusparse_functions();
Result<std::unique_ptr<Adapter>> make_cusparse(const LibraryFile& file);

}  // namespace ringfence::adapters
