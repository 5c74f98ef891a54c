// The exported functions.
#include "soft_libraries/blas/export.h"
#include "soft_libraries/blas/extended.h"
#include "soft_libraries/blas/factorize.h"
#include "soft_libraries/blas/handle.h"
#include "soft_libraries/blas/level1.h"
#include "soft_libraries/blas/level2.h"
#include "soft_libraries/blas/level3.h"

namespace ringfence::soft_libraries::blas {

#define FUNCTION(name, parameters, body)          \
    RINGFENCE_CUBLAS_EXPORT int name parameters { \
        return body;                              \
    }
#include "soft_libraries/blas/functions.inc"
#undef FUNCTION

}  // namespace ringfence::soft_libraries::blas

RINGFENCE_CUBLAS_EXPORT void ringfence_soft_library_begin(ringfence::soft_libraries::Host* host) {
    // Streams are what runs beside one another here.
    openblas_set_num_threads(1);
    ringfence::soft_libraries::blas::host() = host;
}
