// The parameters of a function that is declared in api/libraries, for tests that call all of them.
#pragma once

namespace ringfence::adapters {

// A letter for each parameter: h the handle, a digit another object of the library's (its kind), i and l integers of 32
// and 64 bits, c a letter (signed char), t a cudaDataType, k what is computed with (cublasComputeType_t, or a
// cudaDataType of cuSPARSE's), f and d floating-point numbers, s a scalar in host or device memory, r a result in host
// memory, u one that is read too, z one about a descriptor that changes, w host memory for the library to work in, m
// device memory, p an array of pointers to device memory. A B X V M: cuSPARSE's descriptors, which are a matrix, a
// dense one, a dense vector, a vector, and what the older functions know of a matrix.
struct FunctionSignature {
    const char* name;
    const char* parameters;
};

}  // namespace ringfence::adapters
