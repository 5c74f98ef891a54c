// Computes instructions that touch no memory.
#include <algorithm>
#include <bit>

#include "machine.h"

namespace ringfence::soundness {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::TypeKind;

namespace {

__extension__ using Wide = unsigned __int128;

bool is_integer(ptx::Type type) {
    const TypeKind kind = ptx::isa::info(type).kind;
    return kind == TypeKind::Bits || kind == TypeKind::Signed || kind == TypeKind::Unsigned;
}

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::int64_t with_sign(std::uint64_t value, unsigned bits) {
    const unsigned unused = 64 - std::min(64U, bits);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

struct Two {
    std::uint64_t a = 0, b = 0;
    unsigned bits = 0;
    bool is_signed = false;

    std::int64_t signed_a() const { return with_sign(a, bits); }
    std::int64_t signed_b() const { return with_sign(b, bits); }
    bool less() const { return is_signed ? signed_a() < signed_b() : a < b; }
};

std::uint64_t shifted_right(const Two& of) {
    const std::uint64_t amount = std::min<std::uint64_t>(of.b & 0xffff'ffffU, of.bits);
    if (of.is_signed) return static_cast<std::uint64_t>(of.signed_a() >> std::min<std::uint64_t>(amount, 63));
    return amount >= 64 ? 0 : of.a >> amount;
}

// Nothing where PTX does not say what comes of it.
std::optional<std::uint64_t> divided(const Two& of, bool remainder) {
    if (of.b == 0) return std::nullopt;
    if (!of.is_signed) return remainder ? of.a % of.b : of.a / of.b;
    if (of.signed_b() == -1) return remainder ? 0 : 0 - of.a;
    return static_cast<std::uint64_t>(remainder ? of.signed_a() % of.signed_b() : of.signed_a() / of.signed_b());
}

std::uint64_t product(const Two& of, Modifier part) {
    const Wide a = of.is_signed ? static_cast<Wide>(of.signed_a()) : of.a;
    const Wide b = of.is_signed ? static_cast<Wide>(of.signed_b()) : of.b;
    const Wide all = a * b;
    return static_cast<std::uint64_t>(part == Modifier::Hi ? all >> of.bits : all);
}

}  // namespace

bool Machine::compute(const Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::Mov: return move(instruction);
        case Opcode::Cvt: return convert(instruction);
        case Opcode::Cvta:
        case Opcode::Isspacep: return convert_address(instruction);
        case Opcode::Setp: return compare(instruction);
        default: break;
    }
    if (instruction.operation->type == ptx::Type::Pred) return logic_of_predicates(instruction);
    return is_integer(instruction.operation->type) && !instruction.operands.empty() &&
           instruction.operands[0].is_register() && arithmetic(instruction);
}

bool Machine::arithmetic(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const ptx::TypeInfo& info = ptx::isa::info(operation.type);
    const auto operand = [&](std::size_t i, unsigned bits) {
        return i < instruction.operands.size() ? read(instruction.operands[i], bits) : 0;
    };
    const Opcode opcode = instruction.opcode();
    const bool has_way = opcode == Opcode::Mul || opcode == Opcode::Mad || opcode == Opcode::Bmsk;
    if (operation.modifiers.size() != (has_way ? 2U : 1U)) return false;
    const Two two = {operand(1, info.bits), operand(2, info.bits), info.bits, info.kind == TypeKind::Signed};
    const ptx::RegisterId to = instruction.operands[0].id;
    std::uint64_t result = 0;
    switch (instruction.opcode()) {
        case Opcode::Add: result = two.a + two.b; break;
        case Opcode::Sub: result = two.a - two.b; break;
        case Opcode::Mul:
        case Opcode::Mad: {
            const bool wide = operation.has(Modifier::Wide);
            result = product(two, operation.has(Modifier::Hi) ? Modifier::Hi : Modifier::Lo);
            if (instruction.opcode() == Opcode::Mad) result += operand(3, wide ? 2 * info.bits : info.bits);
            if (wide) return write_bits(to, low_bits(result, 2 * info.bits)), true;
            break;
        }
        case Opcode::And: result = two.a & two.b; break;
        case Opcode::Or: result = two.a | two.b; break;
        case Opcode::Xor: result = two.a ^ two.b; break;
        case Opcode::Not: result = ~two.a; break;
        case Opcode::Neg: result = 0 - two.a; break;
        case Opcode::Abs: result = two.signed_a() < 0 ? 0 - two.a : two.a; break;
        case Opcode::Min: result = two.less() ? two.a : two.b; break;
        case Opcode::Max: result = two.less() ? two.b : two.a; break;
        case Opcode::Div:
        case Opcode::Rem: {
            const auto divided_by = divided(two, instruction.opcode() == Opcode::Rem);
            result = divided_by ? *divided_by : outcome();
            break;
        }
        case Opcode::Shl: {
            const std::uint64_t amount = operand(2, 32);
            result = amount >= info.bits ? 0 : two.a << amount;
            break;
        }
        case Opcode::Shr: result = shifted_right({two.a, operand(2, 32), two.bits, two.is_signed}); break;
        case Opcode::Selp: result = (operand(3, 1) & 1U) != 0 ? two.a : two.b; break;
        case Opcode::Popc: return write_bits(to, static_cast<std::uint64_t>(std::popcount(two.a))), true;
        case Opcode::Clz:
            return write_bits(to, static_cast<std::uint64_t>(std::countl_zero(two.a)) - (64 - info.bits)), true;
        case Opcode::Bmsk: {
            const bool clamps = operation.has(Modifier::Clamp);
            const std::uint64_t from = clamps ? operand(1, 32) : operand(1, 32) % 32;
            const std::uint64_t count = clamps ? std::min<std::uint64_t>(operand(2, 32), 32) : operand(2, 32) % 32;
            for (std::uint64_t i = 0; i < count && from + i < 32; ++i)
                result |= std::uint64_t{1} << (from + i);
            break;
        }
        case Opcode::Lop3: {
            const std::uint64_t table = operand(4, 8);
            const std::uint64_t c = operand(3, info.bits);
            for (unsigned i = 0; i < info.bits; ++i) {
                const std::uint64_t row = (two.a >> i & 1) << 2U | (two.b >> i & 1) << 1U | (c >> i & 1);
                result |= (table >> row & 1) << i;
            }
            break;
        }
        case Opcode::Bfe: {
            const std::uint64_t from = operand(2, 32) & 0xffU;
            const std::uint64_t count = operand(3, 32) & 0xffU;
            const std::uint64_t last = std::min<std::uint64_t>(from + count - 1, info.bits - 1);
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, info.bits); ++i) {
                const bool is_inside = i + from < info.bits;
                const bool sign = two.is_signed && (two.a >> last & 1) != 0;
                if (is_inside ? (two.a >> (from + i) & 1) != 0 : sign) result |= std::uint64_t{1} << i;
            }
            if (two.is_signed && count > 0 && count < info.bits && (two.a >> last & 1) != 0)
                result |= ~std::uint64_t{0} << count;
            break;
        }
        case Opcode::Bfi: {
            const std::uint64_t from = operand(3, 32) & 0xffU;
            const std::uint64_t count = operand(4, 32) & 0xffU;
            result = two.b;
            for (std::uint64_t i = 0; i < count && from + i < info.bits; ++i) {
                const std::uint64_t bit = std::uint64_t{1} << (from + i);
                result = (two.a >> i & 1) != 0 ? result | bit : result & ~bit;
            }
            break;
        }
        default: return false;
    }
    write(to, result, operation.type);
    return true;
}

bool Machine::logic_of_predicates(const Instruction& instruction) {
    if (instruction.operands.empty() || !instruction.operands[0].is_register()) return false;
    const std::uint64_t a = instruction.operands.size() > 1 ? read(instruction.operands[1]) & 1U : 0;
    const std::uint64_t b = instruction.operands.size() > 2 ? read(instruction.operands[2]) & 1U : 0;
    const ptx::RegisterId to = instruction.operands[0].id;
    switch (instruction.opcode()) {
        case Opcode::And: write_bits(to, a & b); return true;
        case Opcode::Or: write_bits(to, a | b); return true;
        case Opcode::Xor: write_bits(to, a ^ b); return true;
        case Opcode::Not: write_bits(to, a ^ 1U); return true;
        default: return false;
    }
}

bool Machine::move(const Instruction& instruction) {
    const Operand& to = instruction.operands[0];
    const Operand& from = instruction.operands[1];
    const ptx::Operation& operation = *instruction.operation;
    const unsigned bits = ptx::isa::info(operation.type).bits;
    if (operation.vector != 1 || bits > 64) return false;
    if (to.is_register() && from.kind != OperandKind::Vector) {
        if (operation.type == ptx::Type::Pred) return write_bits(to.id, read(from)), true;
        return write_bits(to.id, read(from, bits)), true;
    }
    if (to.is_register()) {
        const auto count = static_cast<unsigned>(from.elements().size());
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i)
            value |= read(from.elements()[i], bits / count) << (i * (bits / count));
        return write_bits(to.id, value), true;
    }
    const auto count = static_cast<unsigned>(to.elements().size());
    const std::uint64_t value = read(from, bits);
    for (unsigned i = 0; i < count; ++i) {
        const Operand& part = to.elements()[i];
        if (part.is_register()) write_bits(part.id, low_bits(value >> (i * (bits / count)), bits / count));
    }
    return true;
}

bool Machine::convert(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    if (operation.modifiers.size() != 2 || !instruction.operands[0].is_register()) return false;
    const ptx::Type to = ptx::isa::type_of(operation.modifiers[0]);
    const ptx::Type from = ptx::isa::type_of(operation.modifiers[1]);
    if (!is_integer(to) || !is_integer(from)) return false;
    const ptx::TypeInfo& source = ptx::isa::info(from);
    std::uint64_t value = read(instruction.operands[1], source.bits);
    if (source.kind == TypeKind::Signed) value = static_cast<std::uint64_t>(with_sign(value, source.bits));
    write(instruction.operands[0].id, value, to);
    return true;
}

// A generic address of shared or local memory is the address there behind an aperture; only its low half counts.
bool Machine::convert_address(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const Space space = operation.space == Space::SharedCluster ? Space::Shared : operation.space;
    const std::uint64_t value = read(instruction.operands[1]);
    const bool is_local = space == Space::Local;
    if (!instruction.operands[0].is_register()) return false;
    const ptx::RegisterId to = instruction.operands[0].id;
    if (space != Space::Shared && !is_local) {
        if (instruction.opcode() == Opcode::Cvta && space == Space::Global) return write_bits(to, value), true;
        return false;
    }
    const std::uint64_t aperture = is_local ? local_aperture_ : shared_aperture_;
    const bool is_inside = value - aperture < std::uint64_t{1} << 32U;
    if (instruction.opcode() == Opcode::Isspacep) return write_bits(to, is_inside ? 1 : 0), true;
    if (!operation.has(Modifier::To)) return write_bits(to, aperture + low_bits(value, 32)), true;
    return write_bits(to, is_inside ? value - aperture : outcome()), true;
}

bool Machine::compare(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const ptx::TypeInfo& info = ptx::isa::info(operation.type);
    if (!is_integer(operation.type) || instruction.operands.size() < 3) return false;
    Two two = {read(instruction.operands[1], info.bits), read(instruction.operands[2], info.bits), info.bits,
               info.kind == TypeKind::Signed};
    std::optional<bool> result;
    for (const Modifier modifier : operation.modifiers) {
        switch (modifier) {
            case Modifier::Lo:
            case Modifier::Ls:
            case Modifier::Hi:
            case Modifier::Hs: two.is_signed = false; break;
            default: break;
        }
        const bool less = two.less();
        const bool equal = two.a == two.b;
        switch (modifier) {
            case Modifier::Eq: result = equal; break;
            case Modifier::Ne: result = !equal; break;
            case Modifier::Lt:
            case Modifier::Lo: result = less; break;
            case Modifier::Le:
            case Modifier::Ls: result = less || equal; break;
            case Modifier::Gt:
            case Modifier::Hi: result = !less && !equal; break;
            case Modifier::Ge:
            case Modifier::Hs: result = !less; break;
            default: break;
        }
        if (result) break;
    }
    if (!result) return false;
    bool second = !*result;
    if (instruction.operands.size() > 3) {
        const bool other = (read(instruction.operands[3]) & 1U) != 0;
        const auto joined = [&](bool one) {
            if (operation.has(Modifier::And)) return one && other;
            return operation.has(Modifier::Or) ? one || other : one != other;
        };
        result = joined(*result);
        second = joined(second);
    }
    const Operand& to = instruction.operands[0];
    if (to.is_register()) return write_bits(to.id, *result ? 1 : 0), true;
    if (to.kind != OperandKind::Pair) return false;
    if (to.elements()[0].is_register()) write_bits(to.elements()[0].id, *result ? 1 : 0);
    if (to.elements()[1].is_register()) write_bits(to.elements()[1].id, second ? 1 : 0);
    return true;
}

bool is_written(const ptx::isa::OperandSpec& spec) {
    const auto parts = spec.parts();
    return (parts.empty() ? spec.access : parts.front().access) != ptx::isa::Access::Read;
}

void Machine::anything_to(const Operand& operand, ptx::Type type) {
    if (operand.is_register()) {
        if (type == ptx::Type::None || !is_integer(type)) return write_bits(operand.id, outcome());
        return write(operand.id, outcome(), type);
    }
    for (const Operand& part : operand.elements())
        anything_to(part, type);
}

void Machine::anything(const Instruction& instruction) {
    const auto specs = instruction.operation->form->operands();
    for (std::size_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i) {
        if (!is_written(specs[i]) || instruction.operands[i].kind == OperandKind::Address) continue;
        const auto type = instruction.operation->type_of(specs[i]);
        anything_to(instruction.operands[i], type.twice ? ptx::Type::None : type.type);
    }
}

}  // namespace ringfence::soundness
