// The adapter of cuBLAS. Its functions come from api/libraries/cublas.api; handles, streams and pointer modes are here.
#pragma once

#include <memory>
#include <vector>

#include "adapters/adapter.h"
#include "adapters/library_file.h"

namespace ringfence::adapters {

// A letter for each parameter: h the handle, i and l integers of 32 and 64 bits, t a cudaDataType, k a
// cublasComputeType_t, f and d floating-point numbers, s a scalar in host or device memory, m device memory, p an
// array of pointers to device memory.
struct FunctionSignature {
    const char* name;
    const char* parameters;
};
// Those that are declared, by their numbers.
std::vector<FunctionSignature> cublas_functions();

// An error if the library is not a cuBLAS.
Result<std::unique_ptr<Adapter>> make_cublas(const LibraryFile& file);

}  // namespace ringfence::adapters
