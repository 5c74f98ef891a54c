#include "softgpu/codegen/emit_float_ir.h"

#include <llvm/IR/Intrinsics.h>

namespace ringfence::softgpu::codegen {

// --- types and bits --------------------------------------------------------------------------------------------------

llvm::Type* like(const llvm::Value* value, llvm::Type* scalar) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
}

llvm::Type* integer_like(const llvm::Value* value, unsigned bits) {
    return like(value, llvm::Type::getIntNTy(value->getContext(), bits));
}

llvm::Type* float_like(const llvm::Value* value) {
    return like(value, llvm::Type::getFloatTy(value->getContext()));
}

llvm::Type* double_like(const llvm::Value* value) {
    return like(value, llvm::Type::getDoubleTy(value->getContext()));
}

llvm::Constant* same(const llvm::Value* value, std::uint64_t integer) {
    llvm::Type* type = value->getType();
    return llvm::ConstantInt::get(type, llvm::APInt(type->getScalarSizeInBits(), integer));
}

llvm::Constant* same(const llvm::Value* value, double number) {
    return llvm::ConstantFP::get(value->getType(), number);
}

llvm::Value* bits_of(Emitter& e, llvm::Value* number) {
    return e.ir.CreateBitCast(number, integer_like(number, number->getType()->getScalarSizeInBits()));
}

llvm::Value* float_of(Emitter& e, llvm::Value* bits) {
    const bool single = bits->getType()->getScalarSizeInBits() == 32;
    return e.ir.CreateBitCast(bits, single ? float_like(bits) : double_like(bits));
}

// --- what modifiers do -----------------------------------------------------------------------------------------------

llvm::Value* flush_subnormal(Emitter& e, llvm::Value* number) {
    llvm::Value* bits = bits_of(e, number);
    const math::Format& format = bits->getType()->getScalarSizeInBits() == 32 ? math::f32 : math::f64;
    llvm::Value* exponent = e.ir.CreateAnd(bits, same(bits, format.exponent_mask()));
    llvm::Value* is_small = e.ir.CreateICmpEQ(exponent, same(bits, std::uint64_t{0}));
    llvm::Value* zero = e.ir.CreateAnd(bits, same(bits, format.sign_bit()));
    return e.ir.CreateBitCast(e.ir.CreateSelect(is_small, zero, bits), number->getType());
}

llvm::Value* flush_if(Emitter& e, bool flush, llvm::Value* number) {
    return flush ? flush_subnormal(e, number) : number;
}

llvm::Value* flush_tiny(Emitter& e, llvm::Value* result, llvm::Value* is_tiny) {
    llvm::Value* zero = e.intrinsic(llvm::Intrinsic::copysign, {result->getType()}, {same(result, 0.0), result});
    return e.ir.CreateSelect(is_tiny, zero, result);
}

// On the bits: the compiler takes comparisons with a signalling NaN for something that may be turned around.
llvm::Value* clamp_to_unit(Emitter& e, llvm::Value* number) {
    llvm::Value* bits = bits_of(e, number);
    llvm::Type* type = bits->getType();
    const math::Format& format = type->getScalarSizeInBits() == 32 ? math::f32 : math::f64;
    const std::uint64_t one = static_cast<std::uint64_t>(format.bias()) << format.mantissa_bits;
    llvm::Value* zero = same(bits, std::uint64_t{0});
    llvm::Value* positive = e.intrinsic(llvm::Intrinsic::smax, {type}, {bits, zero});
    llvm::Value* is_number = e.ir.CreateICmpULE(positive, same(bits, format.exponent_mask()));
    llvm::Value* clamped = e.intrinsic(llvm::Intrinsic::umin, {type}, {positive, same(bits, one)});
    return e.ir.CreateBitCast(e.ir.CreateSelect(is_number, clamped, zero), number->getType());
}

llvm::Value* clamp_negative(Emitter& e, llvm::Value* number) {
    llvm::Value* zero = same(number, 0.0);
    return e.ir.CreateSelect(e.ir.CreateFCmpOLE(number, zero), zero, number);
}

math::Rounding rounding_of(const Emitter& e) {
    using ptx::Modifier;
    if (e.has(Modifier::Rz) || e.has(Modifier::Rzi)) return math::Rounding::Zero;
    if (e.has(Modifier::Rm) || e.has(Modifier::Rmi)) return math::Rounding::Down;
    if (e.has(Modifier::Rp) || e.has(Modifier::Rpi)) return math::Rounding::Up;
    if (e.has(Modifier::Rna)) return math::Rounding::NearestAway;
    return math::Rounding::NearestEven;
}

math::Mode mode_of(const Emitter& e) {
    return {rounding_of(e), e.has(ptx::Modifier::Ftz), e.has(ptx::Modifier::Sat), e.has(ptx::Modifier::Relu),
            e.has(ptx::Modifier::Satfinite)};
}

// --- NaN -------------------------------------------------------------------------------------------------------------

llvm::Value* make_quiet(Emitter& e, llvm::Value* nan) {
    llvm::Value* bits = bits_of(e, nan);
    const math::Format& format = bits->getType()->getScalarSizeInBits() == 32 ? math::f32 : math::f64;
    return e.ir.CreateBitCast(e.ir.CreateOr(bits, same(bits, format.hidden_bit() >> 1)), nan->getType());
}

llvm::Value* propagate_nan(Emitter& e, llvm::Value* result, std::initializer_list<llvm::Value*> operands) {
    llvm::Value* nan = e.ir.CreateBitCast(e.constant(64, math::f64.canonical_nan), result->getType());
    for (const auto* operand = operands.end(); operand != operands.begin();) {
        --operand;
        nan = e.ir.CreateSelect(is_nan(e, *operand), *operand, nan);
    }
    return e.ir.CreateSelect(is_nan(e, result), make_quiet(e, nan), result);
}

// --- operations ------------------------------------------------------------------------------------------------------

llvm::Value* is_nan(Emitter& e, llvm::Value* number) {
    return e.ir.CreateFCmpUNO(number, number);
}

llvm::Value* absolute(Emitter& e, llvm::Value* number) {
    return unary(e, llvm::Intrinsic::fabs, number);
}

llvm::Value* fused(Emitter& e, llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return e.intrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c});
}

llvm::Value* unary(Emitter& e, llvm::Intrinsic::ID id, llvm::Value* a) {
    return e.intrinsic(id, {a->getType()}, {a});
}

llvm::Value* extremum(Emitter& e, llvm::Value* a, llvm::Value* b, bool greater, bool keep_nan) {
    llvm::Value* either =
        e.intrinsic(greater ? llvm::Intrinsic::maximum : llvm::Intrinsic::minimum, {a->getType()}, {a, b});
    if (keep_nan) return either;
    return e.ir.CreateSelect(is_nan(e, a), b, e.ir.CreateSelect(is_nan(e, b), a, either));
}

namespace {

// Moves a rounded number by one to its odd neighbour if it is even and not exact. `upwards` says on which side of its
// magnitude the exact value lies.
llvm::Value* make_odd(Emitter& e, llvm::Value* rounded, llvm::Value* inexact, llvm::Value* upwards) {
    llvm::Value* bits = bits_of(e, rounded);
    llvm::Value* one = same(bits, std::uint64_t{1});
    llvm::Value* even = e.ir.CreateICmpEQ(e.ir.CreateAnd(bits, one), same(bits, std::uint64_t{0}));
    llvm::Value* step = e.ir.CreateSelect(upwards, one, same(bits, ~std::uint64_t{0}));
    llvm::Value* moved = e.ir.CreateAdd(bits, step);
    return e.ir.CreateBitCast(e.ir.CreateSelect(e.ir.CreateAnd(inexact, even), moved, bits), rounded->getType());
}

}  // namespace

llvm::Value* sum_to_odd(Emitter& e, llvm::Value* a, llvm::Value* b) {
    llvm::Value* sum = e.ir.CreateFAdd(a, b);
    // The rounding error, exactly.
    llvm::Value* part_of_b = e.ir.CreateFSub(sum, a);
    llvm::Value* part_of_a = e.ir.CreateFSub(sum, part_of_b);
    llvm::Value* lost = e.ir.CreateFAdd(e.ir.CreateFSub(a, part_of_a), e.ir.CreateFSub(b, part_of_b));
    llvm::Value* zero = same(sum, 0.0);
    llvm::Value* inexact = e.ir.CreateFCmpONE(lost, zero);
    // Infinite sums lose something that is no number, and are left alone.
    llvm::Value* same_sign = e.ir.CreateICmpEQ(e.ir.CreateFCmpOLT(lost, zero), e.ir.CreateFCmpOLT(sum, zero));
    return make_odd(e, sum, inexact, same_sign);
}

llvm::Value* narrow_to_odd(Emitter& e, llvm::Value* number) {
    llvm::Value* narrowed = e.ir.CreateFPTrunc(number, float_like(number));
    llvm::Value* back = e.ir.CreateFPExt(narrowed, number->getType());
    llvm::Value* upwards = e.ir.CreateFCmpOLT(absolute(e, back), absolute(e, number));
    return make_odd(e, narrowed, e.ir.CreateFCmpONE(back, number), upwards);
}

llvm::Value* call_math(Emitter& e, const char* name, llvm::Type* result,
                       std::initializer_list<llvm::Value*> arguments) {
    llvm::Value* value = e.call(name, result, arguments);
    llvm::Function* function = e.module().getFunction(name);
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    return value;
}

}  // namespace ringfence::softgpu::codegen
