// f16 and bf16, single and packed. They are computed in float, where sums and products of two are rounded so little
// that rounding once more gives the right result.
#include <llvm/IR/Intrinsics.h>

#include <cmath>

#include "softgpu/codegen/emit_float_ir.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

constexpr std::uint64_t sign_bit = 0x8000;
constexpr std::uint64_t canonical_nan = 0x7fff;

const math::Format& format_of(HalfFormat format) {
    return format == HalfFormat::F16 ? math::f16 : math::bf16;
}

// A half-precision instruction: its operands as lanes of floats.
class HalfInstruction {
public:
    explicit HalfInstruction(Emitter& emitter)
        : e_(emitter), type_(emitter.type_of_operation()), format_(half_format(type_)) {}

    HalfFormat format() const { return format_; }
    llvm::Value* bits(std::size_t index) const {
        llvm::Value* half = read_half(e_, index, type_);
        return e_.has(Modifier::Ftz) ? flush_half(e_, half, format_) : half;
    }
    llvm::Value* number(std::size_t index) const { return widen(e_, bits(index), format_); }
    // Rounds the result and applies the modifiers.
    llvm::Value* rounded(llvm::Value* number) const {
        if (e_.has(Modifier::Ftz)) number = flush_tiny(e_, number, is_tiny(number));
        if (e_.has(Modifier::Sat)) number = clamp_to_unit(e_, number);
        if (e_.has(Modifier::Relu)) number = clamp_negative(e_, number);
        return narrow(e_, number, format_);
    }

private:
    // True for numbers that round to less than the least normal one. A tie goes up to that.
    llvm::Value* is_tiny(llvm::Value* number) const {
        const math::Format& limits = format_of(format_);
        const double least = std::ldexp(1.0, limits.lowest_exponent());
        const double tie = least - std::ldexp(least, -limits.mantissa_bits - 2);
        return e_.ir.CreateFCmpOLT(absolute(e_, number), same(number, tie));
    }

    Emitter& e_;
    Type type_;
    HalfFormat format_;
};

// a * b + c, rounded once by narrow(): products are exact in float (f16) or double (bf16, whose range is float's).
llvm::Value* fma_to_odd(Emitter& e, const HalfInstruction& half) {
    llvm::Value* a = half.number(1);
    llvm::Value* b = half.number(2);
    llvm::Value* c = half.number(3);
    if (half.format() == HalfFormat::F16) return sum_to_odd(e, e.ir.CreateFMul(a, b), c);
    llvm::Type* wide = double_like(a);
    llvm::Value* product = e.ir.CreateFMul(e.ir.CreateFPExt(a, wide), e.ir.CreateFPExt(b, wide));
    return narrow_to_odd(e, sum_to_odd(e, product, e.ir.CreateFPExt(c, wide)));
}

llvm::Value* arithmetic(Emitter& e, const HalfInstruction& half) {
    switch (e.operation().opcode) {
        case Opcode::Add: return e.ir.CreateFAdd(half.number(1), half.number(2));
        case Opcode::Sub: return e.ir.CreateFSub(half.number(1), half.number(2));
        case Opcode::Mul: return e.ir.CreateFMul(half.number(1), half.number(2));
        default: return fma_to_odd(e, half);
    }
}

// The device's 2^x of f16 is rounded towards zero.
llvm::Value* cut_if_rounded_up(Emitter& e, llvm::Value* number, llvm::Value* half) {
    llvm::Value* is_above = e.ir.CreateFCmpOGT(widen(e, half, HalfFormat::F16), number);
    llvm::Value* is_finite = e.ir.CreateFCmpOLT(number, same(number, 65536.0));
    llvm::Value* below = e.ir.CreateSub(half, same(half, std::uint64_t{1}));
    return e.ir.CreateSelect(e.ir.CreateAnd(is_above, is_finite), below, half);
}

llvm::Value* compare_halves(Emitter& e) {
    const HalfInstruction half(e);
    return compare(e, half.number(1), half.number(2));
}

}  // namespace

HalfFormat half_format(Type type) {
    return type == Type::Bf16 || type == Type::Bf16x2 ? HalfFormat::BF16 : HalfFormat::F16;
}

bool is_packed(Type type) {
    return type == Type::F16x2 || type == Type::Bf16x2;
}

bool is_half(Type type) {
    return is_packed(type) || type == Type::F16 || type == Type::Bf16;
}

llvm::Value* read_half(Emitter& e, std::size_t index, Type type) {
    llvm::Value* value = e.read(index, type);
    if (!is_packed(type)) return value;
    return e.ir.CreateBitCast(value, llvm::FixedVectorType::get(e.ir.getInt16Ty(), 2 * e.lanes()));
}

void write_half(Emitter& e, std::size_t index, llvm::Value* halves) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(halves->getType());
    const unsigned count = vector == nullptr ? 1 : vector->getNumElements();
    e.write(index, count == e.lanes() ? halves : e.ir.CreateBitCast(halves, e.integer(32)));
}

llvm::Value* widen(Emitter& e, llvm::Value* half, HalfFormat format) {
    if (format == HalfFormat::F16) {
        llvm::Value* number = e.ir.CreateBitCast(half, like(half, e.ir.getHalfTy()));
        return e.ir.CreateFPExt(number, float_like(half));
    }
    llvm::Value* bits = e.ir.CreateZExt(half, integer_like(half, 32));
    return float_of(e, e.ir.CreateShl(bits, same(bits, std::uint64_t{16})));
}

llvm::Value* narrow(Emitter& e, llvm::Value* number, HalfFormat format, HalfNan nan) {
    llvm::Type* type = integer_like(number, 16);
    llvm::Value* half = nullptr;
    llvm::Value* kept = nullptr;
    if (format == HalfFormat::F16) {
        half = e.ir.CreateBitCast(e.ir.CreateFPTrunc(number, like(number, e.ir.getHalfTy())), type);
        if (nan == HalfNan::Kept) return half;
    } else {
        // To nearest: a tie goes up only if that makes the result even.
        llvm::Value* bits = bits_of(e, number);
        llvm::Value* shift = same(bits, std::uint64_t{16});
        kept = e.ir.CreateTrunc(e.ir.CreateLShr(bits, shift), type);
        llvm::Value* last = e.ir.CreateAnd(e.ir.CreateLShr(bits, shift), same(bits, std::uint64_t{1}));
        bits = e.ir.CreateAdd(e.ir.CreateAdd(bits, same(bits, std::uint64_t{0x7fff})), last);
        half = e.ir.CreateTrunc(e.ir.CreateLShr(bits, shift), type);
    }
    if (nan == HalfNan::Canonical) kept = same(half, canonical_nan);
    return e.ir.CreateSelect(is_nan(e, number), kept, half);
}

llvm::Value* flush_half(Emitter& e, llvm::Value* half, HalfFormat format) {
    llvm::Value* exponent = e.ir.CreateAnd(half, same(half, format_of(format).exponent_mask()));
    llvm::Value* zero = e.ir.CreateAnd(half, same(half, sign_bit));
    return e.ir.CreateSelect(e.ir.CreateICmpEQ(exponent, same(half, std::uint64_t{0})), zero, half);
}

// .oob makes the result zero where a factor is a certain NaN, with which copies of tensors fill what lies out of
// bounds. Nothing else makes that NaN, and there are no such copies here, so the modifier does nothing.
void emit_half_arithmetic(Emitter& e) {
    const HalfInstruction half(e);
    write_half(e, 0, half.rounded(arithmetic(e, half)));
}

void emit_half_sign(Emitter& e) {
    const HalfInstruction half(e);
    llvm::Value* bits = half.bits(1);
    const bool clears = e.operation().opcode == Opcode::Abs;
    llvm::Value* result =
        clears ? e.ir.CreateAnd(bits, same(bits, sign_bit - 1)) : e.ir.CreateXor(bits, same(bits, sign_bit));
    llvm::Value* magnitude = e.ir.CreateAnd(bits, same(bits, sign_bit - 1));
    llvm::Value* nan = e.ir.CreateICmpUGT(magnitude, same(bits, format_of(half.format()).exponent_mask()));
    write_half(e, 0, e.ir.CreateSelect(nan, same(bits, canonical_nan), result));
}

void emit_half_extremum(Emitter& e) {
    const HalfInstruction half(e);
    const bool greater = e.operation().opcode == Opcode::Max;
    const bool keep_nan = e.has(Modifier::NaN);
    llvm::Value* a = half.number(1);
    llvm::Value* b = half.number(2);
    llvm::Value* result = nullptr;
    if (e.has(Modifier::Xorsign)) {
        llvm::Value* magnitude = extremum(e, absolute(e, a), absolute(e, b), greater, keep_nan);
        llvm::Value* sign = e.ir.CreateXor(bits_of(e, a), bits_of(e, b));
        result = e.intrinsic(llvm::Intrinsic::copysign, {a->getType()}, {magnitude, float_of(e, sign)});
    } else {
        result = extremum(e, a, b, greater, keep_nan);
    }
    write_half(e, 0, narrow(e, result, half.format()));
}

void emit_half_function(Emitter& e) {
    const HalfInstruction half(e);
    llvm::Value* x = half.number(1);
    if (e.operation().opcode == Opcode::Tanh) return write_half(e, 0, half.rounded(approximate_tanh(e, x)));
    llvm::Value* number = approximate_exp2(e, x);
    llvm::Value* result = half.rounded(number);
    if (half.format() == HalfFormat::F16) result = cut_if_rounded_up(e, number, result);
    write_half(e, 0, result);
}

void emit_half_set(Emitter& e) {
    const Type type = e.operand_type(0);
    llvm::Value* result = compare_halves(e);
    if (!is_packed(e.type_of_operation())) {
        result = combine(e, result, 3);
        const unsigned bits = ptx::isa::info(type).bits;
        const std::uint64_t mask = bits == 16 ? 0xffff : 0xffff'ffff;
        e.write(0, e.ir.CreateSelect(result, e.constant(bits, true_value(type) & mask), e.constant(bits, 0)));
        return;
    }
    if (e.operand(3).kind != ptx::OperandKind::Empty) {
        llvm::Value* pair = e.ir.CreateSExt(e.read_predicate(e.operand(3)), e.integer(2));
        llvm::Value* other = e.ir.CreateBitCast(pair, result->getType());
        result = e.has(Modifier::And)  ? e.ir.CreateAnd(result, other)
                 : e.has(Modifier::Or) ? e.ir.CreateOr(result, other)
                                       : e.ir.CreateXor(result, other);
    }
    llvm::Value* zero = llvm::Constant::getNullValue(integer_like(result, 16));
    write_half(e, 0, e.ir.CreateSelect(result, same(zero, true_value(type) & 0xffff), zero));
}

void emit_half_setp(Emitter& e) {
    llvm::Value* result = compare_halves(e);
    const ptx::Operand& destination = e.operand(0);
    if (!is_packed(e.type_of_operation())) {
        e.write(destination, combine(e, result, 3));
        return;
    }
    // The two halves lie side by side in the lanes.
    std::vector<int> low;
    std::vector<int> high;
    for (unsigned lane = 0; lane < e.lanes(); ++lane) {
        low.push_back(static_cast<int>(2 * lane));
        high.push_back(static_cast<int>(2 * lane + 1));
    }
    const auto part = [&](const std::vector<int>& lanes) {
        if (e.lanes() == 1) return e.ir.CreateExtractElement(result, static_cast<std::uint64_t>(lanes[0]));
        return e.ir.CreateShuffleVector(result, lanes);
    };
    const bool both = destination.kind == ptx::OperandKind::Pair;
    llvm::Value* of_low = combine(e, part(low), 3);
    llvm::Value* of_high = combine(e, part(high), 3);
    e.write(both ? destination.elements()[0] : destination, of_low);
    if (both) e.write(destination.elements()[1], of_high);
}

}  // namespace ringfence::softgpu::codegen
