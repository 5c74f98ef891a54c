#include "softgpu/codegen/nan_registers.h"

#include "ptx/analysis/registers_of.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::RegisterId;

struct Content {
    bool computed = false;  // by floating-point arithmetic
    bool bits = false;      // from anywhere else
};

struct Copy {
    RegisterId to;
    RegisterId from;
};

bool computes(const ptx::Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    switch (instruction.instruction_class()) {
        case ptx::Class::Arith: return operation.type == ptx::Type::F32 && operation.opcode != ptx::Opcode::Copysign;
        case ptx::Class::Convert: {
            const std::span<const ptx::isa::OperandSpec> operands = operation.form->operands();
            if (operation.type_of(operands[0]).type != ptx::Type::F32) return false;
            const ptx::Type from = operation.type_of(operands[1]).type;
            // Narrowing keeps what fits of a NaN's bits, and so do conversions that only move bits.
            if (from == ptx::Type::F64) return false;
            if (from == ptx::Type::Bf16) return operation.has(ptx::Modifier::Ftz);
            return from != ptx::Type::F32 || operation.modifiers.size() > 2;
        }
        default: return false;
    }
}

bool is_plain_number(const ptx::Operand& operand) {
    switch (operand.kind) {
        case ptx::OperandKind::Integer:
        case ptx::OperandKind::Float32: return (operand.bits & 0x7fffffffU) <= 0x7f800000U;
        case ptx::OperandKind::Float64: return (operand.bits & ~(std::uint64_t{1} << 63)) <= 0x7ff0000000000000U;
        default: return false;
    }
}

// mov and selp between whole registers keep what was in them.
bool copies(const ptx::Instruction& instruction) {
    if (instruction.opcode() != ptx::Opcode::Mov && instruction.opcode() != ptx::Opcode::Selp) return false;
    if (instruction.operation->type == ptx::Type::Pred || !instruction.operands[0].is_register()) return false;
    const std::size_t sources = instruction.opcode() == ptx::Opcode::Mov ? 1 : 2;
    for (std::size_t i = 1; i <= sources; ++i) {
        const ptx::Operand& source = instruction.operands[i];
        if (source.component || (!source.is_register() && !is_plain_number(source))) return false;
    }
    return !instruction.operands[0].component;
}

}  // namespace

std::vector<bool> find_lazy_nan_registers(const ptx::Function& function) {
    std::vector<Content> content(function.register_count);
    std::vector<Copy> all_copies;
    for (const ptx::Statement& statement : function.body) {
        if (!statement.is_instruction()) continue;
        const ptx::Instruction& instruction = statement.instruction;
        if (copies(instruction)) {
            const std::size_t sources = instruction.opcode() == ptx::Opcode::Mov ? 1 : 2;
            for (std::size_t i = 1; i <= sources; ++i) {
                const ptx::Operand& source = instruction.operands[i];
                if (source.is_register()) all_copies.push_back({instruction.operands[0].id, source.id});
            }
            continue;
        }
        const bool computed = computes(instruction);
        ptx::for_each_register(instruction, [&](RegisterId reg, ptx::isa::Access access) {
            if (access == ptx::isa::Access::Read) return;
            (computed ? content[reg].computed : content[reg].bits) = true;
        });
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const Copy& copy : all_copies) {
            Content& to = content[copy.to];
            const Content& from = content[copy.from];
            if ((from.computed && !to.computed) || (from.bits && !to.bits)) changed = true;
            to.computed = to.computed || from.computed;
            to.bits = to.bits || from.bits;
        }
    }
    std::vector<bool> lazy(function.register_count);
    for (RegisterId reg = 0; reg < function.register_count; ++reg)
        lazy[reg] = content[reg].computed && !content[reg].bits;
    return lazy;
}

}  // namespace ringfence::softgpu::codegen
