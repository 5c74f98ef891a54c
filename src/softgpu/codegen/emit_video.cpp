// Video instructions: the table of the family, and those that compute with one part of each word.
#include "softgpu/codegen/emit_video.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;
using ptx::Opcode;

Value* read_word(Emitter& e, std::size_t index) {
    ptx::Operand plain = e.operand(index);
    plain.component = {};
    plain.negated = false;
    return e.read(plain, ptx::Type::B32);
}

Value* extract(Emitter& e, Value* word, WordPart part, bool is_signed, unsigned bits) {
    Value* moved = e.ir.CreateLShr(word, e.constant(32, part.first));
    return resized(e, e.ir.CreateTrunc(moved, e.integer(part.bits)), bits, is_signed);
}

Value* clamped(Emitter& e, Value* value, unsigned bits, bool is_signed) {
    const unsigned width = value->getType()->getScalarSizeInBits();
    const llvm::APInt high =
        is_signed ? llvm::APInt::getSignedMaxValue(bits).sext(width) : llvm::APInt::getMaxValue(bits).zext(width);
    const llvm::APInt low = is_signed ? llvm::APInt::getSignedMinValue(bits).sext(width) : llvm::APInt::getZero(width);
    value = minimum(e, value, llvm::ConstantInt::get(value->getType(), high), true);
    return maximum(e, value, llvm::ConstantInt::get(value->getType(), low), true);
}

Value* merged(Emitter& e, Value* word, WordPart part, Value* value) {
    const std::uint64_t mask = ((std::uint64_t{1} << part.bits) - 1) << part.first;
    Value* moved = e.ir.CreateShl(resized(e, value, 32, false), e.constant(32, part.first));
    Value* rest = e.ir.CreateAnd(word, e.constant(32, ~mask & 0xffffffff));
    return e.ir.CreateOr(rest, e.ir.CreateAnd(moved, e.constant(32, mask)));
}

namespace {

// The part of the word that an operand's selector names: `.b2`, `.h1`; the whole word if it has none.
WordPart part_of(const ptx::Operand& operand) {
    if (!operand.component.is_selector()) return {};
    const unsigned bits = operand.component.letter() == 'b' ? 8 : 16;
    return {static_cast<unsigned>(operand.component.digits()[0] - '0') * bits, bits};
}

Value* read_part(Emitter& e, std::size_t index, unsigned bits = 64) {
    return extract(e, read_word(e, index), part_of(e.operand(index)), is_signed(e.operand_type(index)), bits);
}

// Room for the largest number shifted as far as it goes.
constexpr unsigned shift_bits = 128;

Value* shifted(Emitter& e, bool left) {
    Value* a = read_part(e, 1, shift_bits);
    Value* amount = read_part(e, 2, shift_bits);
    if (e.has(Modifier::Wrap)) {
        amount = e.ir.CreateAnd(amount, e.constant(shift_bits, 31));
    } else {
        amount = minimum(e, amount, e.constant(shift_bits, 32), false);
    }
    return left ? e.ir.CreateShl(a, amount) : e.ir.CreateAShr(a, amount);
}

Value* primary(Emitter& e) {
    const Opcode opcode = e.operation().opcode;
    if (opcode == Opcode::Vshl || opcode == Opcode::Vshr) return shifted(e, opcode == Opcode::Vshl);
    Value* a = read_part(e, 1);
    Value* b = read_part(e, 2);
    switch (opcode) {
        case Opcode::Vadd: return e.ir.CreateAdd(a, b);
        case Opcode::Vsub: return e.ir.CreateSub(a, b);
        case Opcode::Vabsdiff:
            return e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::abs, e.ir.CreateSub(a, b), e.ir.getFalse());
        case Opcode::Vmin: return minimum(e, a, b, true);
        case Opcode::Vmax: return maximum(e, a, b, true);
        default: return e.ir.CreateZExt(compare(e, a, b, true), e.integer(64));  // vset
    }
}

// Saturates as the card does, which differs from the ISA: shifts are not saturated; an unsigned word has no upper
// bound, so its sum wraps around; and a signed byte or half word is compared as an unsigned number, so that negative
// numbers become the greatest value.
Value* saturated(Emitter& e, Value* result, WordPart part) {
    const Opcode opcode = e.operation().opcode;
    if (opcode == Opcode::Vshl || opcode == Opcode::Vshr) return result;
    const bool sign = is_signed(e.operand_type(0));
    if (part.bits == 32) return sign ? clamped(e, result, 32, true) : maximum(e, result, e.constant(64, 0), true);
    if (!sign) return clamped(e, result, part.bits, false);
    const std::uint64_t greatest = (std::uint64_t{1} << (part.bits - 1)) - 1;
    return minimum(e, result, e.constant(64, greatest), false);
}

// The first result combined with c, which has the sign of the destination; that of vset has no type: there it is a's.
Value* secondary(Emitter& e, Value* first) {
    const unsigned bits = first->getType()->getScalarSizeInBits();
    const std::size_t typed = e.operation().opcode == Opcode::Vset ? 1 : 0;
    Value* c = resized(e, read_word(e, 3), bits, is_signed(e.operand_type(typed)));
    if (e.has(Modifier::Add)) return e.ir.CreateAdd(first, c);
    // Compared before it is cut to a word: a negative difference of unsigned numbers is greater than all words.
    const bool sign = is_signed(e.operand_type(typed));
    return e.has(Modifier::Min) ? minimum(e, first, c, sign) : maximum(e, first, c, sign);
}

constexpr EmitterEntry video_entries[] = {
    {Opcode::Vadd, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vsub, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vabsdiff, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vmin, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vmax, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vshl, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vshr, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vset, OperandKinds::Any, emit_video_scalar, true},
    {Opcode::Vmad, OperandKinds::Any, emit_video_multiply, true},
    {Opcode::Vadd2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vsub2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vavrg2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vabsdiff2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vmin2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vmax2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vset2, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vadd4, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vsub4, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vavrg4, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vabsdiff4, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vmin4, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vmax4, OperandKinds::Any, emit_video_simd, true},
    {Opcode::Vset4, OperandKinds::Any, emit_video_simd, true},
};

}  // namespace

void emit_video_scalar(Emitter& e) {
    const ptx::Operand& target = e.operand(0);
    const WordPart part = part_of(target);
    ptx::Operand whole = target;
    whole.component = {};
    Value* result = primary(e);
    if (e.has(Modifier::Sat)) result = saturated(e, result, part);
    if (target.component.is_selector()) return e.write(whole, merged(e, read_word(e, 3), part, result));
    if (e.operand_count() > 3) result = secondary(e, result);
    e.write(whole, resized(e, result, 32, false));
}

// a * b + c: the product is negated if one of a and b is, or else c may be; .po adds one. Negation is by complement and
// plus one. The result is signed if an operand is, or by a negation; c always is.
void emit_video_multiply(Emitter& e) {
    constexpr unsigned bits = 128;
    const bool negate_product = e.operand(1).negated != e.operand(2).negated;
    const bool negate_c = !negate_product && e.operand(3).negated;
    const bool sign = is_signed(e.operand_type(1)) || is_signed(e.operand_type(2)) || negate_product || negate_c;
    Value* product = e.ir.CreateMul(read_part(e, 1, bits), read_part(e, 2, bits));
    Value* c = read_word(e, 3);
    if (negate_product) product = e.ir.CreateNot(product);
    if (negate_c) c = e.ir.CreateNot(c);
    const bool plus_one = e.has(Modifier::Po) || negate_product || negate_c;
    Value* sum = e.ir.CreateAdd(product, resized(e, c, bits, true));
    sum = e.ir.CreateAdd(sum, e.constant(bits, plus_one ? 1 : 0));
    if (e.has(Modifier::Shr7)) sum = e.ir.CreateAShr(sum, e.constant(bits, 7));
    if (e.has(Modifier::Shr15)) sum = e.ir.CreateAShr(sum, e.constant(bits, 15));
    if (e.has(Modifier::Sat)) sum = clamped(e, sum, 32, sign);
    e.write(0, resized(e, sum, 32, false));
}

std::span<const EmitterEntry> video_emitters() {
    return video_entries;
}

}  // namespace ringfence::softgpu::codegen
