#include "softgpu/codegen/address_roots.h"

#include "ptx/analysis/registers_of.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::no_register;
using ptx::Opcode;
using ptx::RegisterId;

enum class Origin : std::uint8_t { Unknown, Pointer, Derived, Offset };

// How a register gets its value, as far as pointers are concerned.
struct Definition {
    Origin origin = Origin::Unknown;
    RegisterId from[2] = {no_register, no_register};
};

RegisterId register_of(const ptx::Instruction& instruction, std::size_t index) {
    if (index >= instruction.operands.size()) return no_register;
    const ptx::Operand& operand = instruction.operands[index];
    return operand.is_register() ? operand.id : no_register;
}

Definition definition_by(const ptx::Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::Mov:
        case Opcode::Cvta: {
            const RegisterId from = register_of(instruction, 1);
            if (from == no_register) return {Origin::Pointer, {}};
            return {Origin::Derived, {from, no_register}};
        }
        case Opcode::Add:
        case Opcode::Sub: return {Origin::Derived, {register_of(instruction, 1), register_of(instruction, 2)}};
        case Opcode::Mad: return {Origin::Derived, {register_of(instruction, 3), no_register}};
        case Opcode::Selp: return {Origin::Derived, {register_of(instruction, 1), register_of(instruction, 2)}};
        case Opcode::Mul:
        case Opcode::Shl:
        case Opcode::Shr:
        case Opcode::Cvt:
        case Opcode::And:
        case Opcode::Or: return {Origin::Offset, {}};
        default: return {Origin::Pointer, {}};
    }
}

}  // namespace

AddressRoots::AddressRoots(const ptx::Function& function) : root_(function.register_count, no_register) {
    std::vector<Origin> origin(function.register_count, Origin::Unknown);
    for (RegisterId reg = 0; reg < function.register_count; ++reg)
        root_[reg] = reg;
    // Twice in the order of the text: the second time, pointers that a loop carries are known.
    for (int round = 0; round < 2; ++round) {
        for (const ptx::Statement& statement : function.body) {
            if (!statement.is_instruction() || statement.instruction.operands.empty()) continue;
            const ptx::Instruction& instruction = statement.instruction;
            const RegisterId target = register_of(instruction, 0);
            if (target == no_register) continue;
            const Definition definition = definition_by(instruction);
            Origin found = definition.origin;
            RegisterId root = target;
            if (found == Origin::Derived) {
                found = Origin::Offset;
                for (const RegisterId from : definition.from) {
                    if (from == no_register || from == target || origin[from] == Origin::Offset) continue;
                    if (origin[from] == Origin::Unknown) continue;
                    found = Origin::Pointer;
                    root = root_[from];
                    break;
                }
                if (found == Origin::Offset && origin[target] == Origin::Pointer) continue;  // p = p + step
            }
            if (origin[target] == Origin::Pointer && found == Origin::Pointer && root_[target] != root) {
                // The first pointer wins, so that a loop's pointer keeps the root it came in with.
                continue;
            }
            origin[target] = found;
            root_[target] = root;
        }
    }
}

std::uint64_t AddressRoots::root_of(const ptx::Operand& address) const {
    const ptx::Operand& base = address.kind == ptx::OperandKind::Address ? address.address_base() : address;
    if (base.is_register()) return root_[base.id];
    // Variables and constants share one.
    return std::uint64_t{1} << 40;
}

}  // namespace ringfence::softgpu::codegen
