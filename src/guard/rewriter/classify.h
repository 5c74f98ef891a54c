// The guard's handling of each instruction. An instruction that is not in this table is refused.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

enum class Handling : std::uint8_t {
    Keep,         // touches no memory, or only memory that needs no check
    Access,       // its addresses are proven, fenced or bounded
    Drop,         // a hint
    Trap,         // recorded, then the thread ends
    Call,         // to a body, a function of the guard's own, or through a table
    TableBranch,  // its index is clamped
    Barrier,      // its number and its count of threads are clamped
    Descriptors,  // of shared memory: one that reaches beyond it is replaced
    Mask,         // the own lane is put into it
    Image,        // its texture or surface is looked up in the guard's table
    Refuse,
};

struct Classification {
    Handling handling = Handling::Refuse;
    std::string_view rule;    // of a refusal: why, as docs/guard.md names it
    std::string_view remedy;  // and what to do
};

Classification classify(const ptx::Instruction& instruction);

// %envreg1 and %envreg2: the halves, the upper one first, of the address of the driver's memory for barriers of a whole
// grid, which lies outside every window.
bool is_grid_workspace(const ptx::Operand& operand);

// An operand that is an address.
struct MemoryOperand {
    std::uint32_t operand = 0;  // its index
    ptx::Space space = ptx::Space::Generic;
    std::uint64_t bytes = 0;                  // 0: a bulk copy, whose size another operand tells
    std::uint32_t size_operand = UINT32_MAX;  // that operand; for a cp.async: the size that may be smaller
    bool only_shared = false;                 // a generic address that can be in shared memory only
    bool is_write = false;
    // For a matrix's tile `bytes` is the alignment of each line. All of it has `extent` bytes; 0: that depends on its
    // stride, which is known at run time only.
    bool is_tile = false;
    std::uint64_t extent = 0;
    std::uint32_t stride_operand = UINT32_MAX;
};

// A stride that the guard lets a tile have.
std::uint64_t safe_stride(std::uint64_t stride, std::uint64_t multiple);
constexpr std::uint64_t most_stride = std::uint64_t{1} << 27U;  // in elements

std::vector<MemoryOperand> memory_operands(const ptx::Instruction& instruction);

}  // namespace ringfence::guard::rewriting
