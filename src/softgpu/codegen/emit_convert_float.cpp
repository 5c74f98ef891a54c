// Conversions between floating-point formats.
#include <llvm/IR/Intrinsics.h>

#include "softgpu/codegen/emit_convert.h"
#include "softgpu/codegen/emit_float_ir.h"

namespace ringfence::softgpu::codegen {
namespace {

using math::Rounding;
using ptx::Modifier;
using ptx::Type;

llvm::Value* format_number(Emitter& e, Type type) {
    return e.ir.getInt32(static_cast<std::uint32_t>(format_id(type)));
}

unsigned width_of(Type type) {
    return ptx::isa::info(type).bits;
}

// One number, in any rounding and with all modifiers, by a function: `bits` are the number's, and the result's are in
// the lowest bits of i64.
llvm::Value* convert_by_call(Emitter& e, llvm::Value* bits, Type from, Type to) {
    return call_math(e, "rf_convert_float", e.ir.getInt64Ty(),
                     {e.ir.CreateZExt(bits, e.integer(64)), format_number(e, from), format_number(e, to),
                      e.ir.getInt32(mode_of(e).bits())});
}

// --- to the same format, or a wider one ------------------------------------------------------------------------------

bool has_integral_rounding(const Emitter& e) {
    return e.has(Modifier::Rni) || e.has(Modifier::Rzi) || e.has(Modifier::Rmi) || e.has(Modifier::Rpi);
}

void emit_same_format(Emitter& e, Type type) {
    const bool integral = has_integral_rounding(e);
    const bool flush = e.has(Modifier::Ftz);
    const bool saturate = e.has(Modifier::Sat);
    // Nothing to do but to move the bits, which f16 and bf16 are too small for.
    if (!integral && !flush && !saturate && !is_half(type)) return e.write(0, e.read(1));
    llvm::Value* number = read_number(e, 1, type);
    if (integral) number = round_to_integral(e, number);
    if (saturate) number = clamp_to_unit(e, number);
    if (type == Type::F64) return e.write(0, number);
    write_number(e, number, type);
}

void emit_widening(Emitter& e, Type from, Type to) {
    llvm::Value* number = read_number(e, 1, from);
    const bool flush = e.has(Modifier::Ftz);
    const bool saturate = e.has(Modifier::Sat);
    if (to == Type::F32) {
        number = flush_if(e, flush, number);
        if (saturate) number = clamp_to_unit(e, number);
        // The bits of bf16 are the upper half of float's.
        if (from == Type::Bf16 && !flush) return e.write(0, number);
        return e.write_computed(0, number);
    }
    // Flushing makes a float's NaN canonical before it is widened. Otherwise a NaN keeps its bits.
    if (from == Type::F32 && flush) {
        llvm::Value* nan = e.ir.CreateBitCast(e.constant(32, math::f32.canonical_nan), number->getType());
        number = e.ir.CreateSelect(is_nan(e, number), nan, number);
    }
    number = e.ir.CreateFPExt(number, e.float64());
    e.write(0, saturate ? clamp_to_unit(e, number) : number);
}

// --- to a narrower format --------------------------------------------------------------------------------------------

// Applies .relu and .satfinite to a rounded half.
llvm::Value* finish_half(Emitter& e, llvm::Value* half, HalfFormat format) {
    const math::Format& limits = format == HalfFormat::F16 ? math::f16 : math::bf16;
    llvm::Value* magnitude = e.ir.CreateAnd(half, same(half, limits.sign_bit() - 1));
    llvm::Value* sign = e.ir.CreateAnd(half, same(half, limits.sign_bit()));
    if (e.has(Modifier::Satfinite)) {
        llvm::Value* infinite = e.ir.CreateICmpEQ(magnitude, same(half, limits.exponent_mask()));
        llvm::Value* finite = e.ir.CreateOr(sign, same(half, limits.largest_finite()));
        half = e.ir.CreateSelect(infinite, finite, half);
    }
    if (e.has(Modifier::Relu)) {
        // The canonical NaN is positive.
        llvm::Value* negative = e.ir.CreateICmpNE(sign, same(half, std::uint64_t{0}));
        half = e.ir.CreateSelect(negative, same(half, std::uint64_t{0}), half);
    }
    return half;
}

// One operand as half-precision bits, i16.
llvm::Value* to_half(Emitter& e, std::size_t index, Type from, Type to) {
    if (rounding_of(e) != Rounding::NearestEven) {
        llvm::Value* bits = bits_of(e, e.read(index, from));
        return e.ir.CreateTrunc(convert_by_call(e, bits, from, to), e.integer(16));
    }
    // To f16, .ftz does nothing.
    llvm::Value* number = to == Type::F16 && from == Type::F32 ? e.read(index, from) : read_number(e, index, from);
    if (from == Type::F64) number = narrow_to_odd(e, number);
    if (e.has(Modifier::Sat)) number = clamp_to_unit(e, number);
    const HalfNan nan = from == Type::F64 ? HalfNan::Kept : HalfNan::Canonical;
    return finish_half(e, narrow(e, number, half_format(to), nan), half_format(to));
}

void emit_double_to_single(Emitter& e) {
    if (rounding_of(e) != Rounding::NearestEven) {
        llvm::Value* bits = convert_by_call(e, bits_of(e, e.read(1)), Type::F64, Type::F32);
        return write_bits(e, e.ir.CreateTrunc(bits, e.integer(32)), Type::F32);
    }
    llvm::Value* wide = e.read(1);
    llvm::Value* number = e.ir.CreateFPTrunc(wide, e.float32());
    if (e.has(Modifier::Ftz)) {
        // Numbers that round to less than the least normal one. A tie goes up to that.
        llvm::Value* least = same(wide, 0x1p-126 - 0x1p-151);
        number = flush_tiny(e, number, e.ir.CreateFCmpOLT(absolute(e, wide), least));
    }
    e.write(0, e.has(Modifier::Sat) ? clamp_to_unit(e, number) : number);
}

// The first operand's number in the upper half.
llvm::Value* pack_pair(Emitter& e, llvm::Value* high, llvm::Value* low, unsigned bits) {
    llvm::Type* type = e.integer(2 * bits);
    llvm::Value* upper = e.ir.CreateZExt(high, type);
    return e.ir.CreateOr(e.ir.CreateShl(upper, same(upper, std::uint64_t{bits})), e.ir.CreateZExt(low, type));
}

void emit_to_tf32(Emitter& e) {
    llvm::Value* bits = convert_by_call(e, bits_of(e, e.read(1)), Type::F32, Type::Tf32);
    e.write(0, e.ir.CreateTrunc(bits, e.integer(32)));
}

// --- packed ----------------------------------------------------------------------------------------------------------

// Half of a packed operand.
llvm::Value* element(Emitter& e, llvm::Value* pair, unsigned which) {
    const unsigned bits = pair->getType()->getScalarSizeInBits() / 2;
    llvm::Value* shifted = e.ir.CreateLShr(pair, same(pair, std::uint64_t{which} * bits));
    return e.ir.CreateTrunc(shifted, e.integer(bits));
}

bool is_eight_bits(Type type) {
    return type == Type::E4m3x2 || type == Type::E5m2x2;
}

void emit_packed_to_packed(Emitter& e, Type from, Type to) {
    llvm::Value* pair = e.read(1);
    const unsigned bits = width_of(to) / 2;
    const auto part = [&](unsigned which) {
        return e.ir.CreateTrunc(convert_by_call(e, element(e, pair, which), from, to), e.integer(bits));
    };
    llvm::Value* high = part(1);
    e.write(0, pack_pair(e, high, part(0), bits));
}

void emit_pair_to_packed(Emitter& e, Type from, Type to) {
    if (!is_eight_bits(to)) {
        llvm::Value* high = to_half(e, 1, from, to);
        return e.write(0, pack_pair(e, high, to_half(e, 2, from, to), 16));
    }
    const auto part = [&](std::size_t index) {
        return e.ir.CreateTrunc(convert_by_call(e, bits_of(e, e.read(index)), from, to), e.integer(8));
    };
    llvm::Value* high = part(1);
    e.write(0, pack_pair(e, high, part(2), 8));
}

bool is_wider(Type to, Type from) {
    return (to == Type::F64 || to == Type::F32) && width_of(to) > width_of(from);
}

}  // namespace

bool is_convertible(Type type) {
    switch (type) {
        case Type::U8:
        case Type::S8:
        case Type::U16:
        case Type::S16:
        case Type::U32:
        case Type::S32:
        case Type::U64:
        case Type::S64:
        case Type::F16:
        case Type::Bf16:
        case Type::F32:
        case Type::F64:
        case Type::F16x2:
        case Type::Bf16x2:
        case Type::Tf32:
        case Type::E4m3x2:
        case Type::E5m2x2: return true;
        default: return false;
    }
}

math::FormatId format_id(Type type) {
    switch (type) {
        case Type::F16:
        case Type::F16x2: return math::FormatId::F16;
        case Type::Bf16:
        case Type::Bf16x2: return math::FormatId::BF16;
        case Type::F64: return math::FormatId::F64;
        case Type::Tf32: return math::FormatId::TF32;
        case Type::E4m3x2: return math::FormatId::E4M3;
        case Type::E5m2x2: return math::FormatId::E5M2;
        default: return math::FormatId::F32;
    }
}

llvm::Value* read_number(Emitter& e, std::size_t index, Type type) {
    llvm::Value* value = e.read(index, type);
    if (is_half(type)) return widen(e, value, half_format(type));
    return flush_if(e, e.has(Modifier::Ftz) && type == Type::F32, value);
}

void write_number(Emitter& e, llvm::Value* number, Type type) {
    if (is_half(type)) return e.write(0, narrow(e, number, half_format(type)));
    e.write_computed(0, number);
}

void write_bits(Emitter& e, llvm::Value* bits, Type type) {
    e.write(0, is_half(type) ? bits : float_of(e, bits));
}

llvm::Value* round_to_integral(Emitter& e, llvm::Value* number) {
    switch (rounding_of(e)) {
        case Rounding::Zero: return unary(e, llvm::Intrinsic::trunc, number);
        case Rounding::Down: return unary(e, llvm::Intrinsic::floor, number);
        case Rounding::Up: return unary(e, llvm::Intrinsic::ceil, number);
        default: return unary(e, llvm::Intrinsic::roundeven, number);
    }
}

void emit_float_to_float(Emitter& e) {
    const Type to = e.operand_type(0);
    const Type from = e.operand_type(1);
    const bool two_operands = e.operand(2).kind != ptx::OperandKind::Empty;
    if (two_operands) return emit_pair_to_packed(e, from, to);
    if (is_packed(from) || is_packed(to)) return emit_packed_to_packed(e, from, to);
    if (to == Type::Tf32) return emit_to_tf32(e);
    if (to == from) return emit_same_format(e, to);
    if (is_wider(to, from)) return emit_widening(e, from, to);
    if (to == Type::F32) return emit_double_to_single(e);
    e.write(0, to_half(e, 1, from, to));
}

}  // namespace ringfence::softgpu::codegen
