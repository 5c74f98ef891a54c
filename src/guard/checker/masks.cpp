#include "guard/checker/masks.h"

#include "ptx/member_mask.h"

namespace ringfence::guard {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::RegisterId;
using ptx::Type;

namespace {

// The instructions just before, read backwards: nothing else can happen between them, and all lanes that do the first
// do the last.
class Backwards {
public:
    Backwards(const ptx::Function& function, std::uint32_t statement) : function_(function), at_(statement) {}

    // Null: it is none of this kind, or has a guard.
    const Instruction* next(Opcode opcode, Type type, std::size_t operands, std::size_t modifiers = 1) {
        if (at_ == 0 || !function_.body[at_ - 1].is_instruction()) return nullptr;
        const Instruction& instruction = function_.body[--at_].instruction;
        const bool fits = instruction.opcode() == opcode && !instruction.guard && instruction.operation->type == type &&
                          instruction.operation->modifiers.size() == modifiers &&
                          instruction.operands.size() == operands && is_register(instruction.operands[0]);
        return fits ? &instruction : nullptr;
    }

    static bool is_register(const Operand& operand) {
        return operand.is_register() && !operand.component && !operand.negated;
    }
    static bool is(const Operand& operand, RegisterId reg) { return is_register(operand) && operand.id == reg; }

private:
    const ptx::Function& function_;
    std::uint32_t at_;
};

// activemask.b32 here;
// match.any.sync.b32 same, mask, here;
// and.b32 those, mask, here;
// setp.eq.u32 agree, those, same;
// selp.b32 safe, mask, same, agree;
bool is_agreed(const ptx::Function& function, std::uint32_t statement, RegisterId safe) {
    Backwards before(function, statement);
    const Instruction* selp = before.next(Opcode::Selp, Type::B32, 4);
    if (selp == nullptr || selp->operands[0].id != safe || !Backwards::is_register(selp->operands[1])) return false;
    const RegisterId mask = selp->operands[1].id;
    if (!Backwards::is_register(selp->operands[2]) || !Backwards::is_register(selp->operands[3])) return false;
    const RegisterId same = selp->operands[2].id;
    const Instruction* setp = before.next(Opcode::Setp, Type::U32, 3, 2);
    if (setp == nullptr || !setp->operation->has(ptx::Modifier::Eq) || setp->operands[0].id != selp->operands[3].id ||
        !Backwards::is_register(setp->operands[1]) || !Backwards::is(setp->operands[2], same))
        return false;
    const Instruction* both = before.next(Opcode::And, Type::B32, 3);
    if (both == nullptr || both->operands[0].id != setp->operands[1].id || !Backwards::is(both->operands[1], mask) ||
        !Backwards::is_register(both->operands[2]))
        return false;
    const RegisterId here = both->operands[2].id;
    const Instruction* match = before.next(Opcode::Match, Type::B32, 3, 3);
    if (match == nullptr || !match->operation->has(ptx::Modifier::Any) || match->operands[0].id != same ||
        !Backwards::is(match->operands[1], mask) || !Backwards::is(match->operands[2], here))
        return false;
    const Instruction* active = before.next(Opcode::Activemask, Type::B32, 1);
    if (active == nullptr || active->operands[0].id != here) return false;
    // Each of them is written but once, by what was looked at.
    const RegisterId written[] = {here, same, both->operands[0].id, setp->operands[0].id, safe};
    for (const RegisterId& one : written) {
        if (one == mask) return false;
        for (const RegisterId& other : written)
            if (&one != &other && one == other) return false;
    }
    return true;
}

}  // namespace

std::string prove_mask(Flow& flow, std::uint32_t statement) {
    const ptx::Function& function = flow.function();
    const Instruction& instruction = flow.instruction(statement);
    const auto index = ptx::member_mask(instruction);
    if (!index) return {};
    const Operand& mask = instruction.operands[*index];
    if (mask.kind == OperandKind::Integer) return {};
    constexpr const char* why = "its lanes are not known to agree on their mask";
    if (instruction.guard || !Backwards::is_register(mask)) return why;
    // All that have asked who is there were told the same.
    const Instruction* active = Backwards(function, statement).next(Opcode::Activemask, Type::B32, 1);
    if (active != nullptr && active->operands[0].id == mask.id) return {};
    return is_agreed(function, statement, mask.id) ? std::string() : why;
}

}  // namespace ringfence::guard
