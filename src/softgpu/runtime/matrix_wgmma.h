// Multiplication by a warp group, as compiled code calls it: wgmma.mma_async.
//
// Each warp of the group has 16 of the 64 rows, and the fragments of its lanes lie as those of mma.m16n8. So a warp
// needs nothing of the others, and the product is made of mma's, once all 32 lanes have come. It is done when it is
// issued: fences, groups and waits need nothing.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

// The modifiers of the instruction. Compiled code passes them as a number.
struct WarpGroupMode {
    std::uint32_t columns = 8;  // N: a multiple of 8, up to 256
    bool a_in_registers = false;
    bool negate_a = false;
    bool negate_b = false;
    bool transpose_a = false;  // the matrix lies in shared memory with its rows (of B: columns) next to each other
    bool transpose_b = false;

    std::uint32_t bits() const {
        return columns | (a_in_registers ? 0x1000U : 0U) | (negate_a ? 0x2000U : 0U) | (negate_b ? 0x4000U : 0U) |
               (transpose_a ? 0x8000U : 0U) | (transpose_b ? 0x1'0000U : 0U);
    }
    static WarpGroupMode from_bits(std::uint32_t bits) {
        return {bits & 0x1ffU,         (bits & 0x1000U) != 0, (bits & 0x2000U) != 0,
                (bits & 0x4000U) != 0, (bits & 0x8000U) != 0, (bits & 0x1'0000U) != 0};
    }
};

// Where a matrix lies in shared memory, as a descriptor says (PTX ISA, "Matrix-descriptor format").
struct MatrixDescriptor {
    std::uint32_t start = 0;
    std::uint32_t leading = 0;  // bytes
    std::uint32_t stride = 0;
    std::uint32_t base_offset = 0;
    std::uint32_t swizzle_bytes = 16;  // the width of the pattern; 16: none

    static MatrixDescriptor from_bits(std::uint64_t bits);
    // The offset into shared memory of the element `along` K and `across` it (a row of A, a column of B), in bytes
    // along the contiguous direction. Elements have `bytes` bytes.
    std::uint32_t place(std::uint32_t across, std::uint32_t along, std::uint32_t bytes, bool transposed) const;
};

extern "C" {

// `spec` is math::MmaSpec::bits() of the multiplication of 16 rows and 8 columns. `a`: its four registers, or null and
// `a_descriptor` says where it is. `d` holds what is added (0: nothing, if `adds` is 0), and then the sum.
void rf_wgmma(ThreadState* thread, std::uint64_t spec, std::uint32_t mode, const std::uint32_t* a,
              std::uint64_t a_descriptor, std::uint64_t b_descriptor, std::uint32_t adds, std::uint32_t* d,
              SiteId site);

}  // extern "C"

// These, by name.
std::span<const RuntimeFunction> warp_group_functions();

}  // namespace ringfence::softgpu
