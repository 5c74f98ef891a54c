#include "guard/checker/handles.h"

namespace ringfence::guard {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

namespace {

constexpr std::int64_t table_offset = 48;  // in the words

// `op.type d, a, b` and nothing more.
bool is_plain(const Instruction& instruction, Opcode opcode, Type type) {
    return instruction.opcode() == opcode && instruction.operation->type == type &&
           instruction.operation->modifiers.size() == 1 && instruction.operands.size() == 3 &&
           instruction.operands[0].is_register();
}

bool is_constant(const Operand& operand, std::uint64_t value) {
    return operand.kind == OperandKind::Integer && operand.bits == value && !operand.negated;
}

}  // namespace

std::optional<std::uint32_t> Handles::writer_of(const Operand& operand, std::uint32_t statement) const {
    if (!operand.is_register() || operand.component || operand.negated) return std::nullopt;
    const Name name = flow_.names().before(operand.id, statement);
    return name.is_written() ? std::optional(name.place) : std::nullopt;
}

bool Handles::is_entry(const Operand& handle, std::uint32_t statement, unsigned column) const {
    const auto load = writer_of(handle, statement);
    return load && column_loaded(*load) == column;
}

std::optional<unsigned> Handles::column_loaded(std::uint32_t statement) const {
    const Instruction& load = flow_.instruction(statement);
    if (load.opcode() != Opcode::Ld || load.operands.size() != 2 || !load.operands[0].is_register())
        return std::nullopt;
    // ld.global.nc.b64, which is not repeated: what it gives is kept as long as the kernel wants.
    const ptx::Operation& operation = *load.operation;
    if (operation.space != ptx::Space::Global || !operation.has(Modifier::Nc) || operation.type != Type::B64 ||
        operation.vector != 1 || operation.modifiers.size() != 3)
        return std::nullopt;
    const Operand& address = load.operands[1];
    if (address.kind != OperandKind::Address || !is_place_of_entry(address.address_base(), statement))
        return std::nullopt;
    if (address.unified) return std::nullopt;  // the assembler makes another load of it
    const auto offset = static_cast<std::uint64_t>(address.offset);
    if (offset % 8 != 0 || offset / 8 >= texture_columns) return std::nullopt;
    return static_cast<unsigned>(offset / 8);
}

bool Handles::is_place_of_entry(const Operand& operand, std::uint32_t statement) const {
    const auto sum = writer_of(operand, statement);
    if (!sum || !is_plain(flow_.instruction(*sum), Opcode::Add, Type::S64)) return false;
    const std::span<const Operand> parts = flow_.instruction(*sum).operands;
    return is_table(parts[1], *sum) && is_distance(parts[2], *sum);
}

bool Handles::is_distance(const Operand& operand, std::uint32_t statement) const {
    const auto shift = writer_of(operand, statement);
    if (!shift || !is_plain(flow_.instruction(*shift), Opcode::Shl, Type::B64)) return false;
    const std::span<const Operand> shifted = flow_.instruction(*shift).operands;
    if (!is_constant(shifted[2], texture_entry_shift)) return false;
    const auto clamp = writer_of(shifted[1], *shift);
    return clamp && is_plain(flow_.instruction(*clamp), Opcode::Min, Type::U64) &&
           is_constant(flow_.instruction(*clamp).operands[2], last_texture_entry);
}

bool Handles::is_table(const Operand& operand, std::uint32_t statement) const {
    const auto place = writer_of(operand, statement);
    if (!place || words_ == nullptr) return false;
    const Instruction& load = flow_.instruction(*place);
    const bool is_load = load.opcode() == Opcode::Ld && load.operation->space == ptx::Space::Const &&
                         load.operation->type == Type::B64 && load.operation->vector == 1 && load.operands.size() == 2;
    if (!is_load || !load.operands[0].is_register()) return false;
    const Operand& address = load.operands[1];
    return address.kind == OperandKind::Address && address.address_base().kind == OperandKind::Variable &&
           address.address_base().variable == words_ && address.address_base().offset == 0 &&
           address.offset == table_offset;
}

}  // namespace ringfence::guard
