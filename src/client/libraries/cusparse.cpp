// cuSPARSE's functions about objects and the library itself. Descriptors: cusparse_descriptors.cpp. All else is made
// from api/libraries/cusparse.api.
#include <cstddef>
#include <iterator>

#include "client/libraries/object_shim.h"

namespace {

using namespace ringfence::client;

constexpr Library cusparse = Library::Cusparse;

constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int invalid_value = 3;
constexpr int version = 12603;  // of CUDA 13.0

enum Kind : std::uint32_t {
    handle_kind,
    spsv_kind,
    spsm_kind,
    spgemm_kind,
    bsrsv2_kind,
    bsrsm2_kind,
    csrilu02_kind,
    csric02_kind
};  // as generate_libraries.py counts them

struct StatusText {
    const char* name;
    const char* text;
};
constexpr StatusText statuses[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "texture memory mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};

const StatusText& text_of(int status) {
    static constexpr StatusText unknown = {"unknown status", "unknown status"};
    const auto index = static_cast<std::size_t>(status);
    return status >= 0 && index < std::size(statuses) ? statuses[index] : unknown;
}

}  // namespace

RF_LIBRARY_FUNCTION(const char*, cusparseGetErrorName)(int status) {
    return text_of(status).name;
}
RF_LIBRARY_FUNCTION(const char*, cusparseGetErrorString)(int status) {
    return text_of(status).text;
}
RF_LIBRARY_FUNCTION(int, cusparseGetVersion)(void* handle, int* its_version) {
    if (handle == nullptr) return not_initialized;
    if (its_version == nullptr) return invalid_value;
    *its_version = version;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return invalid_value;
    const int parts[] = {version / 1000, version / 100 % 10, version % 100};
    *value = parts[type];
    return success;
}

RF_LIBRARY_FUNCTION(int, cusparseCreate)(void** handle) {
    return make_object(cusparse, handle_kind, handle);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroy)(void* handle) {
    return destroy_object(cusparse, handle_kind, handle);
}
RF_LIBRARY_FUNCTION(int, cusparseSpSV_createDescr)(void** descriptor) {
    return make_object(cusparse, spsv_kind, descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseSpSV_destroyDescr)(void* descriptor) {
    return destroy_object(cusparse, spsv_kind, descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseSpSM_createDescr)(void** descriptor) {
    return make_object(cusparse, spsm_kind, descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseSpSM_destroyDescr)(void* descriptor) {
    return destroy_object(cusparse, spsm_kind, descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseSpGEMM_createDescr)(void** descriptor) {
    return make_object(cusparse, spgemm_kind, descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseSpGEMM_destroyDescr)(void* descriptor) {
    return destroy_object(cusparse, spgemm_kind, descriptor);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateBsrsv2Info)(void** info) {
    return make_object(cusparse, bsrsv2_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyBsrsv2Info)(void* info) {
    return destroy_object(cusparse, bsrsv2_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateBsrsm2Info)(void** info) {
    return make_object(cusparse, bsrsm2_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyBsrsm2Info)(void* info) {
    return destroy_object(cusparse, bsrsm2_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateCsrilu02Info)(void** info) {
    return make_object(cusparse, csrilu02_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyCsrilu02Info)(void* info) {
    return destroy_object(cusparse, csrilu02_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseCreateCsric02Info)(void** info) {
    return make_object(cusparse, csric02_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusparseDestroyCsric02Info)(void* info) {
    return destroy_object(cusparse, csric02_kind, info);
}

RF_LIBRARY_FUNCTION(int, cusparseSetStream)(void* handle, void* stream) {
    return set_object_stream(cusparse, handle, stream);
}
RF_LIBRARY_FUNCTION(int, cusparseGetStream)(void* handle, void** stream) {
    const LibraryObject* object = find_object(cusparse, handle_kind, handle);
    if (object == nullptr) return not_initialized;
    if (stream == nullptr) return invalid_value;
    *stream = object->stream;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseSetPointerMode)(void* handle, int mode) {
    LibraryObject* object = find_object(cusparse, handle_kind, handle);
    if (object == nullptr) return not_initialized;
    if (mode != 0 && mode != 1) return invalid_value;
    object->has_device_scalars = mode == 1;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusparseGetPointerMode)(void* handle, int* mode) {
    const LibraryObject* object = find_object(cusparse, handle_kind, handle);
    if (object == nullptr) return not_initialized;
    if (mode == nullptr) return invalid_value;
    *mode = object->has_device_scalars ? 1 : 0;
    return success;
}
