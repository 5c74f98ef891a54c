// What of cuSPARSE needs no device: versions, and the functions that return something else than a status, of which a
// stub would make a wrong pointer or a wrong kind of matrix. Handles are not supported, so that nothing comes further.
#include <cstddef>
#include <iterator>

#include "client/libraries/library_call.h"

namespace {

constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int invalid_value = 3;
constexpr int version = 12603;  // of CUDA 13.0

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
// Of descriptors that nobody has: the kinds that a new one is of.
RF_LIBRARY_FUNCTION(int, cusparseGetMatType)(void*) {
    return 0;
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatFillMode)(void*) {
    return 0;
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatDiagType)(void*) {
    return 0;
}
RF_LIBRARY_FUNCTION(int, cusparseGetMatIndexBase)(void*) {
    return 0;
}
