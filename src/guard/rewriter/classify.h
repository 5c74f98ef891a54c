// What the guard does with each instruction. Whatever is not in this table is refused.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

enum class Handling : std::uint8_t {
    Keep,         // touches no memory, or what needs no look
    Access,       // its addresses are proven, fenced or bounded
    Drop,         // a hint
    Trap,         // recorded, then the thread ends
    Call,         // to a body, a function of the guard's own, or through a table
    TableBranch,  // its index is clamped
    Barrier,      // its number and its count of threads are clamped
    Refuse,
};

struct Classification {
    Handling handling = Handling::Refuse;
    std::string_view rule;    // of a refusal: why, as docs/guard.md names it
    std::string_view remedy;  // and what to do
};

Classification classify(const ptx::Instruction& instruction);

// An operand that is an address.
struct MemoryOperand {
    std::uint32_t operand = 0;  // its index
    ptx::Space space = ptx::Space::Generic;
    std::uint64_t bytes = 0;                  // 0: a bulk copy, whose size another operand tells
    std::uint32_t size_operand = UINT32_MAX;  // that operand; of a cp.async: the size that may be smaller
    bool only_shared = false;                 // a generic address that can be in shared memory only
};

std::vector<MemoryOperand> memory_operands(const ptx::Instruction& instruction);

}  // namespace ringfence::guard::rewriting
