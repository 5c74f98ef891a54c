// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int curandCreateGenerator() { return unsupported_function(Library::Curand, "curandCreateGenerator"); }
int curandCreateGeneratorHost() { return unsupported_function(Library::Curand, "curandCreateGeneratorHost"); }
int curandCreatePoissonDistribution() { return unsupported_function(Library::Curand, "curandCreatePoissonDistribution"); }
int curandDestroyDistribution() { return unsupported_function(Library::Curand, "curandDestroyDistribution"); }
int curandDestroyGenerator() { return unsupported_function(Library::Curand, "curandDestroyGenerator"); }
int curandGenerate() { return unsupported_function(Library::Curand, "curandGenerate"); }
int curandGenerateLogNormal() { return unsupported_function(Library::Curand, "curandGenerateLogNormal"); }
int curandGenerateLogNormalDouble() { return unsupported_function(Library::Curand, "curandGenerateLogNormalDouble"); }
int curandGenerateLongLong() { return unsupported_function(Library::Curand, "curandGenerateLongLong"); }
int curandGenerateNormal() { return unsupported_function(Library::Curand, "curandGenerateNormal"); }
int curandGenerateNormalDouble() { return unsupported_function(Library::Curand, "curandGenerateNormalDouble"); }
int curandGeneratePoisson() { return unsupported_function(Library::Curand, "curandGeneratePoisson"); }
int curandGeneratePoissonMethod() { return unsupported_function(Library::Curand, "curandGeneratePoissonMethod"); }
int curandGenerateSeeds() { return unsupported_function(Library::Curand, "curandGenerateSeeds"); }
int curandGenerateUniform() { return unsupported_function(Library::Curand, "curandGenerateUniform"); }
int curandGenerateUniformDouble() { return unsupported_function(Library::Curand, "curandGenerateUniformDouble"); }
int curandGetDirectionVectors32() { return unsupported_function(Library::Curand, "curandGetDirectionVectors32"); }
int curandGetDirectionVectors64() { return unsupported_function(Library::Curand, "curandGetDirectionVectors64"); }
int curandGetProperty() { return unsupported_function(Library::Curand, "curandGetProperty"); }
int curandGetScrambleConstants32() { return unsupported_function(Library::Curand, "curandGetScrambleConstants32"); }
int curandGetScrambleConstants64() { return unsupported_function(Library::Curand, "curandGetScrambleConstants64"); }
int curandGetVersion() { return unsupported_function(Library::Curand, "curandGetVersion"); }
int curandSetGeneratorOffset() { return unsupported_function(Library::Curand, "curandSetGeneratorOffset"); }
int curandSetGeneratorOrdering() { return unsupported_function(Library::Curand, "curandSetGeneratorOrdering"); }
int curandSetPseudoRandomGeneratorSeed() { return unsupported_function(Library::Curand, "curandSetPseudoRandomGeneratorSeed"); }
int curandSetQuasiRandomGeneratorDimensions() { return unsupported_function(Library::Curand, "curandSetQuasiRandomGeneratorDimensions"); }
int curandSetStream() { return unsupported_function(Library::Curand, "curandSetStream"); }
#pragma GCC visibility pop

}
