// cuRAND's functions about generators and the library itself. The generating functions come from
// api/libraries/curand.api.
//
// Poisson tables for generators in kernels (curandCreatePoissonDistribution) are not supported: they would be the
// library's memory.
#include "api/driver_entries.h"
#include "client/libraries/curand_output.h"
#include "client/libraries/object_shim.h"

namespace {

using namespace ringfence::client;

constexpr Library curand = Library::Curand;
constexpr int success = 0;
constexpr int out_of_range = 104;
constexpr int version = 10400;  // of CUDA 13.0

int make_generator(void** generator, int type) {
    constexpr int type_error = 103;
    const bool is_known = (type >= 100 && type <= 101) || type == 121 || type == 141 || type == 142 || type == 161 ||
                          (type >= 200 && type <= 204);
    if (!is_known) return type_error;
    const int status = make_object(curand, 0, generator, type);
    return status == status_of(curand).not_supported ? type_error : status;  // the worker's library has no such one
}

}  // namespace

RF_LIBRARY_FUNCTION(int, curandCreateGenerator)(void** generator, int type) {
    return make_generator(generator, type);
}
RF_LIBRARY_FUNCTION(int, curandDestroyGenerator)(void* generator) {
    CUstream its_stream = random::host_stream(generator);
    const int status = destroy_object(curand, 0, generator);
    if (its_stream != nullptr) static_cast<void>(rf_cuStreamDestroy_v2(its_stream));
    return status;
}
RF_LIBRARY_FUNCTION(int, curandCreateGeneratorHost)(void** generator, int type) {
    if (generator == nullptr) return out_of_range;
    void* made = nullptr;
    int status = make_generator(&made, type);
    if (status != success) return status;
    status = random::put_on_host(made);
    if (status == success) {
        *generator = made;
    } else {
        curandDestroyGenerator(made);
    }
    return status;
}
RF_LIBRARY_FUNCTION(int, curandSetStream)(void* generator, void* stream) {
    return random::host_stream(generator) != nullptr ? success : set_object_stream(curand, generator, stream);
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
