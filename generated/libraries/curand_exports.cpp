// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"
#include "client/libraries/curand_output.h"
#include "channel/library_functions.h"
#include "channel/library_types.h"
#include "libraries/curand_numbers.h"

using namespace ringfence;
using namespace ringfence::client;
using ringfence::curand::Number;
using channel::compute_scalar_bytes;
using channel::data_type_bytes;
using reach::band;
using reach::matrix;
using reach::max;
using reach::min;
using reach::packed;
using reach::strided;
using reach::vector;
using namespace ringfence::client::random;

namespace {

constexpr std::uint32_t declared(Number number) {
    return channel::first_declared_function + static_cast<std::uint32_t>(number);
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)
int curandSetPseudoRandomGeneratorSeed(void* h, std::int64_t seed_) {
    LibraryCall call(Library::Curand, declared(Number::curandSetPseudoRandomGeneratorSeed), h);
    if (!call.is_open()) return 101;
    return call.add(seed_).finish();
}
int curandSetGeneratorOffset(void* h, std::int64_t offset_) {
    LibraryCall call(Library::Curand, declared(Number::curandSetGeneratorOffset), h);
    if (!call.is_open()) return 101;
    return call.add(offset_).finish();
}
int curandSetGeneratorOrdering(void* h, int order_) {
    LibraryCall call(Library::Curand, declared(Number::curandSetGeneratorOrdering), h);
    if (!call.is_open()) return 101;
    return call.add(order_).finish();
}
int curandSetQuasiRandomGeneratorDimensions(void* h, int dimensions_) {
    LibraryCall call(Library::Curand, declared(Number::curandSetQuasiRandomGeneratorDimensions), h);
    if (!call.is_open()) return 101;
    return call.add(dimensions_).finish();
}
int curandGenerateSeeds(void* h) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateSeeds), h);
    if (!call.is_open()) return 101;
    return call.finish();
}
int curandGenerate(void* h, void* output, std::int64_t n_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerate), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 4);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_));
}
int curandGenerateLongLong(void* h, void* output, std::int64_t n_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateLongLong), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 8);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_));
}
int curandGenerateUniform(void* h, void* output, std::int64_t n_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateUniform), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 4);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_));
}
int curandGenerateUniformDouble(void* h, void* output, std::int64_t n_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateUniformDouble), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 8);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_));
}
int curandGenerateNormal(void* h, void* output, std::int64_t n_, float mean_, float deviation_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateNormal), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 4);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_).add(mean_).add(deviation_));
}
int curandGenerateNormalDouble(void* h, void* output, std::int64_t n_, double mean_, double deviation_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateNormalDouble), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 8);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_).add(mean_).add(deviation_));
}
int curandGenerateLogNormal(void* h, void* output, std::int64_t n_, float mean_, float deviation_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateLogNormal), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 4);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_).add(mean_).add(deviation_));
}
int curandGenerateLogNormalDouble(void* h, void* output, std::int64_t n_, double mean_, double deviation_) {
    LibraryCall call(Library::Curand, declared(Number::curandGenerateLogNormalDouble), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 8);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_).add(mean_).add(deviation_));
}
int curandGeneratePoisson(void* h, void* output, std::int64_t n_, double lambda_) {
    LibraryCall call(Library::Curand, declared(Number::curandGeneratePoisson), h);
    if (!call.is_open()) return 101;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 104;
    const Output place(h, output, n * 4);
    if (place.problem() != 0) return place.problem();
    return place.finish(call.add(place.on_device()).add(n_).add(lambda_));
}

// Those that are not covered.
int curandCreatePoissonDistribution() { return unsupported_function(Library::Curand, "curandCreatePoissonDistribution"); }
int curandDestroyDistribution() { return unsupported_function(Library::Curand, "curandDestroyDistribution"); }
int curandGeneratePoissonMethod() { return unsupported_function(Library::Curand, "curandGeneratePoissonMethod"); }
#pragma GCC visibility pop

}
