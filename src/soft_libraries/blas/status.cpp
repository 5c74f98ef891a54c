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

const StatusText* status_text(int status) {
    for (const StatusText& text : status_texts)
        if (text.status == status) return &text;
    return nullptr;
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas

RINGFENCE_CUBLAS_EXPORT const char* cublasGetStatusName(int status) {
    const auto* text = ringfence::soft_libraries::blas::status_text(status);
    return text ? text->name : "CUBLAS_STATUS_UNKNOWN";
}

RINGFENCE_CUBLAS_EXPORT const char* cublasGetStatusString(int status) {
    const auto* text = ringfence::soft_libraries::blas::status_text(status);
    return text ? text->meaning : "unknown status";
}
