// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off
//
// The functions of libcurand.so.10 that are declared in api/libraries: their numbers go over the channel.
#pragma once

#include <cstdint>

namespace ringfence::curand {

enum class Number : std::uint32_t {
    curandSetPseudoRandomGeneratorSeed,
    curandSetGeneratorOffset,
    curandSetGeneratorOrdering,
    curandSetQuasiRandomGeneratorDimensions,
    curandGenerateSeeds,
    curandGenerate,
    curandGenerateLongLong,
    curandGenerateUniform,
    curandGenerateUniformDouble,
    curandGenerateNormal,
    curandGenerateNormalDouble,
    curandGenerateLogNormal,
    curandGenerateLogNormalDouble,
    curandGeneratePoisson,
};

constexpr std::uint32_t number_count = 14;

}  // namespace ringfence::curand
