// The statuses' names and what they mean.
#include "soft_libraries/blas/export.h"
#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {
namespace {

struct StatusText {
    int status;
    const char* name;
    const char* meaning;
};

constexpr StatusText status_texts[] = {
    {cublas::success, "CUBLAS_STATUS_SUCCESS", "success"},
    {cublas::not_initialized, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {cublas::alloc_failed, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {cublas::invalid_value, "CUBLAS_STATUS_INVALID_VALUE", "an invalid value was used as a parameter"},
    {cublas::arch_mismatch, "CUBLAS_STATUS_ARCH_MISMATCH", "the device lacks a feature that this call needs"},
    {cublas::mapping_error, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory failed"},
    {cublas::execution_failed, "CUBLAS_STATUS_EXECUTION_FAILED", "the work failed on the GPU"},
    {cublas::internal_error, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {cublas::not_supported, "CUBLAS_STATUS_NOT_SUPPORTED", "this combination of parameters is not supported"},
    {cublas::license_error, "CUBLAS_STATUS_LICENSE_ERROR", "the license could not be checked"},
};

const char* status_text(int status, const char* StatusText::*text, const char* otherwise) {
    for (const StatusText& known : status_texts)
        if (known.status == status) return known.*text;
    return otherwise;
}

}  // namespace

#define FUNCTION(name, text, otherwise)                           \
    RINGFENCE_CUBLAS_EXPORT const char* name(int status) {        \
        return status_text(status, &StatusText::text, otherwise); \
    }
FUNCTION(cublasGetStatusName, name, "CUBLAS_STATUS_UNKNOWN")
FUNCTION(cublasGetStatusString, meaning, "unknown status")
#undef FUNCTION

}  // namespace ringfence::soft_libraries::blas
