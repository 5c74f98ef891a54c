// The dot product of a tensor core of compute capability 9.0, for f16, bf16 and tf32.
//
// No document says how a tensor core adds. This code follows two published studies, which measured it bit by bit on
// H100 and H200 ("MMA-Sim", arXiv 2511.10909; "Accurate Models of NVIDIA Tensor Cores", arXiv 2512.07004):
//
//   - The products are exact and not normalised: a product of significands in [1, 2) lies in [1, 4), and its exponent
//   is
//     the sum of the factors' exponents. A subnormal factor has the format's lowest exponent and no hidden bit.
//   - All products of a block (16 of f16 and bf16, 8 of tf32, or fewer if k is smaller) and the accumulator are aligned
//   to
//     the largest of their exponents, which is at least -133, and cut off 25 bits below it. Zeros have no exponent.
//   - The sum of these is exact. It is rounded once: to f32 towards zero, to f16 to the nearest even. Beyond the
//   largest
//     number lies infinity, in either case; subnormal results are kept.
//   - Infinities and NaNs behave as in IEEE arithmetic; a NaN becomes the format's canonical one.
//   - A sum of zero is +0, whatever the signs of its terms, and so is an f16 sum that is rounded to zero.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "softgpu/math/matrix.h"

namespace ringfence::softgpu::math {

// The lines of a matrix that is to be multiplied (rows of A, columns of B), their numbers taken apart: each is
// significand * 2^(exponent - mantissa bits). Zeros, infinities and NaNs have exponents that no number has.
struct TensorLines {
    unsigned length = 0;
    std::vector<std::int32_t> significands;
    std::vector<std::int32_t> exponents;
    std::vector<std::uint8_t> special;  // by line: whether there are infinities or NaNs

    // `elements` holds lines of `length` elements of the type.
    TensorLines(Element type, std::span<const std::uint32_t> elements, unsigned line_length);
};

// A block of a line of each of two matrices.
struct TensorBlock {
    const TensorLines& a;
    const TensorLines& b;
    Element type;         // of the factors
    Element accumulator;  // f32 or f16; also of the result
    unsigned first;       // element of the lines
    unsigned count;       // at most 16

    std::uint32_t dot(unsigned a_line, unsigned b_line, std::uint32_t c) const;
};

}  // namespace ringfence::softgpu::math
