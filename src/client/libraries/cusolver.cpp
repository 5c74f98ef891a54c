// cuSOLVER's functions about objects and the library itself. All else is made from api/libraries/cusolver.api.
#include "client/libraries/object_shim.h"

namespace {

using namespace ringfence::client;

constexpr Library cusolver = Library::Cusolver;
constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int invalid_value = 3;
constexpr int version = 12004;  // of CUDA 13.0

enum Kind : std::uint32_t {
    handle_kind,
    syevj_kind,
    gesvdj_kind,
    params_kind
};  // as generate_libraries.py counts them

}  // namespace

RF_LIBRARY_FUNCTION(int, cusolverDnCreate)(void** handle) {
    return make_object(cusolver, handle_kind, handle);
}
RF_LIBRARY_FUNCTION(int, cusolverDnDestroy)(void* handle) {
    return destroy_object(cusolver, handle_kind, handle);
}
RF_LIBRARY_FUNCTION(int, cusolverDnCreateSyevjInfo)(void** info) {
    return make_object(cusolver, syevj_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusolverDnDestroySyevjInfo)(void* info) {
    return destroy_object(cusolver, syevj_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusolverDnCreateGesvdjInfo)(void** info) {
    return make_object(cusolver, gesvdj_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusolverDnDestroyGesvdjInfo)(void* info) {
    return destroy_object(cusolver, gesvdj_kind, info);
}
RF_LIBRARY_FUNCTION(int, cusolverDnCreateParams)(void** params) {
    return make_object(cusolver, params_kind, params);
}
RF_LIBRARY_FUNCTION(int, cusolverDnDestroyParams)(void* params) {
    return destroy_object(cusolver, params_kind, params);
}

RF_LIBRARY_FUNCTION(int, cusolverDnSetStream)(void* handle, void* stream) {
    return set_object_stream(cusolver, handle, stream);
}
RF_LIBRARY_FUNCTION(int, cusolverDnGetStream)(void* handle, void** stream) {
    const LibraryObject* object = find_object(cusolver, handle_kind, handle);
    if (object == nullptr) return not_initialized;
    if (stream == nullptr) return invalid_value;
    *stream = object->stream;
    return success;
}

RF_LIBRARY_FUNCTION(int, cusolverGetVersion)(int* its_version) {
    if (its_version == nullptr) return invalid_value;
    *its_version = version;
    return success;
}
RF_LIBRARY_FUNCTION(int, cusolverGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return invalid_value;
    const int parts[] = {version / 1000, version / 100 % 10, version % 100};
    *value = parts[type];
    return success;
}
