// The effect of instructions on ranges and addresses.
#include <algorithm>
#include <bit>

#include "guard/checker/values.h"

namespace ringfence::guard {

using Kind = Value::Kind;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::SpecialRegister;
using ptx::TypeKind;

namespace {

// No block has more shared memory than this, nor more of it reserved.
constexpr std::int64_t most_shared = std::int64_t{1} << 20;
constexpr std::uint32_t most_shared_alignment = 16;

struct Integer {
    unsigned bits = 0;  // 0: it is none
    bool is_signed = false;
};

Integer integer_of(ptx::Type type) {
    const ptx::TypeInfo& info = ptx::isa::info(type);
    const bool is_integer =
        info.kind == TypeKind::Bits || info.kind == TypeKind::Signed || info.kind == TypeKind::Unsigned;
    return {is_integer && info.bits >= 8 && info.bits <= 64 ? info.bits : 0U, info.kind == TypeKind::Signed};
}

bool has_only(const ptx::Operation& operation, std::size_t modifiers) {
    return operation.modifiers.size() == modifiers;
}

Space plain(Space space) {
    return space == Space::SharedCluster ? Space::Shared : space;
}

}  // namespace

// The value as a number. The launch knows a parameter; if it is unknown which one of several it is, or whether it is
// one at all, the value is any number, in its low bits too.
NodeId Values::number_of(const Value& value, unsigned width) {
    switch (value.kind) {
        case Kind::Number: return value.node;
        case Kind::InWindow:
            if (value.parameters == 0)
                return builder_.any(width,
                                    std::min<unsigned>({value.zeros, builder_.always(value.node).zeros, width - 1}));
            if (std::has_single_bit(value.parameters) && value.zeros == Value::only_parameters) {
                const auto offset = static_cast<std::uint32_t>(std::countr_zero(value.parameters)) * 8;
                return builder_.apply(RangeOp::Add, 64, builder_.parameter(offset, 64, true), value.node);
            }
            return builder_.any(width);
        case Kind::SharedDynamic: return builder_.constant({0, most_shared, 0});
        case Kind::SharedEnd:
        case Kind::SharedPlace:
            // The end less something may have wrapped. The number of a generic address is unknown.
            if (value.is_generic || value.less != 0 || value.less_name.kind != Name::Kind::Undefined)
                return builder_.any(width);
            return builder_.constant({0, most_shared, std::min<std::uint8_t>(value.zeros, 63)});
        default: return builder_.any(width);
    }
}

Value Values::combine(RangeOp op, unsigned width, const Value& a, const Value& b) {
    return Value::number(builder_.apply(op, width, number_of(a, width), number_of(b, width)));
}

Value Values::add(const Value& a, const Value& b, unsigned width) {
    // Arrays whose size the launch decides lie behind all others, and take all that it gives.
    if (a.kind == Kind::SharedDynamic && b.kind == Kind::InVariable) return add(b, a, width);
    if (a.kind == Kind::InVariable && b.kind == Kind::SharedDynamic && width == 32 && !a.is_generic &&
        a.variable->space == Space::Shared && a.variable->linkage == ptx::Linkage::Extern && a.variable->bytes() == 0 &&
        builder_.always(a.node) == Range::exactly(0)) {
        Value end;
        end.kind = Kind::SharedEnd;
        end.variable = a.variable;
        return end;
    }
    // If both are addresses, one is a parameter that is in fact a number: the root is the other, or the first.
    const auto is_parameter = [](const Value& value) { return value.kind == Kind::InWindow && value.parameters != 0; };
    const bool first = a.is_address() && (!b.is_address() || !is_parameter(a) || is_parameter(b));
    if (!first && !b.is_address()) return combine(RangeOp::Add, width, a, b);
    const Value& root = first ? a : b;
    Value result = root;
    result.node = builder_.apply(RangeOp::Add, width, root.node, number_of(first ? b : a, width));
    return result;
}

Value Values::subtract(const Value& a, const Value& b, const Source& right, unsigned width) {
    const auto is_all = [](const Value& value) {
        return value.less == 0 && value.less_name.kind == Name::Kind::Undefined && !value.is_generic;
    };
    if (a.kind == Kind::SharedEnd && is_all(a) && width == 32) {
        Value result = a;
        // By another array the end may be a larger number, if the arrays are aligned differently: that would wrap.
        if (b.kind == Kind::SharedPlace && is_all(b) && a.variable == b.variable) {
            result.less_name = right.name;
            return result;
        }
        const Range& amount = builder_.always(number_of(b, width));
        if (amount.is_single() && amount.low > 0 && amount.low <= most_shared) {
            result.less = static_cast<std::uint32_t>(amount.low);
            return result;
        }
    }
    if (!a.is_address() || b.kind == Kind::InVariable) return combine(RangeOp::Sub, width, a, b);
    Value result = a;
    result.node = builder_.apply(RangeOp::Sub, width, a.node, number_of(b, width));
    return result;
}

// Low zeros of a number, or of an address in shared memory. The assembler aligns a variable within the block's shared
// memory, which begins behind what the card keeps for itself (at 1024 on an H200): a larger alignment is not the
// address's, and no access wants more than 16.
unsigned Values::zeros_of(const Value& value) {
    const unsigned zeros = std::min<unsigned>(builder_.always(value.node).zeros, 31);
    if (value.is_number()) return zeros;
    const bool is_shared = value.kind == Kind::InVariable && !value.is_generic && !value.variable->is_range &&
                           value.variable->space == Space::Shared;
    if (!is_shared) return 0;
    const std::uint32_t alignment = std::clamp(value.variable->alignment(), 1U, most_shared_alignment);
    return std::min(zeros, static_cast<unsigned>(std::countr_zero(alignment)));
}

// At most the end of shared memory, or at most a place before it, whatever the other one is: it is one of them.
Value Values::min_unsigned(const Value& a, const Value& b, unsigned width) {
    const auto is_last = [](const Value& value) {
        return value.kind == Kind::SharedEnd || (value.kind == Kind::SharedPlace && !value.is_generic);
    };
    const bool first = is_last(a);
    if (width != 32 || (!first && !is_last(b))) return combine(RangeOp::MinUnsigned, width, a, b);
    Value result = first ? a : b;
    result.kind = Kind::SharedPlace;
    result.zeros = static_cast<std::uint8_t>(std::min<unsigned>(result.zeros, zeros_of(first ? b : a)));
    return result;
}

// The end lies behind all variables of shared memory, so it is the larger one. Code that uses the result needs the
// variable: no compiler or linker leaves it out, and the block has at least its bytes.
Value Values::max_unsigned(const Value& a, const Value& b, unsigned width) {
    if (b.kind == Kind::SharedEnd && a.kind != Kind::SharedEnd) return max_unsigned(b, a, width);
    const bool is_end = a.kind == Kind::SharedEnd && a.less == 0 && a.less_name.kind == Name::Kind::Undefined;
    const bool is_variable = b.kind == Kind::InVariable && !b.is_generic && b.variable->space == Space::Shared &&
                             b.variable->bytes() != 0 && builder_.always(b.node) == Range::exactly(0);
    if (width != 32 || !is_end || !is_variable) return combine(RangeOp::MaxUnsigned, width, a, b);
    Value result = a;
    result.kept = std::max(a.kept, b.variable->bytes());
    return result;
}

Value Values::bitwise_and(const Value& a, const Value& b, unsigned width) {
    if (b.kind == Kind::SharedPlace && a.kind != Kind::SharedPlace) return bitwise_and(b, a, width);
    // A mask of the end must only align it: the end's value is not known, so other bits of it are an unknown number.
    const bool is_aligned_end =
        a.kind == Kind::SharedEnd && width == 32 && builder_.always(number_of(b, width)).high < 0;
    const bool is_place = a.kind == Kind::SharedPlace && !a.is_generic;
    if ((!is_place && !is_aligned_end) || !b.is_number()) return combine(RangeOp::And, width, a, b);
    Value result = a;  // bits that are taken away make it smaller
    result.kind = Kind::SharedPlace;
    result.zeros = std::max(a.zeros, builder_.always(b.node).zeros);
    return result;
}

// The low `from` bits of a value, as a number with or without a sign, in a register of `to` bits.
Value Values::extend(const Value& value, unsigned from, bool is_signed, unsigned to) {
    NodeId node = builder_.apply(RangeOp::SignExtend, from, number_of(value, 64));
    if (!is_signed) node = builder_.apply(RangeOp::ZeroExtend, from, node);
    return Value::number(builder_.apply(RangeOp::SignExtend, to, node));
}

Value Values::result_of_integer(const Instruction& instruction, std::uint32_t statement, unsigned register_width) {
    const ptx::Operation& operation = *instruction.operation;
    const Integer type = integer_of(operation.type);
    const Opcode opcode = instruction.opcode();
    if (type.bits < 16) return any(64);
    const unsigned width = type.bits;
    const auto value = [&](std::size_t index, unsigned bits) {
        return index < instruction.operands.size() ? operand_value(instruction.operands[index], statement, bits)
                                                   : any(64);
    };
    const auto binary = [&](RangeOp with_sign, RangeOp without_sign) {
        return combine(type.is_signed ? with_sign : without_sign, width, value(1, width), value(2, width));
    };
    if (opcode == Opcode::Mul || opcode == Opcode::Mad) {
        const bool wide = operation.has(Modifier::Wide);
        if (!has_only(operation, 2) || !(wide || operation.has(Modifier::Lo))) return any(register_width);
        Value a = value(1, width);
        Value b = value(2, width);
        if (wide && !type.is_signed) {
            a = Value::number(builder_.apply(RangeOp::ZeroExtend, width, number_of(a, width)));
            b = Value::number(builder_.apply(RangeOp::ZeroExtend, width, number_of(b, width)));
        }
        const unsigned result_width = wide ? 2 * width : width;
        if (result_width > 64) return any(64);
        const Value product = combine(RangeOp::Mul, result_width, a, b);
        return opcode == Opcode::Mul ? product : add(product, value(3, result_width), result_width);
    }
    if (!has_only(operation, 1)) return any(register_width);
    switch (opcode) {
        case Opcode::Add: return add(value(1, width), value(2, width), width);
        case Opcode::Sub: {
            if (const auto rest = result_of_remainder(instruction, statement, width)) return *rest;
            const auto right = flow_.source(instruction.operands[2], statement, width);
            return subtract(value(1, width), value(2, width), right.value_or(Source{}), width);
        }
        case Opcode::And: return bitwise_and(value(1, width), value(2, width), width);
        case Opcode::Or: return combine(RangeOp::Or, width, value(1, width), value(2, width));
        case Opcode::Xor: return combine(RangeOp::Xor, width, value(1, width), value(2, width));
        case Opcode::Not: return Value::number(builder_.apply(RangeOp::Not, width, number_of(value(1, width), width)));
        case Opcode::Neg: return combine(RangeOp::Sub, width, Value::number(builder_.exactly(0)), value(1, width));
        case Opcode::Min:
            if (!type.is_signed) return min_unsigned(value(1, width), value(2, width), width);
            return binary(RangeOp::MinSigned, RangeOp::MinUnsigned);
        case Opcode::Max:
            if (!type.is_signed) return max_unsigned(value(1, width), value(2, width), width);
            return binary(RangeOp::MaxSigned, RangeOp::MaxUnsigned);
        case Opcode::Div: return binary(RangeOp::DivSigned, RangeOp::DivUnsigned);
        case Opcode::Rem: return binary(RangeOp::RemSigned, RangeOp::RemUnsigned);
        case Opcode::Shl: return combine(RangeOp::Shl, width, value(1, width), value(2, 32));
        case Opcode::Shr:
            return combine(type.is_signed ? RangeOp::ShrSigned : RangeOp::ShrUnsigned, width, value(1, width),
                           value(2, 32));
        case Opcode::Selp: return unite(value(1, width), value(2, width), width);
        default: return any(register_width);
    }
}

// The number that was added to `name` to get `other`, which may be a copy; nothing if it is something else. A division
// of a signed number adds to negative ones before it masks them.
std::optional<NodeId> Values::added_to(const Name& name, Name other) {
    constexpr unsigned most_copies = 4;
    NodeId sum = builder_.exactly(0);
    for (unsigned i = 0; i < most_copies; ++i) {
        // Registers that may not have been written all have one name, and any values.
        if (other.kind == Name::Kind::Undefined) return std::nullopt;
        if (name == other) return sum;
        if (!other.is_written()) return std::nullopt;
        const Instruction& instruction = flow_.instruction(other.place);
        const unsigned width = width_of(other.reg);
        const bool is_plain = (instruction.opcode() == Opcode::Mov || instruction.opcode() == Opcode::Add) &&
                              has_only(*instruction.operation, 1) &&
                              integer_of(instruction.operation->type).bits == width && width_of(name.reg) == width &&
                              instruction.operands[0].is_register();
        if (!is_plain) return std::nullopt;
        const auto first = flow_.source(instruction.operands[1], other.place, width);
        if (!first || first->constant) return std::nullopt;
        if (instruction.opcode() == Opcode::Add) {
            const Value added = operand_value(instruction.operands[2], other.place, width);
            if (!added.is_number()) return std::nullopt;
            sum = builder_.apply(RangeOp::Add, width, sum, added.node);
        }
        other = first->name;
    }
    return std::nullopt;
}

// `x - ((x + y) & -2^k)` is `((x + y) & (2^k - 1)) - y`, which says more of it than the difference of two ranges.
std::optional<Value> Values::result_of_remainder(const Instruction& instruction, std::uint32_t statement,
                                                 unsigned width) {
    const auto left = flow_.source(instruction.operands[1], statement, width);
    const auto right = flow_.source(instruction.operands[2], statement, width);
    if (!left || !right || left->constant || right->constant || !right->name.is_written()) return std::nullopt;
    const Instruction& masked = flow_.instruction(right->name.place);
    if (masked.opcode() != Opcode::And || !has_only(*masked.operation, 1) || masked.operands.size() != 3 ||
        integer_of(masked.operation->type).bits != width || width_of(right->name.reg) != width)
        return std::nullopt;
    const auto whole = flow_.source(masked.operands[1], right->name.place, width);
    const auto mask = flow_.source(masked.operands[2], right->name.place, width);
    if (!whole || whole->constant || !mask || !mask->constant || *mask->constant >= 0) return std::nullopt;
    const std::uint64_t step = 0 - static_cast<std::uint64_t>(*mask->constant);
    if (!std::has_single_bit(step)) return std::nullopt;
    const std::optional<NodeId> added = added_to(left->name, whole->name);
    if (!added) return std::nullopt;
    const NodeId low = builder_.exactly(static_cast<std::int64_t>(step - 1));
    const Value rest =
        combine(RangeOp::And, width, operand_value(masked.operands[1], right->name.place, width), Value::number(low));
    return combine(RangeOp::Sub, width, rest, Value::number(*added));
}

// `bfi.b32 d, a, b, from, count`: some bits of b, and the low ones of a in the place of the others. No bit is in both,
// so their sum is the result.
Value Values::result_of_insert(const Instruction& instruction, std::uint32_t statement, unsigned register_width) {
    const unsigned width = integer_of(instruction.operation->type).bits;
    if (!has_only(*instruction.operation, 1) || instruction.operands.size() != 5) return any(register_width);
    const Operand& from = instruction.operands[3];
    const Operand& count = instruction.operands[4];
    const bool is_constant = from.kind == OperandKind::Integer && count.kind == OperandKind::Integer;
    if (!is_constant || from.bits >= width || count.bits == 0 || count.bits > 255) return any(register_width);
    const auto exactly = [&](std::uint64_t bits) {
        return Value::number(
            builder_.apply(RangeOp::SignExtend, width, builder_.exactly(static_cast<std::int64_t>(bits))));
    };
    Value inserted = operand_value(instruction.operands[1], statement, width);
    std::uint64_t kept = (std::uint64_t{1} << from.bits) - 1;
    if (from.bits + count.bits < width) {
        const std::uint64_t low = (std::uint64_t{1} << count.bits) - 1;
        inserted = combine(RangeOp::And, width, inserted, exactly(low));
        kept = ~(low << from.bits);
    }
    inserted = combine(RangeOp::Shl, width, inserted, exactly(from.bits));
    const Value other = operand_value(instruction.operands[2], statement, width);
    return combine(RangeOp::Add, width, inserted, combine(RangeOp::And, width, other, exactly(kept)));
}

// `bmsk.clamp.b32 d, from, count`: that many ones, from a place on; none is higher than the last. What is too large is
// cut off, so without a bound of both it may be any number.
Value Values::result_of_mask(const Instruction& instruction, std::uint32_t statement) {
    const auto bits = [&](std::size_t index) {
        return builder_.always(number_of(operand_value(instruction.operands[index], statement, 32), 32));
    };
    if (instruction.operands.size() != 3 || !instruction.operation->has(Modifier::Clamp)) return any(32);
    const Range from = bits(1);
    const Range count = bits(2);
    constexpr std::int64_t most = 31;  // the sign's place stays zero
    if (!from.is_within(0, most) || !count.is_within(0, most) || from.high + count.high > most) return any(32);
    return Value::number(builder_.constant({0, (std::int64_t{1} << (from.high + count.high)) - 1, 0}));
}

Value Values::special(const Operand& operand) {
    const char letter = operand.component.letter();
    const bool has_axis = letter >= 'x' && letter <= 'z';
    const unsigned axis = has_axis ? static_cast<unsigned>(letter - 'x') : 0;
    // CUDA's limits for the three axes.
    constexpr std::int64_t block[] = {1024, 1024, 64};
    constexpr std::int64_t grid[] = {INT32_MAX, 65535, 65535};
    const auto input = [&](LaunchInput which, std::int64_t low, std::int64_t high) {
        return has_axis ? Value::number(builder_.input(which, axis, {low, high, 0})) : any(32);
    };
    Value shared;
    switch (static_cast<SpecialRegister>(operand.id)) {
        case SpecialRegister::Tid: return input(LaunchInput::Tid, 0, block[axis] - 1);
        case SpecialRegister::Ntid: return input(LaunchInput::Ntid, 1, block[axis]);
        case SpecialRegister::Ctaid: return input(LaunchInput::Ctaid, 0, grid[axis] - 1);
        case SpecialRegister::Nctaid: return input(LaunchInput::Nctaid, 1, grid[axis]);
        case SpecialRegister::Laneid: return Value::number(builder_.constant({0, 31, 0}));
        case SpecialRegister::DynamicSmemSize: shared.kind = Kind::SharedDynamic; return shared;
        default: return any(64);
    }
}

Value Values::loaded(const ptx::Operation& operation, ptx::RegisterId reg) {
    const Integer type = integer_of(operation.type);
    const unsigned width = width_of(reg);
    if (type.bits == 0 || type.bits >= width) return any(width);
    if (type.is_signed) return Value::number(builder_.any(type.bits));
    return Value::number(builder_.constant({0, (std::int64_t{1} << type.bits) - 1, 0}));
}

// Where a kernel's parameter lies that an address is of: named, or in a register that surely holds its address.
std::optional<std::uint32_t> Values::parameter_at(const Operand& base, std::uint32_t statement) {
    const ptx::Variable* variable = base.kind == OperandKind::Variable ? base.variable : nullptr;
    std::int64_t distance = 0;
    if (base.is_register()) {
        const Value address = operand_value(base, statement, 64);
        const Range& range = builder_.always(address.node);
        if (address.kind != Kind::InVariable || address.is_generic || !range.is_single()) return std::nullopt;
        variable = address.variable;
        distance = range.low;
    }
    const auto place = parameters_.find(variable);
    if (place == parameters_.end() || distance < 0 || distance > INT16_MAX) return std::nullopt;
    return place->second + static_cast<std::uint32_t>(distance);
}

Value Values::result_of_load(const Instruction& instruction, const Name& name) {
    const ptx::Operation& operation = *instruction.operation;
    const Operand& address = instruction.operands[1];
    const Integer type = integer_of(operation.type);
    std::uint32_t element = 0;
    if (instruction.operands[0].kind == OperandKind::Vector) {
        for (const Operand& part : instruction.operands[0].elements()) {
            if (part.is_register() && part.id == name.reg) break;
            ++element;
        }
    }
    if (type.bits == 0 || address.kind != OperandKind::Address) return any(64);
    if (address.offset < 0 || address.offset > INT32_MAX) return loaded(operation, name.reg);
    const std::int64_t offset = address.offset + std::int64_t{element} * (type.bits / 8);
    const Operand& base = address.address_base();
    if (operation.space == Space::Param) {
        const std::optional<std::uint32_t> at_base = parameter_at(base, name.place);
        if (!at_base) return loaded(operation, name.reg);
        const auto at = static_cast<std::uint32_t>(*at_base + offset);
        const unsigned width = width_of(name.reg);
        if (type.bits == 64 && at % 8 == 0 && at / 8 < 64) {
            Value pointer;
            pointer.kind = Kind::InWindow;
            pointer.zeros = Value::only_parameters;
            pointer.parameters = std::uint64_t{1} << (at / 8);
            pointer.node = builder_.exactly(0);
            return pointer;
        }
        const NodeId node = builder_.parameter(at, type.bits, type.is_signed);
        return Value::number(builder_.apply(RangeOp::SignExtend, width, node));
    }
    if (operation.space == Space::Const && base.kind == OperandKind::Variable && base.variable == context_.words) {
        if (type.bits != 64 || offset != 8) return any(64);
        Value block;  // the module's variables, which the loader aligns to 16
        block.kind = Kind::InWindow;
        block.zeros = 4;
        block.is_in_variables = true;
        block.node = builder_.exactly(0);
        return block;
    }
    if (operation.space == Space::Const && type.bits == 64 && operation.vector == 1) {
        const Value table = operand_value(base, name.place, 64);
        if (table.kind == Kind::InVariable && !table.is_generic && context_.tables.contains(table.variable)) {
            Value callee;
            callee.kind = Kind::Callee;
            callee.variable = table.variable;
            return callee;
        }
    }
    return loaded(operation, name.reg);
}

Value Values::result_of_move(const Instruction& instruction, const Name& name) {
    const Operand& to = instruction.operands[0];
    const Operand& from = instruction.operands[1];
    const unsigned bits = ptx::isa::info(instruction.operation->type).bits;
    if (instruction.operation->vector != 1 || (bits != 16 && bits != 32 && bits != 64)) return any(64);
    if (to.is_register() && from.kind != OperandKind::Vector) {
        const Value value = operand_value(from, name.place, bits);
        // All bits of shared memory's size must have been taken.
        return value.is_number() || value.is_address() || value.kind == Kind::Callee || bits == 32 ? value : any(64);
    }
    if (to.is_register()) {  // packing
        if (bits != 64 || from.elements().size() != 2) return any(bits);
        const NodeId low = number_of(operand_value(from.elements()[0], name.place, 32), 32);
        const unsigned zeros = std::min<unsigned>(builder_.always(low).zeros, 32);
        if (!is_fenced_half(from.elements()[1], name.place))
            return Value::number(builder_.any(64, std::min(zeros, 31U)));
        Value fenced;
        fenced.kind = Kind::InWindow;
        fenced.zeros = static_cast<std::uint8_t>(zeros);
        fenced.node = builder_.exactly(0);
        // The text does not tell that it is aligned, but the launch may: parameters are, or are not. With the address
        // the begin of its 128 bytes is in the window.
        if (zeros == 0 && context_.reach.kind != Reach::Window) {
            fenced.zeros = 7;
            fenced.node = builder_.apply(RangeOp::And, 64, low, builder_.exactly(127));
        }
        return fenced;
    }
    // unpacking
    if (bits != 64 || to.kind != OperandKind::Vector || to.elements().size() != 2) return any(64);
    if (!to.elements()[0].is_register() || to.elements()[0].id != name.reg) return any(32);
    const Value whole = operand_value(from, name.place, 64);
    return Value::number(builder_.apply(RangeOp::SignExtend, 32, number_of(whole, 64)));
}

Value Values::result_of_convert(const Instruction& instruction, const Name& name) {
    const ptx::Operation& operation = *instruction.operation;
    const unsigned width = width_of(name.reg);
    if (!has_only(operation, 2)) return any(width);
    const Integer to = integer_of(ptx::isa::type_of(operation.modifiers[0]));
    const Integer from = integer_of(ptx::isa::type_of(operation.modifiers[1]));
    if (to.bits == 0 || from.bits == 0) return any(width);
    Value value = operand_value(instruction.operands[1], name.place, 64);
    if (value.kind == Kind::InWindow && from.bits == 64 && to.bits == 64) return value;
    const bool is_shared =
        value.kind == Kind::InVariable && !value.is_generic && value.variable->space == Space::Shared;
    const bool is_place = value.kind == Kind::SharedPlace && !value.is_generic;
    if ((is_shared || is_place) && from.bits >= 32 && to.bits >= 32 && !from.is_signed && !to.is_signed) {
        // Such addresses have less than 31 bits; a subtraction must not have made it negative.
        if (is_shared) {
            const NodeId narrow = builder_.apply(RangeOp::SignExtend, 32, value.node);
            value.node = width == 32 ? narrow : builder_.apply(RangeOp::NonNegative, 64, narrow);
        }
        return value;
    }
    const Value source = extend(value, from.bits, from.is_signed, 64);
    return extend(source, to.bits, to.is_signed, width);
}

Value Values::result_of_cvta(const Instruction& instruction, const Name& name) {
    const ptx::Operation& operation = *instruction.operation;
    Value value = operand_value(instruction.operands[1], name.place, 64);
    const bool to_space = operation.has(Modifier::To);
    if (ptx::isa::info(operation.type).bits != 64) return any(64);
    if (operation.space == Space::Global) return value.kind == Kind::InWindow ? value : any(64);
    const Space space = plain(operation.space);
    const bool fits =
        value.is_generic == to_space && ((value.kind == Kind::SharedPlace && space == Space::Shared) ||
                                         (value.kind == Kind::InVariable && value.variable->space == space));
    if (!fits) return any(64);
    value.is_generic = !to_space;
    // Only the low half of the address is used, so the offset must be small for the address to stay the same.
    if (value.kind == Kind::InVariable) {
        const NodeId narrow = builder_.apply(RangeOp::SignExtend, 32, value.node);
        value.node = builder_.apply(RangeOp::NonNegative, 64, narrow);
    }
    return value;
}

Value Values::result(const Name& name) {
    const Instruction& instruction = flow_.instruction(name.place);
    const unsigned width = width_of(name.reg);
    if (instruction.operands.empty()) return any(64);
    const Operand& to = instruction.operands[0];
    const bool is_plain = to.is_register() && to.id == name.reg && !to.component;
    switch (instruction.opcode()) {
        case Opcode::Ld: return instruction.operands.size() >= 2 ? result_of_load(instruction, name) : any(64);
        case Opcode::Mov: return instruction.operands.size() == 2 ? result_of_move(instruction, name) : any(64);
        case Opcode::Cvt:
            return is_plain && instruction.operands.size() == 2 ? result_of_convert(instruction, name) : any(64);
        case Opcode::Cvta: return is_plain ? result_of_cvta(instruction, name) : any(64);
        case Opcode::Bmsk: return is_plain ? result_of_mask(instruction, name.place) : any(64);
        case Opcode::Bfi: return is_plain ? result_of_insert(instruction, name.place, width) : any(64);
        case Opcode::Popc:
        case Opcode::Clz: return is_plain ? Value::number(builder_.constant({0, 64, 0})) : any(64);
        case Opcode::Add:
        case Opcode::Sub:
        case Opcode::Mul:
        case Opcode::Mad:
        case Opcode::And:
        case Opcode::Or:
        case Opcode::Xor:
        case Opcode::Not:
        case Opcode::Neg:
        case Opcode::Min:
        case Opcode::Max:
        case Opcode::Div:
        case Opcode::Rem:
        case Opcode::Shl:
        case Opcode::Shr:
        case Opcode::Selp: return is_plain ? result_of_integer(instruction, name.place, width) : any(64);
        default: return any(64);
    }
}

}  // namespace ringfence::guard
