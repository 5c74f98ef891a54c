// cuRAND's functions about generators and the library itself. The generating functions come from
// api/libraries/curand.api.
//
// Generators on the processor (curandCreateGeneratorHost) write to the program's own memory, which no worker reaches:
// they are not supported. Poisson tables neither: they would be the library's memory.
#include "client/libraries/object_shim.h"

namespace {

using namespace ringfence::client;

constexpr Library curand = Library::Curand;
constexpr int success = 0;
constexpr int out_of_range = 104;
constexpr int version = 10400;  // of CUDA 13.0

}  // namespace

RF_LIBRARY_FUNCTION(int, curandCreateGenerator)(void** generator, int type) {
    constexpr int type_error = 103;
    const bool is_known = (type >= 100 && type <= 101) || type == 121 || type == 141 || type == 142 || type == 161 ||
                          (type >= 200 && type <= 204);
    if (!is_known) return type_error;
    const int status = make_object(curand, 0, generator, type);
    return status == status_of(curand).not_supported ? type_error : status;  // the worker's library has no such one
}
RF_LIBRARY_FUNCTION(int, curandDestroyGenerator)(void* generator) {
    return destroy_object(curand, 0, generator);
}
RF_LIBRARY_FUNCTION(int, curandSetStream)(void* generator, void* stream) {
    return set_object_stream(curand, generator, stream);
}
RF_LIBRARY_FUNCTION(int, curandGetVersion)(int* its_version) {
    if (its_version == nullptr) return out_of_range;
    *its_version = version;
    return success;
}
RF_LIBRARY_FUNCTION(int, curandGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return out_of_range;
    const int parts[] = {version / 1000, version / 100 % 10, version % 100};
    *value = parts[type];
    return success;
}
