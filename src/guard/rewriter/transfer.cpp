#include "guard/rewriter/transfer.h"

#include <algorithm>

#include "guard/rewriter/arithmetic.h"
#include "guard/rewriter/special_values.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::OperandKind;

bool is_signed_type(ptx::Type type) {
    return ptx::isa::info(type).kind == ptx::TypeKind::Signed;
}

bool is_integer_type(ptx::Type type) {
    const ptx::TypeKind kind = ptx::isa::info(type).kind;
    return kind == ptx::TypeKind::Bits || kind == ptx::TypeKind::Unsigned || kind == ptx::TypeKind::Signed;
}

class Transfer {
public:
    Transfer(const ptx::Function& function, const ptx::Instruction& instruction, const ValueOf& value_of)
        : function_(function), instruction_(instruction), value_of_(value_of) {
        bits_ = ptx::isa::info(instruction.operation->type).bits;
        signed_ = is_signed_type(instruction.operation->type);
    }

    Value of(ptx::RegisterId result) {
        const ptx::Type type = function_.group_of(result).type;
        result_bits_ = ptx::isa::info(type).bits;
        if (instruction_.operands.empty()) return unknown();
        const ptx::Operand& target = instruction_.operands[0];
        if (instruction_.opcode() == Opcode::Ld) return load(result);
        if (!target.is_register() || target.id != result || target.component) return unknown();
        if (instruction_.opcode() == Opcode::Cvt) return wrapped(convert());
        if (!is_integer_type(instruction_.operation->type)) return unknown();
        return wrapped(compute());
    }

private:
    Value unknown() const { return Value::unknown(result_bits_, true); }

    Value wrapped(Value value) const {
        if (value.root.kind == RootKind::Number || result_bits_ < 64) {
            value.sure = wrap(value.sure, result_bits_);
            value.likely = wrap(value.likely, result_bits_);
        }
        return value;
    }

    Value operand(std::size_t index) const {
        if (index >= instruction_.operands.size()) return unknown();
        const ptx::Operand& one = instruction_.operands[index];
        switch (one.kind) {
            case OperandKind::Register: return one.component || one.negated ? unknown() : value_of_(one.id);
            case OperandKind::Integer: return Value::number(static_cast<std::int64_t>(one.bits));
            case OperandKind::Special: return special_value(one);
            case OperandKind::Variable: return Value::address(*one.variable, one.offset);
            default: return unknown();
        }
    }
    Value number(std::size_t index) const { return as_number(operand(index), bits_); }
    Value unsigned_number(std::size_t index) const {
        Value value = number(index);
        value.sure = as_unsigned(value.sure, bits_);
        value.likely = as_unsigned(value.likely, bits_);
        return value;
    }
    Value typed(std::size_t index) const { return signed_ ? number(index) : unsigned_number(index); }

    Value compute() {
        switch (instruction_.opcode()) {
            case Opcode::Mov: return operand(1);
            case Opcode::Add: return sum(operand(1), operand(2));
            case Opcode::Sub: return difference(operand(1), operand(2), bits_);
            case Opcode::Mul: return product();
            case Opcode::Mad: return sum(product(), operand(3));
            case Opcode::Shl: return shifted_left();
            case Opcode::Shr: return shifted_right();
            case Opcode::And: return masked();
            case Opcode::Or:
            case Opcode::Xor: return combined();
            case Opcode::Min:
            case Opcode::Max: return extreme();
            case Opcode::Div: return quotient(typed(1), typed(2), integer());
            case Opcode::Rem: return remainder(typed(1), typed(2), integer());
            case Opcode::Neg: return difference(Value::number(0), number(1), bits_);
            case Opcode::Not: return difference(Value::number(-1), number(1), bits_);
            case Opcode::Cvta: return converted_address();
            case Opcode::Selp: return join(operand(1), operand(2));
            case Opcode::Bfe: return field();
            case Opcode::Bfi: return inserted();
            case Opcode::Popc:
            case Opcode::Clz: return small_number(bits_);
            default: return unknown();
        }
    }

    Value product() const {
        if (instruction_.operation->has(Modifier::Hi)) return unknown();
        return multiplied(typed(1), typed(2), instruction_.operation->has(Modifier::Wide) ? 64 : bits_);
    }

    bool constant(std::size_t index, std::int64_t& value) const {
        const Value one = operand(index);
        value = one.sure.low;
        return one.root.kind == RootKind::Number && one.sure.is_constant();
    }

    Value shifted_left() const {
        std::int64_t by = 0;
        if (!constant(2, by) || by < 0 || by >= bits_) return unknown();
        return left_shifted(number(1), static_cast<unsigned>(by));
    }

    Value shifted_right() const {
        std::int64_t by = 0;
        if (!constant(2, by) || by < 0 || by >= bits_) return unknown();
        return right_shifted(typed(1), static_cast<unsigned>(by), integer());
    }

    Value masked() const {
        std::int64_t mask = 0;
        if (constant(2, mask)) return with_mask(operand(1), mask, bits_);
        if (constant(1, mask)) return with_mask(operand(2), mask, bits_);
        return conjunction(number(1), number(2), bits_);
    }

    Value combined() const {
        std::int64_t added = 0;
        const Value a = operand(1);
        // Bits that are zero are set: that adds them.
        if (constant(2, added) && added >= 0 && a.zeros < 63 && added < std::int64_t{1} << a.zeros) {
            return sum(a, Value::number(added));
        }
        return disjunction(number(1), number(2), bits_);
    }

    Value extreme() const {
        return instruction_.opcode() == Opcode::Min ? minimum(typed(1), typed(2), integer())
                                                    : maximum(typed(1), typed(2), integer());
    }

    Integer integer() const { return {bits_, signed_}; }

    Value converted_address() const {
        Value value = operand(1);
        const ptx::Space space = instruction_.operation->space;
        const bool to = instruction_.operation->has(Modifier::To);
        value.root.is_pointer = value.root.kind == RootKind::Parameter;
        if (value.root.kind == RootKind::Variable && value.root.variable->space != ptx::Space::Global) {
            if (value.root.variable->space != space || value.root.is_generic != to) return unknown();
            value.root.is_generic = !to;
        } else if (value.root.kind == RootKind::Number) {
            value.root.kind = RootKind::Unknown;
        }
        return value;
    }

    Value field() const {
        std::int64_t length = 0;
        if (signed_ || !constant(3, length) || length < 0 || length >= bits_) return unknown();
        const Value a = number(1);
        return computed(a, number(2), [length](Range, Range) { return Range{0, (std::int64_t{1} << length) - 1}; });
    }

    // Some bits of b, and the low ones of a in the place of the others: the sum of both.
    Value inserted() const {
        std::int64_t from = 0;
        std::int64_t count = 0;
        if (!constant(3, from) || !constant(4, count) || from < 0 || from >= bits_ || count <= 0) return unknown();
        Value a = number(1);
        std::int64_t kept = (std::int64_t{1} << from) - 1;
        if (from + count < bits_) {
            const std::int64_t low = (std::int64_t{1} << count) - 1;
            a = with_mask(a, low, bits_);
            kept = ~(low << from);
        }
        const Value b = number(2);
        return sum(left_shifted(a, static_cast<unsigned>(from)), b.sure.low >= 0 ? b : with_mask(b, kept, bits_));
    }

    Value small_number(std::int64_t most) const {
        return computed(number(1), number(1), [most](Range, Range) { return Range{0, most}; });
    }

    Value convert() const {
        const auto specs = instruction_.operation->form->operands();
        const ptx::Type to = instruction_.operation->type_of(specs[0]).type;
        const ptx::Type from = instruction_.operation->type_of(specs[1]).type;
        if (!is_integer_type(to) || !is_integer_type(from)) return unknown();
        const unsigned to_bits = ptx::isa::info(to).bits;
        const unsigned from_bits = ptx::isa::info(from).bits;
        Value value = operand(1);
        if (value.root.kind == RootKind::Variable && to_bits >= 32 && from_bits >= 32) return value;
        value = as_number(value, from_bits);
        const auto one = [&](Range range, Range) {
            const Range all = Range::of_bits(from_bits, is_signed_type(from));
            const Range source = range.within(all.low, all.high) || from_bits == 64 ? range : all;
            const Range target = Range::of_bits(to_bits, is_signed_type(to));
            return source.within(target.low, target.high) ? source : target;
        };
        Value result = computed(value, value, one);
        result.zeros = value.zeros;
        return result;
    }

    Value load(ptx::RegisterId result) const {
        const ptx::Operation& operation = *instruction_.operation;
        if (!is_integer_type(operation.type)) return unknown();
        Value value = Value::unknown(std::min<unsigned>(bits_, result_bits_), signed_);
        const std::optional<ParameterPlace> place = loaded_parameter(function_, instruction_, value_of_);
        if (!place) return wrapped(value);
        value.is_of_launch = true;
        if (bits_ == 64 && !signed_) return parameter(*place, result);
        value.likely = {0, std::min(likely_parameter, value.sure.high)};
        return wrapped(value);
    }

    // Eight bytes that may be a pointer.
    Value parameter(const ParameterPlace& place, ptx::RegisterId result) const {
        std::int64_t offset = place.offset;
        const ptx::Operand& target = instruction_.operands[0];
        for (const ptx::Operand& element : target.elements()) {
            if (element.is_register() && element.id == result) break;
            offset += 8;
        }
        Value value = Value::number(0);
        value.root = {RootKind::Parameter, false, place.variable->pointer.present, place.variable,
                      static_cast<std::uint32_t>(offset)};
        value.zeros = 4;
        return value;
    }

    const ptx::Function& function_;
    const ptx::Instruction& instruction_;
    const ValueOf& value_of_;
    unsigned bits_ = 0;
    bool signed_ = false;
    unsigned result_bits_ = 64;
};

}  // namespace

Value transfer(const ptx::Function& function, const ptx::Instruction& instruction, ptx::RegisterId result,
               const ValueOf& value_of) {
    return Transfer(function, instruction, value_of).of(result);
}

std::optional<ParameterPlace> loaded_parameter(const ptx::Function& function, const ptx::Instruction& load,
                                               const ValueOf& value_of) {
    if (load.operation->space != ptx::Space::Param || !function.is_entry) return std::nullopt;
    const ptx::Operand& address = load.operands[1];
    const ptx::Operand& base = address.address_base();
    ParameterPlace place = {base.kind == OperandKind::Variable ? base.variable : nullptr, address.offset};
    if (base.is_register()) {
        const Value value = value_of(base.id);
        const bool is_sure = value.root.is_variable(ptx::Space::Param) && !value.root.is_generic &&
                             value.sure.is_constant() && value.sure.low >= 0 &&
                             value.sure.low <= static_cast<std::int64_t>(value.root.variable->bytes());
        if (!is_sure) return std::nullopt;
        place = {value.root.variable, address.offset + value.sure.low};
    }
    const auto parameters = function.signature.parameters;
    if (std::find(parameters.begin(), parameters.end(), place.variable) == parameters.end()) return std::nullopt;
    return place;
}

bool is_computed(const ptx::Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::Mov:
        case Opcode::Add:
        case Opcode::Sub:
        case Opcode::Mul:
        case Opcode::Mad:
        case Opcode::Shl:
        case Opcode::Shr:
        case Opcode::And:
        case Opcode::Or:
        case Opcode::Xor:
        case Opcode::Min:
        case Opcode::Max:
        case Opcode::Div:
        case Opcode::Rem:
        case Opcode::Neg:
        case Opcode::Not:
        case Opcode::Cvta:
        case Opcode::Cvt:
        case Opcode::Selp:
        case Opcode::Bfe:
        case Opcode::Bfi:
        case Opcode::Popc:
        case Opcode::Clz: return true;
        // The address may be in a register.
        case Opcode::Ld: return instruction.operation->space == ptx::Space::Param;
        default: return false;
    }
}

}  // namespace ringfence::guard::rewriting
