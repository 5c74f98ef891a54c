// The sizes of element types, which libraries name by number.
#pragma once

#include <cstddef>

#include "base/reach.h"

namespace ringfence::channel {

// The bytes of a cudaDataType. 0: not known.
std::size_t data_type_bytes(reach::Wide type);

// The bytes of a scalar of cublasGemmEx, by its compute type (cublasComputeType_t) and the type of C. 0: not known.
std::size_t compute_scalar_bytes(reach::Wide compute_type, reach::Wide c_type);

}  // namespace ringfence::channel
