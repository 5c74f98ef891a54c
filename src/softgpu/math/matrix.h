// Matrix multiplication by a warp: mma and wmma, with the fragments that the 32 lanes hold.
//
// A fragment is a lane's registers as 32-bit words, an f64 being two of them, the lower half first. The layouts of mma
// are those the PTX ISA documents; those of wmma are what compute capability 9.0 uses (the ISA leaves them open).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "softgpu/math/format.h"

namespace ringfence::softgpu::math {

constexpr unsigned warp_lanes = 32;

enum class Element : std::uint8_t { F16, BF16, TF32, F32, F64, E4M3, E5M2, S8, U8, S4, U4, B1, S32 };
unsigned element_bits(Element element);

enum class MatrixRole : std::uint8_t { A, B, C, D };

// Which multiplication. It fits into 64 bits, so that compiled code can pass it as a number.
struct MmaSpec {
    std::uint8_t m = 0;
    std::uint8_t n = 0;
    std::uint16_t k = 0;
    Element a = Element::F16;
    Element b = Element::F16;
    Element c = Element::F32;
    Element d = Element::F32;
    bool wmma = false;
    bool a_column_major = false;  // of mma.m8n8k4: decides the layout of the fragment
    bool b_column_major = true;
    bool saturate = false;                      // .satfinite: the sum is clamped to the range of s32
    bool exclusive = false;                     // .b1: xor instead of and
    Rounding rounding = Rounding::NearestEven;  // of f64

    std::uint64_t bits() const;
    static MmaSpec from_bits(std::uint64_t bits);
    friend bool operator==(const MmaSpec&, const MmaSpec&) = default;

    Element element(MatrixRole role) const;
    // Four independent products of 8 lanes each.
    bool is_quad_pairs() const { return !wmma && m == 8 && n == 8 && k == 4 && a == Element::F16; }
};

// How many 32-bit words each lane has of a matrix.
unsigned fragment_words(const MmaSpec& spec, MatrixRole role);
// How many elements each lane has of a matrix; those of wmma's f16 fragments that are there twice count twice.
unsigned fragment_elements(const MmaSpec& spec, MatrixRole role);

struct Position {
    unsigned row = 0;
    unsigned column = 0;
    friend bool operator==(const Position&, const Position&) = default;
};

// Where in its matrix a lane's element lies, counted from the lowest bits of its first register.
Position element_position(const MmaSpec& spec, MatrixRole role, unsigned lane, unsigned element);

// d = a * b + c. Each lane's input is its fragments of a, b and c one after the other; its output
// is the fragment of d.
using LaneInputs = std::span<const std::uint32_t* const, warp_lanes>;
using LaneOutputs = std::span<std::uint32_t* const, warp_lanes>;
void multiply_matrices(const MmaSpec& spec, LaneInputs in, LaneOutputs out);

}  // namespace ringfence::softgpu::math
