// Which lanes of a warp an instruction is for.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/model.h"

namespace ringfence::ptx {

// The operand with the mask, of instructions that have one.
inline std::optional<std::uint32_t> member_mask(const Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::Shfl:
        case Opcode::Vote:
            if (!instruction.operation->has(Modifier::Sync)) return std::nullopt;
            break;
        case Opcode::Match:
        case Opcode::Redux:
        case Opcode::Elect:
        case Opcode::BarWarpSync: break;
        default: return std::nullopt;
    }
    return static_cast<std::uint32_t>(instruction.operands.size() - 1);
}

inline bool has_all_lanes(const Operand& mask) {
    return mask.kind == OperandKind::Integer && (mask.bits & UINT32_MAX) == UINT32_MAX;
}

}  // namespace ringfence::ptx
