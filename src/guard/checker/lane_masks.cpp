#include "guard/checker/lane_masks.h"

#include "ptx/member_mask.h"

namespace ringfence::guard {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

namespace {

// The instruction that has written the operand's value; null if it is not one alone.
const Instruction* writer_of(Flow& flow, const Operand& operand, std::uint32_t& statement) {
    if (!operand.is_register() || operand.component || operand.negated) return nullptr;
    const Name name = flow.names().before(operand.id, statement);
    if (!name.is_written()) return nullptr;
    statement = name.place;
    const Instruction& instruction = flow.instruction(name.place);
    const bool is_plain = instruction.operation->modifiers.size() == 1 && instruction.operands[0].is_register();
    return is_plain ? &instruction : nullptr;
}

// mov.u32 lane, %lanemask_eq;
bool is_own_lane(Flow& flow, const Operand& operand, std::uint32_t statement) {
    const Instruction* move = writer_of(flow, operand, statement);
    if (move == nullptr || move->opcode() != Opcode::Mov || move->operation->type != Type::U32) return false;
    const Operand& from = move->operands[1];
    return from.kind == OperandKind::Special && !from.component &&
           from.id == static_cast<std::uint32_t>(ptx::SpecialRegister::LanemaskEq);
}

}  // namespace

std::string prove_mask(Flow& flow, std::uint32_t statement) {
    const Instruction& instruction = flow.instruction(statement);
    const auto index = ptx::member_mask(instruction);
    if (!index || ptx::has_all_lanes(instruction.operands[*index])) return {};
    std::uint32_t at = statement;
    // or.b32 mask, any, lane;
    const Instruction* both = writer_of(flow, instruction.operands[*index], at);
    if (both != nullptr && both->opcode() == Opcode::Or && both->operation->type == Type::B32 &&
        (is_own_lane(flow, both->operands[1], at) || is_own_lane(flow, both->operands[2], at)))
        return {};
    return "the lane itself is not known to be in its mask; `or` it with %lanemask_eq";
}

}  // namespace ringfence::guard
