// Comparisons, inspection, and the less and the greater of two numbers.
#include "softgpu/codegen/emit_float_ir.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Type;

struct NumberComparison {
    Modifier modifier;
    llvm::CmpInst::Predicate predicate;
};

constexpr NumberComparison comparisons[] = {
    {Modifier::Eq, llvm::CmpInst::FCMP_OEQ},  {Modifier::Ne, llvm::CmpInst::FCMP_ONE},
    {Modifier::Lt, llvm::CmpInst::FCMP_OLT},  {Modifier::Le, llvm::CmpInst::FCMP_OLE},
    {Modifier::Gt, llvm::CmpInst::FCMP_OGT},  {Modifier::Ge, llvm::CmpInst::FCMP_OGE},
    {Modifier::Equ, llvm::CmpInst::FCMP_UEQ}, {Modifier::Neu, llvm::CmpInst::FCMP_UNE},
    {Modifier::Ltu, llvm::CmpInst::FCMP_ULT}, {Modifier::Leu, llvm::CmpInst::FCMP_ULE},
    {Modifier::Gtu, llvm::CmpInst::FCMP_UGT}, {Modifier::Geu, llvm::CmpInst::FCMP_UGE},
    {Modifier::Num, llvm::CmpInst::FCMP_ORD}, {Modifier::Nan, llvm::CmpInst::FCMP_UNO},
};

llvm::Value* flushed(Emitter& e, std::size_t index) {
    return flush_if(e, e.has(Modifier::Ftz), e.read(index, e.type_of_operation()));
}

llvm::Value* exponent_of(Emitter& e, llvm::Value* bits, const math::Format& format) {
    return e.ir.CreateAnd(bits, same(bits, format.exponent_mask()));
}

// Compares the magnitude's bits with those of infinity.
llvm::Value* against_infinity(Emitter& e, llvm::CmpInst::Predicate predicate, llvm::Value* bits,
                              const math::Format& format) {
    llvm::Value* magnitude = e.ir.CreateAnd(bits, same(bits, format.sign_bit() - 1));
    return e.ir.CreateICmp(predicate, magnitude, same(bits, format.exponent_mask()));
}

llvm::Value* test(Emitter& e, llvm::Value* bits, const math::Format& format) {
    llvm::Value* zero = same(bits, std::uint64_t{0});
    if (e.has(Modifier::Finite)) return against_infinity(e, llvm::CmpInst::ICMP_ULT, bits, format);
    if (e.has(Modifier::Infinite)) return against_infinity(e, llvm::CmpInst::ICMP_EQ, bits, format);
    if (e.has(Modifier::Number)) return against_infinity(e, llvm::CmpInst::ICMP_ULE, bits, format);
    if (e.has(Modifier::Notanumber)) return against_infinity(e, llvm::CmpInst::ICMP_UGT, bits, format);
    llvm::Value* no_exponent = e.ir.CreateICmpEQ(exponent_of(e, bits, format), zero);
    llvm::Value* mantissa = e.ir.CreateAnd(bits, same(bits, format.hidden_bit() - 1));
    llvm::Value* subnormal = e.ir.CreateAnd(no_exponent, e.ir.CreateICmpNE(mantissa, zero));
    if (e.has(Modifier::Subnormal)) return subnormal;
    // Zero is normal to the device.
    return e.ir.CreateAnd(e.ir.CreateNot(subnormal), against_infinity(e, llvm::CmpInst::ICMP_ULT, bits, format));
}

}  // namespace

llvm::Value* compare(Emitter& e, llvm::Value* a, llvm::Value* b) {
    for (const NumberComparison& comparison : comparisons) {
        if (e.has(comparison.modifier)) return e.ir.CreateFCmp(comparison.predicate, a, b);
    }
    e.refuse("this comparison is not one of numbers");
    return e.ir.CreateFCmpUNO(a, b);
}

llvm::Value* combine(Emitter& e, llvm::Value* comparison, std::size_t index) {
    if (e.operand(index).kind == ptx::OperandKind::Empty) return comparison;
    llvm::Value* other = e.read_predicate(e.operand(index));
    if (e.has(Modifier::And)) return e.ir.CreateAnd(comparison, other);
    if (e.has(Modifier::Or)) return e.ir.CreateOr(comparison, other);
    return e.ir.CreateXor(comparison, other);
}

std::uint64_t true_value(Type type) {
    switch (type) {
        case Type::F32: return 0x3f80'0000;
        case Type::F16:
        case Type::F16x2: return 0x3c00;
        case Type::Bf16:
        case Type::Bf16x2: return 0x3f80;
        default: return ~std::uint64_t{0};
    }
}

void emit_float_set(Emitter& e) {
    const Type type = e.operand_type(0);
    llvm::Value* result = combine(e, compare(e, flushed(e, 1), flushed(e, 2)), 3);
    const unsigned bits = ptx::isa::info(type).bits;
    const std::uint64_t mask = bits == 16 ? 0xffff : 0xffff'ffff;
    e.write(0, e.ir.CreateSelect(result, e.constant(bits, true_value(type) & mask), e.constant(bits, 0)));
}

void emit_float_setp(Emitter& e) {
    llvm::Value* result = compare(e, flushed(e, 1), flushed(e, 2));
    const ptx::Operand& destination = e.operand(0);
    if (destination.kind != ptx::OperandKind::Pair) {
        e.write(destination, combine(e, result, 3));
        return;
    }
    llvm::Value* yes = combine(e, result, 3);
    llvm::Value* no = combine(e, e.ir.CreateNot(result), 3);
    e.write(destination.elements()[0], yes);
    e.write(destination.elements()[1], no);
}

void emit_testp(Emitter& e) {
    const math::Format& format = e.type_of_operation() == Type::F32 ? math::f32 : math::f64;
    e.write(0, test(e, bits_of(e, e.read(1, e.type_of_operation())), format));
}

void emit_float_extremum(Emitter& e) {
    llvm::Value* a = flushed(e, 1);
    llvm::Value* b = flushed(e, 2);
    const bool greater = e.operation().opcode == ptx::Opcode::Max;
    if (e.type_of_operation() == Type::F64) {
        llvm::Value* result = extremum(e, a, b, greater, false);
        return e.write(0, e.ir.CreateSelect(is_nan(e, result), make_quiet(e, b), result));
    }
    if (!e.has(Modifier::Xorsign)) {
        e.write_computed(0, extremum(e, a, b, greater, e.has(Modifier::NaN)));
        return;
    }
    // The magnitude of one of them, with the product's sign.
    llvm::Value* magnitude = extremum(e, absolute(e, a), absolute(e, b), greater, e.has(Modifier::NaN));
    llvm::Value* sign = e.ir.CreateXor(bits_of(e, a), bits_of(e, b));
    llvm::Value* signed_bits =
        e.ir.CreateOr(e.ir.CreateAnd(sign, same(sign, math::f32.sign_bit())),
                      e.ir.CreateAnd(bits_of(e, magnitude), same(sign, math::f32.sign_bit() - 1)));
    e.write_computed(0, float_of(e, signed_bits));
}

}  // namespace ringfence::softgpu::codegen
