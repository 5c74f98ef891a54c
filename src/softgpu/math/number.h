// Numbers taken apart: exact arithmetic on them, and putting them together again with one rounding.
//
// All of it is integer arithmetic. That makes it independent of the processor's rounding mode and of what the compiler
// does to floating-point code, and the same for every format and rounding.
#pragma once

#include <cstdint>

#include "softgpu/math/format.h"

namespace ringfence::softgpu::math {

__extension__ using Wide = unsigned __int128;

enum class NumberKind : std::uint8_t { Zero, Finite, Infinity, NaN };

// significand * 2^exponent. Results of inexact operations have the lowest bit of the significand set, far below any
// format's precision, so that one rounding sees on which side of a tie they lie.
struct Number {
    NumberKind kind = NumberKind::Zero;
    bool negative = false;
    int exponent = 0;
    Wide significand = 0;

    bool is_nan() const { return kind == NumberKind::NaN; }
    bool is_zero() const { return kind == NumberKind::Zero; }
    bool is_infinite() const { return kind == NumberKind::Infinity; }

    static Number nan() { return {NumberKind::NaN}; }
    static Number zero(bool negative) { return {NumberKind::Zero, negative}; }
    static Number infinity(bool negative) { return {NumberKind::Infinity, negative}; }
    static Number finite(bool negative, int exponent, Wide significand) {
        return {significand == 0 ? NumberKind::Zero : NumberKind::Finite, negative, exponent, significand};
    }
};

Number unpack(std::uint64_t bits, const Format& format, bool flush = false);
// Rounds once and applies the mode's flags.
std::uint64_t pack(const Number& number, const Format& format, const Mode& mode);

// The sign of an exact zero sum depends on the rounding.
Number add(const Number& a, const Number& b, Rounding rounding);
Number multiply(const Number& a, const Number& b);
Number divide(const Number& a, const Number& b);
Number square_root(const Number& a);
Number negate(Number a);

// To a multiple of 1; infinities, NaN and zeros as they are. A zero result keeps the sign.
Number round_to_integral(const Number& a, Rounding rounding);

}  // namespace ringfence::softgpu::math
