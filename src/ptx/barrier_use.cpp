#include "ptx/barrier_use.h"

namespace ringfence::ptx {

std::optional<BarrierUse> barrier_use(const Instruction& instruction) {
    if (instruction.opcode() != Opcode::Bar && instruction.opcode() != Opcode::Barrier) return std::nullopt;
    const Operation& operation = *instruction.operation;
    BarrierUse use;
    const bool is_reduction = operation.has(Modifier::Red);
    if (is_reduction) {
        use.kind = operation.has(Modifier::Popc)  ? BarrierUse::Kind::Count
                   : operation.has(Modifier::And) ? BarrierUse::Kind::And
                                                  : BarrierUse::Kind::Or;
    }
    use.number = is_reduction ? 1 : 0;
    const std::uint32_t next = use.number + 1;
    const std::size_t behind = is_reduction ? 1 : 0;  // the predicate
    if (next + behind < instruction.operands.size() && instruction.operands[next].kind != OperandKind::Empty)
        use.threads = next;
    return use;
}

std::optional<BarrierUse::Constants> BarrierUse::constants(const Instruction& instruction) const {
    const Operand& which = instruction.operands[number];
    if (which.kind != OperandKind::Integer || which.bits > 15) return std::nullopt;
    Constants result;
    result.number = static_cast<std::uint32_t>(which.bits);
    if (!threads) return result;
    const Operand& count = instruction.operands[*threads];
    if (count.kind != OperandKind::Integer || count.bits == 0 || count.bits > 1024) return std::nullopt;
    result.threads = static_cast<std::uint32_t>(count.bits);
    return result;
}

}  // namespace ringfence::ptx
