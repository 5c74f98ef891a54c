// A data operand written `%r1+4`.
//
// ptxas takes a register plus a constant wherever an instruction reads a register of 16, 32 or 64 bits that is no
// float. It becomes an addition of its own in front of the instruction, in a scope with a register that nobody else can
// name: so whatever reasons about a module meets a sum as an ordinary `add`.
#include <algorithm>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

// The addition in the register's width; none where ptxas has none.
std::string_view addition_for(const RegisterGroup& group) {
    const TypeInfo& type = isa::info(group.type);
    const bool is_integer =
        type.kind == TypeKind::Bits || type.kind == TypeKind::Unsigned || type.kind == TypeKind::Signed;
    if (!is_integer || group.vector > 1) {
        return {};
    }
    switch (type.bits) {
        case 16: return "add.u16";
        case 32: return "add.u32";
        case 64: return "add.u64";
        default: return {};
    }
}

bool is_sum(const Operand& operand) {
    return operand.is_register() && operand.has_offset && !operand.negated;
}

}  // namespace

bool Parser::write_sum(Operand& operand, std::size_t index, Token opcode, std::uint32_t begin) {
    const RegisterGroup& summed = group_of(operand.id);
    const std::string_view addition = addition_for(summed);
    if (addition.empty()) {
        return fail(operand_ranges_[index],
                    fmt::format("a constant can be added to an integer register of 16, 32 or 64 bits, found {}",
                                describe(operand)));
    }
    std::string name;
    for (std::uint32_t number = register_count_; name.empty() || scopes_.find(name) || globals_.contains(name);
         ++number) {
        name = fmt::format("%sum{}", number);
    }
    RegisterGroup group;
    group.name = arena_.copy_string(name);
    group.type = summed.type;
    const auto group_number = static_cast<std::uint32_t>(groups_.size());
    const RegisterId sum = add_registers(group);
    add_statement(StatementKind::Registers, begin).registers = arena_.allocate<RegisterDeclaration>(group_number, 1U);

    Operand operands[3] = {operand, operand, {}};
    operands[0].id = sum;
    operands[0].offset = operands[1].offset = 0;
    operands[0].has_offset = operands[1].has_offset = false;
    operands[2].kind = OperandKind::Integer;
    operands[2].bits = static_cast<std::uint64_t>(operand.offset);
    operand = operands[0];
    Instruction instruction;
    instruction.operands = std::span<const Operand>(keep(operands), 3);
    instruction.operation = choose_form(std::get<Candidates>(operations_.find(addition)), instruction.operands, opcode);
    add_statement(StatementKind::Instruction, begin).instruction = instruction;
    return instruction.operation != nullptr;
}

// Writes the sums among the operands, if there are any, and opens the scope that holds them and the instruction.
bool Parser::write_sums(std::span<Operand> operands, std::vector<std::size_t>& sums, Token opcode,
                        std::uint32_t begin) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!is_sum(operands[i])) {
            continue;
        }
        if (sums.empty()) {
            add_statement(StatementKind::ScopeBegin, begin);
        }
        sums.push_back(i);
        if (!write_sum(operands[i], i, opcode, begin)) {
            return false;
        }
    }
    return true;
}

bool Parser::check_sums(const Operation& operation, std::span<const std::size_t> sums) {
    const auto specs = operation.form->operands();
    for (const std::size_t index : sums) {
        const isa::Shape shape = specs[index].shape;
        const bool is_data =
            shape == isa::Shape::Value || shape == isa::Shape::Anything || shape == isa::Shape::Register;
        if (!is_data || specs[index].access != isa::Access::Read) {
            return fail(operand_ranges_[index], "a constant can be added only to a register that is read");
        }
    }
    return true;
}

}  // namespace ringfence::ptx
