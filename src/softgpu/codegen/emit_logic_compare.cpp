// Comparison of integers, and selection by sign.
#include "softgpu/codegen/emit_integer.h"
#include "softgpu/codegen/emit_logic.h"

namespace ringfence::softgpu::codegen {

using llvm::CmpInst;
using llvm::Value;
using ptx::Modifier;

namespace {

CmpInst::Predicate predicate_of(const Emitter& e, bool is_signed) {
    if (e.has(Modifier::Eq)) return CmpInst::ICMP_EQ;
    if (e.has(Modifier::Ne)) return CmpInst::ICMP_NE;
    if (e.has(Modifier::Lt)) return is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
    if (e.has(Modifier::Le)) return is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    if (e.has(Modifier::Gt)) return is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
    if (e.has(Modifier::Ge)) return is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
    if (e.has(Modifier::Lo)) return CmpInst::ICMP_ULT;
    if (e.has(Modifier::Ls)) return CmpInst::ICMP_ULE;
    if (e.has(Modifier::Hi)) return CmpInst::ICMP_UGT;
    return CmpInst::ICMP_UGE;  // .hs
}

// A comparison's outcome, combined with the predicate c if the instruction has one.
Value* combined(Emitter& e, Value* outcome) {
    if (e.has(Modifier::And)) return e.ir.CreateAnd(outcome, e.read_predicate(e.operand(3)));
    if (e.has(Modifier::Or)) return e.ir.CreateOr(outcome, e.read_predicate(e.operand(3)));
    if (e.has(Modifier::Xor)) return e.ir.CreateXor(outcome, e.read_predicate(e.operand(3)));
    return outcome;
}

Value* compare_operands(Emitter& e) {
    return compare(e, e.read(1), e.read(2), is_signed(e.type_of_operation()));
}

// The bits that `set` gives for true: all of them, or the number one.
std::uint64_t bits_for_true(ptx::Type type) {
    switch (type) {
        case ptx::Type::F16: return 0x3c00;
        case ptx::Type::Bf16: return 0x3f80;
        case ptx::Type::F32: return 0x3f800000;
        default: return 0xffffffff;
    }
}

}  // namespace

Value* compare(Emitter& e, Value* a, Value* b, bool is_signed) {
    return e.ir.CreateICmp(predicate_of(e, is_signed), a, b);
}

void emit_set(Emitter& e) {
    const ptx::Type type = e.operand_type(0);
    const unsigned bits = bits_of(type);
    Value* is_true = combined(e, compare_operands(e));
    e.write(0, e.ir.CreateSelect(is_true, e.constant(bits, bits_for_true(type)), e.constant(bits, 0)));
}

// p gets the outcome, q its opposite, each combined with c.
void emit_set_predicate(Emitter& e) {
    Value* outcome = compare_operands(e);
    const ptx::Operand& target = e.operand(0);
    if (target.kind != ptx::OperandKind::Pair) return e.write(target, combined(e, outcome));
    Value* p = combined(e, outcome);
    Value* q = combined(e, e.ir.CreateNot(outcome));
    e.write(target.elements()[0], p);
    e.write(target.elements()[1], q);
}

// a if c is at least zero, else b: also where c is a NaN.
void emit_select_by_sign(Emitter& e) {
    Value* take_a = nullptr;
    if (e.operand_type(3) == ptx::Type::S32) {
        take_a = e.ir.CreateICmpSGE(e.read(3), e.constant(32, 0));
    } else {
        take_a = e.ir.CreateFCmpOGE(e.read(3), e.constant_float(0));
        if (e.has(Modifier::Ftz)) {
            Value* magnitude = e.ir.CreateAnd(e.read(3, ptx::Type::B32), e.constant(32, 0x7fffffff));
            take_a = e.ir.CreateOr(take_a, e.ir.CreateICmpULT(magnitude, e.constant(32, 0x00800000)));
        }
    }
    // As bits, so that a NaN stays the NaN it is.
    const bool wide = bits_of(e.type_of_operation()) == 64;
    const bool narrow = bits_of(e.type_of_operation()) == 16;
    const ptx::Type type = wide ? ptx::Type::B64 : narrow ? ptx::Type::B16 : ptx::Type::B32;
    e.write(0, e.ir.CreateSelect(take_a, e.read(1, type), e.read(2, type)));
}

}  // namespace ringfence::softgpu::codegen
