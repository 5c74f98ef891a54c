// Where the elements of a matrix lie that wmma loads or stores: so many lines, one stride apart.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/model.h"

namespace ringfence::ptx {

struct MatrixTile {
    std::uint32_t lines = 0;          // rows, or columns if it is column-major
    std::uint32_t line_elements = 0;  // that lie side by side
    std::uint32_t element_bits = 0;
    std::uint32_t fragment_bytes = 0;  // of one thread: PTX wants each line aligned so
    std::uint32_t address = 0;         // the operand
    const Operand* stride = nullptr;   // in elements; null: there are no gaps

    // A thread loads or stores at most 16 bytes at once, and never more than its fragment.
    std::uint32_t alignment() const { return fragment_bytes < 16 ? fragment_bytes : 16; }
    // A stride that is a multiple of this keeps all lines aligned as the first is.
    std::uint32_t stride_multiple() const {
        return alignment() * 8 > element_bits ? alignment() * 8 / element_bits : 1;
    }
    // From the first byte to behind the last one.
    std::uint64_t bytes(std::uint64_t stride_elements) const {
        const std::uint64_t line = (std::uint64_t{line_elements} * element_bits + 7) / 8;
        return (std::uint64_t{lines} - 1) * ((stride_elements * element_bits + 7) / 8) + line;
    }
};

// The tile of wmma.load and wmma.store; empty for any other instruction, and for an unknown shape.
std::optional<MatrixTile> matrix_tile(const Instruction& instruction);

}  // namespace ringfence::ptx
