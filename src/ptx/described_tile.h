// The matrices that wgmma finds in shared memory by a descriptor, a number of 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/model.h"

namespace ringfence::ptx {

// Rows of 32 bytes, which is what K takes whatever the type; or, transposed, as many columns.
struct DescribedTile {
    std::uint32_t operand = 0;   // that holds the descriptor
    std::uint32_t rows = 0;      // M of matrix A, N of matrix B: a multiple of 8
    bool is_transposed = false;  // elements along M or N lie side by side, not those along K
};

// The tiles of wgmma.mma_async: that of matrix B, and of A if that is not in registers. Empty for any other
// instruction, and for an unknown shape.
std::optional<std::vector<DescribedTile>> described_tiles(const Instruction& instruction);

}  // namespace ringfence::ptx
