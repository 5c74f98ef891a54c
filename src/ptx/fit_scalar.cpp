// Single values: registers, special registers, immediates, addresses as numbers.
#include <algorithm>

#include <fmt/format.h>

#include "ptx/fit_text.h"
#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

using fitting::say;
using fitting::shape_text;
using fitting::type_text;
using isa::Shape;

// True if a register of type `have` can hold what the table calls `wanted`.
bool register_fits(const TypeInfo& have, Operation::OperandType wanted, bool may_be_wider) {
    const TypeInfo& type = isa::info(wanted.type);
    if (type.kind == TypeKind::Predicate || have.kind == TypeKind::Predicate) {
        return type.kind == have.kind;
    }
    const unsigned bits = type.bits * (wanted.twice ? 2U : 1U);
    const bool have_float = have.kind == TypeKind::Float;
    if (have.bits != bits && !(may_be_wider && have.bits > bits)) {
        return false;
    }
    switch (type.kind) {
        case TypeKind::Bits: return true;
        case TypeKind::Unsigned:
        case TypeKind::Signed: return !have_float;
        case TypeKind::Float: return have.kind == TypeKind::Bits || have.name == type.name;
        case TypeKind::Packed: return have.kind == TypeKind::Bits;
        default: return false;
    }
}

// Bits take a float literal of their own width; f16 and packed types take no literal at all.
bool immediate_fits(OperandKind kind, Operation::OperandType wanted) {
    if (wanted.type == Type::None) {
        return true;
    }
    const bool is_integer = kind == OperandKind::Integer;
    const TypeInfo& type = isa::info(wanted.type);
    switch (type.kind) {
        case TypeKind::Bits: return is_integer || type.bits == (kind == OperandKind::Float32 ? 32 : 64);
        case TypeKind::Float: return !is_integer && (wanted.type == Type::F32 || wanted.type == Type::F64);
        case TypeKind::Packed: return false;
        default: return is_integer;
    }
}

// Special registers that old code reads with fewer bits than they have.
bool reads_narrower(SpecialRegister reg, unsigned bits) {
    switch (reg) {
        case SpecialRegister::Tid:
        case SpecialRegister::Ntid:
        case SpecialRegister::Ctaid:
        case SpecialRegister::Nctaid: return bits == 16;
        case SpecialRegister::Gridid: return bits == 16 || bits == 32;
        default: return false;
    }
}

// True if a selector suits a video instruction: one part for the scalar ones; two half-words or four bytes, of both
// sources together, for the others, whose destination has a mask instead, with falling digits.
bool selects(const Operation& operation, const isa::OperandSpec& spec, const Component& selector) {
    const std::string_view mnemonic = isa::info(operation.opcode).name;
    const std::string digits = selector.digits();
    const bool bytes = selector.letter() == 'b';
    const char last_part = bytes ? '3' : '1';
    const bool within_one = std::all_of(digits.begin(), digits.end(), [&](char c) { return c <= last_part; });
    if (!mnemonic.ends_with('2') && !mnemonic.ends_with('4')) {
        return digits.size() == 1 && within_one;
    }
    if (bytes != mnemonic.ends_with('4')) {
        return false;
    }
    if (spec.access == isa::Access::Write) {
        return within_one && std::is_sorted(digits.rbegin(), digits.rend());
    }
    return digits.size() == (bytes ? 4U : 2U);
}

}  // namespace

bool Parser::fit_scalar(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                        std::string* why) {
    const bool plain = spec.shape == Shape::Value || spec.shape == Shape::Anything;
    switch (operand.kind) {
        case OperandKind::Register:
            if (spec.shape != Shape::Immediate) {
                return fit_register(operation, spec, operand, why);
            }
            break;
        case OperandKind::Integer:
        case OperandKind::Float32:
        case OperandKind::Float64:
            if (plain || spec.shape == Shape::Immediate) {
                return fit_immediate(operation, spec, operand, why);
            }
            break;
        case OperandKind::Sink:
            if (spec.has(isa::operand_flag::sink)) {
                return true;
            }
            break;
        case OperandKind::Special:
            if (spec.has(isa::operand_flag::special)) {
                return fit_special(operation, spec, operand, why);
            }
            break;
        case OperandKind::Variable:
        case OperandKind::Function:
            if (spec.shape == Shape::Anything) {
                return fit_symbol(operation, spec, operand, why);
            }
            break;
        case OperandKind::Label: return say(why, unknown_name(operand));
        default: break;
    }
    return say(why, fmt::format("expected {}, found {}", shape_text(spec.shape), describe(operand)));
}

bool Parser::fit_register(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                          std::string* why) {
    const RegisterGroup& group = group_of(operand.id);
    if (operand.component.is_selector() &&
        !(spec.has(isa::operand_flag::selector) && selects(operation, spec, operand.component))) {
        return say(why, "this selects no bytes or half-words that the instruction takes here");
    }
    if (operand.component && !operand.component.is_selector() && group.vector == 1) {
        return say(why, "a component needs a vector register");
    }
    if (operand.negated && !spec.has(isa::operand_flag::negatable)) {
        return say(why, group.type == Type::Pred ? "`!` is not allowed here" : "`-` is not allowed here");
    }
    if (operand.offset != 0) {
        return say(why, "an offset is allowed only in an address");
    }
    Operation::OperandType wanted = operation.type_of(spec);
    if (wanted.type == Type::None || register_fits(isa::info(group.type), wanted, spec.has(isa::operand_flag::wider))) {
        return true;
    }
    return say(why, fmt::format("expected a {} register, found a register of type `.{}`", type_text(wanted),
                                isa::info(group.type).name));
}

bool Parser::fit_special(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                         std::string* why) {
    const isa::SpecialRegisterInfo& special = isa::info(static_cast<SpecialRegister>(operand.id));
    if (special.components > 0 && !operand.component && spec.count.rule == isa::CountRule::Scalar) {
        return say(why, fmt::format("`{}` is a vector; name a component, `{}.x`", special.name, special.name));
    }
    if (special.components == 0 && operand.component) {
        return say(why, fmt::format("`{}` has no components", special.name));
    }
    Operation::OperandType wanted = operation.type_of(spec);
    const TypeInfo& have = isa::info(special.type);
    if (wanted.type == Type::None) {
        return true;
    }
    const unsigned bits = isa::info(wanted.type).bits;
    const TypeKind kind = isa::info(wanted.type).kind;
    const bool wide_enough = spec.has(isa::operand_flag::wider) ? have.bits >= bits : have.bits == bits;
    const bool kinds_agree = have.kind == TypeKind::Predicate ? kind == TypeKind::Predicate
                                                              : kind != TypeKind::Predicate && kind != TypeKind::Float;
    if (kinds_agree && (wide_enough || reads_narrower(static_cast<SpecialRegister>(operand.id), bits))) {
        return true;
    }
    return say(why, fmt::format("`{}` has the type `.{}`, expected {}", special.name, have.name, type_text(wanted)));
}

bool Parser::fit_immediate(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                           std::string* why) {
    Operation::OperandType wanted = operation.type_of(spec);
    if (immediate_fits(operand.kind, wanted)) {
        return true;
    }
    return say(why, fmt::format("expected a value of type {}, found {}", type_text(wanted), describe(operand)));
}

// A parameter of the function that is being read, not of one that it calls.
bool Parser::is_own_parameter(const Variable& variable) const {
    const Signature& signature = function_->signature;
    return std::find(signature.parameters.begin(), signature.parameters.end(), &variable) !=
               signature.parameters.end() ||
           std::find(signature.results.begin(), signature.results.end(), &variable) != signature.results.end();
}

// The address of a variable or function, as a number.
bool Parser::fit_symbol(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                        std::string* why) {
    Operation::OperandType wanted = operation.type_of(spec);
    if (operand.kind == OperandKind::Variable && operand.variable->space == Space::Param &&
        !is_own_parameter(*operand.variable)) {
        return say(why,
                   fmt::format("`{}` is what a call passes or gets, which has no address", operand.variable->name));
    }
    if (wanted.type == Type::None) {
        return true;
    }
    const TypeInfo& type = isa::info(wanted.type);
    const bool integer =
        type.kind == TypeKind::Bits || type.kind == TypeKind::Unsigned || type.kind == TypeKind::Signed;
    const Space space = operand.kind == OperandKind::Variable ? operand.variable->space : Space::Generic;
    // Functions, and what lies in small memories, have short addresses too.
    const bool short_address = type.bits == 32 && (space != Space::Global || module_.address_size == 0);
    if (integer && (type.bits == module_.pointer_bits() || short_address)) {
        return true;
    }
    return say(why,
               fmt::format("an address has {} bits and does not fit {}", module_.pointer_bits(), type_text(wanted)));
}

}  // namespace ringfence::ptx
