// The matrix instructions of a warp, as compiled code calls them: mma, wmma, ldmatrix, stmatrix, movmatrix.
//
// All of them are collective, and all 32 threads of the warp have to come.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

// How ldmatrix and stmatrix move matrices. Passed by compiled code as a number.
struct TileMode {
    std::uint32_t count = 1;  // matrices: 1, 2 or 4
    bool transpose = false;
    bool shared = false;  // the address is an offset into shared memory; otherwise it is generic

    std::uint32_t bits() const { return count | (transpose ? 8U : 0U) | (shared ? 16U : 0U); }
    static TileMode from_bits(std::uint32_t bits) { return {bits & 7U, (bits & 8U) != 0, (bits & 16U) != 0}; }
};

// How wmma.load and wmma.store find a matrix in memory. Passed by compiled code as a number.
struct WmmaMode {
    std::uint32_t role = 0;  // a math::MatrixRole
    bool row_major = true;
    bool shared = false;

    std::uint32_t bits() const { return role | (row_major ? 4U : 0U) | (shared ? 8U : 0U); }
    static WmmaMode from_bits(std::uint32_t bits) { return {bits & 3U, (bits & 4U) != 0, (bits & 8U) != 0}; }
};

extern "C" {

// `spec` is math::MmaSpec::bits(); `in` the fragments of a, b and c one after the other, `out` that of d.
void rf_mma(ThreadState* thread, std::uint64_t spec, const std::uint32_t* in, std::uint32_t* out, SiteId site);
// `mode` is TileMode::bits().
void rf_load_matrix(ThreadState* thread, std::uint64_t address, std::uint32_t mode, std::uint32_t* out, SiteId site);
void rf_store_matrix(ThreadState* thread, std::uint64_t address, std::uint32_t mode, const std::uint32_t* in,
                     SiteId site);
std::uint32_t rf_move_matrix(ThreadState* thread, std::uint32_t value, SiteId site);
// `mode` is WmmaMode::bits(); `stride` counts elements from one row (or column) to the next.
void rf_wmma_load(ThreadState* thread, std::uint64_t spec, std::uint32_t mode, std::uint64_t address,
                  std::uint32_t stride, std::uint32_t* out, SiteId site);
void rf_wmma_store(ThreadState* thread, std::uint64_t spec, std::uint32_t mode, std::uint64_t address,
                   std::uint32_t stride, const std::uint32_t* in, SiteId site);

}  // extern "C"

// These, by name.
std::span<const RuntimeFunction> matrix_functions();

}  // namespace ringfence::softgpu
