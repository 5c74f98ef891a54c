// The computation of a plan, taken from the arguments of cuFFT's planning functions and checked.
//
// All problems have three dimensions here: those that are missing are ones in front. A side (input, output) is a grid
// of elements with strides, repeated for each transform of the batch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "soft_libraries/fft/cufft_abi.h"

namespace ringfence::soft_libraries::fft {

enum class Kind : std::uint8_t { ComplexToComplex, RealToComplex, ComplexToReal };
enum class Number : std::uint8_t { Half, Bfloat, Single, Double };

struct Transform {
    Kind kind = Kind::ComplexToComplex;
    Number number = Number::Single;

    friend bool operator==(const Transform&, const Transform&) = default;
};

std::optional<Transform> transform_of(Type type);
std::optional<Transform> transform_of(DataType input, DataType output, DataType execution);

using Extents = std::array<std::int64_t, 3>;

// The arguments of a planning function, as they came. Sizes may be anything, but the rank is 1, 2 or 3, and the arrays
// hold that many numbers.
struct Request {
    Transform transform;
    int rank = 1;
    Extents n = {};
    // The basic layout, packed, where one of the two is missing.
    std::optional<Extents> input_embed, output_embed;
    std::int64_t input_stride = 1, input_distance = 0;
    std::int64_t output_stride = 1, output_distance = 0;
    std::int64_t batch = 1;
};

// Strides and distance in elements. An element has one or two numbers.
struct Side {
    Extents count = {};
    Extents stride = {};
    std::int64_t distance = 0;
    int numbers = 2;
};

struct Problem {
    Transform transform;
    Extents n = {};
    std::int64_t batch = 0;
    Side input, output;
    // In place, rows of real numbers are padded in the basic layout: they end where the complex ones end.
    Side input_in_place, output_in_place;
};

// Elements of a row of the complex side.
std::int64_t complex_row(const Transform& transform, std::int64_t n);

// Checks all sizes: every offset in bytes fits into 63 bits.
Status check(const Request& request, Problem& problem);

}  // namespace ringfence::soft_libraries::fft
