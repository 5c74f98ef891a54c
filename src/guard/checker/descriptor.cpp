#include "guard/checker/descriptor.h"

#include <algorithm>
#include <array>
#include <span>

namespace ringfence::guard {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

namespace {

// The values of the sequence, as docs/guard.md explains them.
enum class Slot : std::uint8_t {
    Descriptor,  // the tenant's own
    Low,         // its halves
    High,
    Start,  // its parts
    Leading,
    Stride,
    Mode,
    Less,  // a row of the pattern
    Shift,
    Row,
    Rest,
    IsPlain,
    Further,  // how far the tile reaches
    Second,
    Count,
    Beside,
    Furthest,
    LastRow,
    Half,
    Sum,
    Last,
    Units,  // and how far it may
    Fits,
    Safe,
    Nothing,
};

struct Term {
    enum class Kind : std::uint8_t { None, Of, Constant, LastGroup };
    Kind kind = Kind::None;
    Slot slot = Slot::Nothing;
    std::uint64_t constant = 0;

    constexpr Term() = default;
    constexpr Term(Slot of) : kind(Kind::Of), slot(of) {}  // NOLINT(google-explicit-constructor)
    constexpr Term(int number) : kind(Kind::Constant), constant(static_cast<std::uint64_t>(number)) {}  // NOLINT
    constexpr Term(Kind special, int) : kind(special) {}
};
constexpr Term last_group(Term::Kind::LastGroup, 0);  // rows / 8 − 1

// `opcode.extra.type result, a, b, c`
struct Step {
    Slot result;
    Opcode opcode;
    Type type;
    std::array<Term, 3> operands;
    Modifier extra = Modifier::Aligned;  // Aligned: none
};

constexpr std::size_t shared_steps = 12;
constexpr std::array<Step, shared_steps> of_both = {{
    {Slot::Safe, Opcode::Selp, Type::B64, {Slot::Descriptor, 0, Slot::Fits}},
    {Slot::Fits, Opcode::Setp, Type::U32, {Slot::Last, Slot::Units}, Modifier::Lt},
    {Slot::Start, Opcode::And, Type::B32, {Slot::Low, 16383}},
    {Slot::Leading, Opcode::Bfe, Type::U32, {Slot::Low, 16, 14}},
    {Slot::Stride, Opcode::And, Type::B32, {Slot::High, 16383}},
    {Slot::Mode, Opcode::Shr, Type::U32, {Slot::High, 30}},
    {Slot::Less, Opcode::Sub, Type::U32, {4, Slot::Mode}},
    {Slot::Shift, Opcode::And, Type::B32, {Slot::Less, 3}},
    {Slot::Row, Opcode::Shl, Type::B32, {1, Slot::Shift}},
    {Slot::Rest, Opcode::Sub, Type::U32, {Slot::Row, 1}},
    {Slot::IsPlain, Opcode::Setp, Type::U32, {Slot::Mode, 0}, Modifier::Eq},
    {Slot::Last, Opcode::Or, Type::B32, {Slot::Sum, Slot::Rest}},
}};
constexpr std::array<Step, 4> of_rows = {{
    {Slot::Second, Opcode::Selp, Type::B32, {Slot::Leading, 1, Slot::IsPlain}},
    {Slot::Furthest, Opcode::Mad, Type::U32, {Slot::Stride, last_group, Slot::Start}, Modifier::Lo},
    {Slot::LastRow, Opcode::Mad, Type::U32, {Slot::Row, 7, Slot::Furthest}, Modifier::Lo},
    {Slot::Sum, Opcode::Add, Type::U32, {Slot::LastRow, Slot::Second}},
}};
constexpr std::array<Step, 8> of_columns = {{
    {Slot::Further, Opcode::Selp, Type::B32, {Slot::Stride, Slot::Leading, Slot::IsPlain}},
    {Slot::Second, Opcode::Selp, Type::B32, {Slot::Leading, Slot::Stride, Slot::IsPlain}},
    {Slot::Count, Opcode::Shr, Type::U32, {last_group, Slot::Shift}},
    {Slot::Beside, Opcode::Min, Type::U32, {Slot::Rest, last_group}},
    {Slot::Furthest, Opcode::Mad, Type::U32, {Slot::Further, Slot::Count, Slot::Start}, Modifier::Lo},
    {Slot::LastRow, Opcode::Mad, Type::U32, {Slot::Row, 7, Slot::Furthest}, Modifier::Lo},
    {Slot::Half, Opcode::Add, Type::U32, {Slot::LastRow, Slot::Second}},
    {Slot::Sum, Opcode::Add, Type::U32, {Slot::Half, Slot::Beside}},
}};

class Matcher {
public:
    Matcher(Values& values, const ptx::DescribedTile& tile) : values_(values), tile_(tile) {}

    // True if the operand holds the sequence's value of `slot`: each value of it is one name, written by its step.
    bool matches(Slot slot, const Operand& operand, std::uint32_t statement) {
        if (!operand.is_register() || operand.component || operand.negated) return false;
        const Name name = values_.flow().names().before(operand.id, statement);
        if (name.kind == Name::Kind::Undefined) return false;
        Name& known = names_[static_cast<std::size_t>(slot)];
        if (known.kind != Name::Kind::Undefined) return known == name;
        known = name;
        if (slot == Slot::Descriptor) return true;
        if (!name.is_written()) return false;
        const Instruction& instruction = values_.flow().instruction(name.place);
        if (slot == Slot::Low || slot == Slot::High) return is_half(slot, name, instruction);
        if (slot == Slot::Units) return is_units(name, instruction);
        const Step* step = step_of(slot);
        return step != nullptr && matches(*step, name, instruction);
    }

    // The bytes of shared memory, according to the end that the sequence computed with.
    std::uint64_t kept() const { return kept_; }

private:
    const Step* step_of(Slot slot) const {
        for (const Step& step : of_both)
            if (step.result == slot) return &step;
        const std::span<const Step> others =
            tile_.is_transposed ? std::span<const Step>(of_columns) : std::span<const Step>(of_rows);
        for (const Step& step : others)
            if (step.result == slot) return &step;
        return nullptr;
    }

    static bool is_result(const Operand& to, const Name& name) {
        return to.is_register() && to.id == name.reg && !to.component && !to.negated;
    }

    bool matches(const Step& step, const Name& name, const Instruction& instruction) {
        const ptx::Operation& operation = *instruction.operation;
        const bool has_extra = step.extra != Modifier::Aligned;
        if (instruction.opcode() != step.opcode || operation.type != step.type ||
            operation.modifiers.size() != (has_extra ? 2U : 1U) || (has_extra && !operation.has(step.extra)))
            return false;
        std::size_t count = 1;
        while (count <= step.operands.size() && step.operands[count - 1].kind != Term::Kind::None)
            ++count;
        if (instruction.operands.size() != count || !is_result(instruction.operands[0], name)) return false;
        for (std::size_t i = 1; i < count; ++i)
            if (!matches(step.operands[i - 1], instruction.operands[i], name.place)) return false;
        return true;
    }

    bool matches(const Term& term, const Operand& operand, std::uint32_t statement) {
        if (term.kind == Term::Kind::Of) return matches(term.slot, operand, statement);
        const std::uint64_t number = term.kind == Term::Kind::LastGroup ? tile_.rows / 8 - 1 : term.constant;
        return operand.kind == OperandKind::Integer && !operand.negated && operand.bits == number;
    }

    // mov.b64 {low, high}, descriptor;
    bool is_half(Slot slot, const Name& name, const Instruction& instruction) {
        if (instruction.opcode() != Opcode::Mov || instruction.operation->type != Type::B64 ||
            instruction.operation->modifiers.size() != 1 || instruction.operands.size() != 2)
            return false;
        const std::span<const Operand> halves = instruction.operands[0].elements();
        if (instruction.operands[0].kind != OperandKind::Vector || halves.size() != 2) return false;
        if (!is_result(halves[slot == Slot::High ? 1 : 0], name)) return false;
        return matches(Slot::Descriptor, instruction.operands[1], name.place);
    }

    // shr.u32 units, end, 4; with the end of the block's shared memory
    bool is_units(const Name& name, const Instruction& instruction) {
        if (instruction.opcode() != Opcode::Shr || instruction.operation->type != Type::U32 ||
            instruction.operation->modifiers.size() != 1 || instruction.operands.size() != 3)
            return false;
        const Operand& by = instruction.operands[2];
        if (!is_result(instruction.operands[0], name) || by.kind != OperandKind::Integer || by.bits != 4) return false;
        const Value end = values_.at(instruction.operands[1], name.place, 32);
        kept_ = end.kept;
        return end.kind == Value::Kind::SharedEnd && end.less == 0 && end.less_name.kind == Name::Kind::Undefined;
    }

    Values& values_;
    const ptx::DescribedTile& tile_;
    std::array<Name, static_cast<std::size_t>(Slot::Nothing)> names_ = {};
    std::uint64_t kept_ = 0;
};

// The reach of the descriptor 0: eight rows of 16 bytes, from the beginning of shared memory.
constexpr std::uint64_t least_shared = 128;

}  // namespace

std::string prove_descriptor(Values& values, const Operand& operand, std::uint32_t statement,
                             const ptx::DescribedTile& tile, std::uint64_t kept_shared) {
    Matcher matcher(values, tile);
    if (!matcher.matches(Slot::Safe, operand, statement))
        return "its descriptor is not bounded to the block's shared memory";
    if (std::min(kept_shared, matcher.kept()) < least_shared)
        return "the kernel may have less shared memory; take the larger one of the end and the address of a .shared "
               "variable of 128 bytes, at the function's start";
    return {};
}

}  // namespace ringfence::guard
