// Recognises the fence of an address's upper half: (any & mask) | base, with mask and base from the guard's words.
#include "guard/checker/values.h"

namespace ringfence::guard {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

// True if a value was loaded from that word of __rf_words, and nothing else.
bool Values::is_word(const Name& name, unsigned word) {
    if (!name.is_written() || context_.words == nullptr) return false;
    const Instruction& load = flow_.instruction(name.place);
    if (load.opcode() != Opcode::Ld || load.operation->space != ptx::Space::Const || load.operands.size() != 2)
        return false;
    const ptx::Type type = load.operation->type;
    const Operand& address = load.operands[1];
    const bool is_words = address.kind == OperandKind::Address &&
                          address.address_base().kind == OperandKind::Variable &&
                          address.address_base().variable == context_.words;
    if (!is_words || (type != ptx::Type::U32 && type != ptx::Type::B32) || load.operation->vector != 1) return false;
    return load.operands[0].is_register() && address.offset == std::int64_t{4} * word;
}

// 0 or 1 for a register that holds the mask or the base.
std::optional<unsigned> Values::word_of(const Operand& operand, std::uint32_t statement) {
    if (!operand.is_register() || operand.component || operand.negated) return std::nullopt;
    const Name name = flow_.names().before(operand.id, statement);
    if (is_word(name, 0)) return 0;
    if (is_word(name, 1)) return 1;
    return std::nullopt;
}

bool Values::is_fenced_half(const Operand& high, std::uint32_t statement) {
    if (!high.is_register() || high.component || high.negated) return false;
    const Name name = flow_.names().before(high.id, statement);
    if (!name.is_written()) return false;
    const Instruction& last = flow_.instruction(name.place);
    const std::span<const Operand> operands = last.operands;
    if (last.operation->type != ptx::Type::B32 || last.operation->modifiers.size() != 1) return false;
    if (last.opcode() == Opcode::Lop3 && operands.size() == 5 && operands[4].kind == OperandKind::Integer) {
        // The truth table of (x & mask) | base, for the places where mask and base stand; x stands at the third.
        constexpr unsigned columns[] = {0xf0, 0xcc, 0xaa};
        unsigned mask = 3;
        unsigned base = 3;
        for (unsigned i = 0; i < 3; ++i) {
            const auto word = word_of(operands[i + 1], name.place);
            if (word == 0U) mask = i;
            if (word == 1U) base = i;
        }
        if (mask == 3 || base == 3) return false;
        return operands[4].bits == ((columns[3 - mask - base] & columns[mask]) | columns[base]);
    }
    if (last.opcode() != Opcode::Or || operands.size() != 3) return false;
    for (const std::size_t at : {std::size_t{1}, std::size_t{2}}) {
        const Operand& other = operands[3 - at];
        if (word_of(operands[at], name.place) != 1U || !other.is_register() || other.component) continue;
        const Name masked = flow_.names().before(other.id, name.place);
        if (!masked.is_written()) continue;
        const Instruction& first = flow_.instruction(masked.place);
        if (first.opcode() != Opcode::And || first.operation->type != ptx::Type::B32 || first.operands.size() != 3)
            continue;
        if (word_of(first.operands[1], masked.place) == 0U || word_of(first.operands[2], masked.place) == 0U)
            return true;
    }
    return false;
}

}  // namespace ringfence::guard
