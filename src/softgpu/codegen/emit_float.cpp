// Arithmetic of f32 and f64, and the table of all floating-point emitters.
#include <llvm/IR/Intrinsics.h>

#include "softgpu/codegen/emit_float_ir.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

bool is_single(const Emitter& e) {
    return e.type_of_operation() == Type::F32;
}

// Forms of later devices, whose spelling the table knows: f32x2, sums of f32 and f16, the least of three.
bool is_refused(Emitter& e) {
    const bool known = e.type_of_operation() == Type::F32 || e.type_of_operation() == Type::F64;
    const bool mixed = e.operand_type(1) != e.type_of_operation();
    const bool of_three = e.operation().opcode != Opcode::Fma && e.operation().opcode != Opcode::Mad &&
                          e.operand(3).kind != ptx::OperandKind::Empty;
    if (known && !mixed && !of_three) return false;
    e.refuse("the device has no `" + std::string(e.operation().text) + "`");
    return true;
}

llvm::Value* operand(Emitter& e, std::size_t index) {
    return flush_if(e, e.has(Modifier::Ftz), e.read(index));
}

void finish(Emitter& e, llvm::Value* result) {
    if (e.has(Modifier::Sat)) result = clamp_to_unit(e, result);
    e.write_computed(0, result);
}

// A result of double precision: `operands` in the order in which their NaNs are given on.
void finish_double(Emitter& e, llvm::Value* result, std::initializer_list<llvm::Value*> operands) {
    e.write(0, propagate_nan(e, result, operands));
}

// Multiplying by it keeps small numbers from being subnormal.
constexpr double scale = 0x1p24;

// True if a number that was computed from scaled operands would be subnormal without the scale.
llvm::Value* is_tiny(Emitter& e, llvm::Value* scaled) {
    return e.ir.CreateFCmpOLT(absolute(e, scaled), same(scaled, 0x1p-126 * scale));
}

// In a rounding that the processor is not set to: `name` is the function's without the type.
void emit_rounded(Emitter& e, const char* single, const char* twice, std::size_t operands) {
    const char* name = is_single(e) ? single : twice;
    const unsigned width = is_single(e) ? 32 : 64;
    llvm::Type* type = e.ir.getIntNTy(width);
    llvm::Value* mode = e.ir.getInt32(mode_of(e).bits());
    llvm::Value* a = bits_of(e, e.read(1));
    llvm::Value* result = nullptr;
    if (operands == 1) {
        result = call_math(e, name, type, {a, mode});
    } else if (operands == 2) {
        result = call_math(e, name, type, {a, bits_of(e, e.read(2)), mode});
    } else {
        result = call_math(e, name, type, {a, bits_of(e, e.read(2)), bits_of(e, e.read(3)), mode});
    }
    e.write(0, float_of(e, result));
}

bool is_nearest(const Emitter& e) {
    return rounding_of(e) == math::Rounding::NearestEven;
}

void finish_sum(Emitter& e, llvm::Value* a, llvm::Value* b, bool subtract) {
    llvm::Value* sum = subtract ? e.ir.CreateFSub(a, b) : e.ir.CreateFAdd(a, b);
    if (!is_single(e)) return finish_double(e, sum, {b, a});
    // Subnormal sums are exact.
    finish(e, flush_if(e, e.has(Modifier::Ftz), sum));
}

void emit_float_add(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_arithmetic(e);
    if (is_refused(e)) return;
    if (!is_nearest(e)) return emit_rounded(e, "rf_add_f32", "rf_add_f64", 2);
    finish_sum(e, operand(e, 1), operand(e, 2), false);
}

void emit_sub(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_arithmetic(e);
    if (is_refused(e)) return;
    if (!is_nearest(e)) return emit_rounded(e, "rf_sub_f32", "rf_sub_f64", 2);
    finish_sum(e, operand(e, 1), operand(e, 2), true);
}

void emit_mul(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_arithmetic(e);
    if (is_refused(e)) return;
    if (!is_nearest(e)) return emit_rounded(e, "rf_mul_f32", "rf_mul_f64", 2);
    llvm::Value* a = operand(e, 1);
    llvm::Value* b = operand(e, 2);
    llvm::Value* product = e.ir.CreateFMul(a, b);
    if (!is_single(e)) return finish_double(e, product, {b, a});
    if (e.has(Modifier::Ftz)) {
        llvm::Value* scaled = e.ir.CreateFMul(e.ir.CreateFMul(a, same(a, scale)), b);
        product = flush_tiny(e, product, is_tiny(e, scaled));
    }
    finish(e, product);
}

// The neighbour of a number in the direction of minus infinity (or plus).
llvm::Value* neighbour(Emitter& e, llvm::Value* number, bool down) {
    llvm::Value* bits = bits_of(e, number);
    llvm::Value* is_negative = e.ir.CreateICmpSLT(bits, same(bits, std::uint64_t{0}));
    llvm::Value* outward = e.ir.CreateAdd(bits, same(bits, std::uint64_t{1}));
    llvm::Value* inward = e.ir.CreateSub(bits, same(bits, std::uint64_t{1}));
    llvm::Value* next =
        down ? e.ir.CreateSelect(is_negative, outward, inward) : e.ir.CreateSelect(is_negative, inward, outward);
    llvm::Value* least = same(bits, std::uint64_t{down ? 0x80000001U : 1U});
    llvm::Value* is_zero = e.ir.CreateFCmpOEQ(number, same(number, 0.0));
    return float_of(e, e.ir.CreateSelect(is_zero, least, next));
}

// a * b + c in single precision, rounded in a direction. In double precision the product is exact and the sum's error
// is known, so that the rounding to nearest can be corrected.
llvm::Value* fused_directed(Emitter& e, llvm::Value* a, llvm::Value* b, llvm::Value* c, math::Rounding rounding) {
    llvm::Type* wide = double_like(a);
    llvm::Value* product = e.ir.CreateFMul(e.ir.CreateFPExt(a, wide), e.ir.CreateFPExt(b, wide));
    llvm::Value* addend = e.ir.CreateFPExt(c, wide);
    llvm::Value* sum = e.ir.CreateFAdd(product, addend);
    llvm::Value* part = e.ir.CreateFSub(sum, product);
    llvm::Value* error =
        e.ir.CreateFAdd(e.ir.CreateFSub(product, e.ir.CreateFSub(sum, part)), e.ir.CreateFSub(addend, part));
    llvm::Value* nearest = e.ir.CreateFPTrunc(sum, a->getType());
    llvm::Value* got = e.ir.CreateFPExt(nearest, wide);
    llvm::Value* zero = same(sum, 0.0);
    llvm::Value* exact = e.ir.CreateFCmpOEQ(got, sum);
    llvm::Value* above =
        e.ir.CreateOr(e.ir.CreateFCmpOGT(got, sum), e.ir.CreateAnd(exact, e.ir.CreateFCmpOLT(error, zero)));
    llvm::Value* below =
        e.ir.CreateOr(e.ir.CreateFCmpOLT(got, sum), e.ir.CreateAnd(exact, e.ir.CreateFCmpOGT(error, zero)));
    llvm::Value* lower = e.ir.CreateSelect(above, neighbour(e, nearest, true), nearest);
    llvm::Value* upper = e.ir.CreateSelect(below, neighbour(e, nearest, false), nearest);
    llvm::Value* result = lower;
    if (rounding == math::Rounding::Up) result = upper;
    if (rounding == math::Rounding::Zero) {
        result = e.ir.CreateSelect(e.ir.CreateFCmpOLT(sum, zero), upper, lower);
    }
    // The sign of a zero sum depends on the rounding direction, unless both parts have the same sign.
    if (rounding != math::Rounding::Down) return result;
    llvm::Value* signs = e.ir.CreateOr(bits_of(e, product), bits_of(e, addend));
    llvm::Value* any_negative = e.ir.CreateICmpSLT(signs, same(signs, std::uint64_t{0}));
    llvm::Value* is_negative_zero = e.ir.CreateAnd(e.ir.CreateFCmpOEQ(sum, zero), any_negative);
    return e.ir.CreateSelect(is_negative_zero, same(result, -0.0), result);
}

// mad of floating point is fma on every device since compute capability 2.0.
void emit_fma(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_arithmetic(e);
    if (is_refused(e)) return;
    if (!is_nearest(e) && is_single(e) && !e.has(Modifier::Ftz)) {
        return finish(e, fused_directed(e, operand(e, 1), operand(e, 2), operand(e, 3), rounding_of(e)));
    }
    if (!is_nearest(e)) return emit_rounded(e, "rf_fma_f32", "rf_fma_f64", 3);
    llvm::Value* a = operand(e, 1);
    llvm::Value* b = operand(e, 2);
    llvm::Value* c = operand(e, 3);
    llvm::Value* sum = fused(e, a, b, c);
    if (!is_single(e)) return finish_double(e, sum, {b, c, a});
    if (e.has(Modifier::Ftz)) {
        llvm::Value* factor = same(a, scale);
        llvm::Value* scaled = fused(e, e.ir.CreateFMul(a, factor), b, e.ir.CreateFMul(c, factor));
        sum = flush_tiny(e, sum, is_tiny(e, scaled));
    }
    finish(e, sum);
}

void emit_div(Emitter& e) {
    if (e.has(Modifier::Approx) || e.has(Modifier::Full)) return emit_approximation(e);
    if (!is_nearest(e)) return emit_rounded(e, "rf_div_f32", "rf_div_f64", 2);
    llvm::Value* a = operand(e, 1);
    llvm::Value* b = operand(e, 2);
    llvm::Value* quotient = e.ir.CreateFDiv(a, b);
    if (!is_single(e)) return finish_double(e, quotient, {a, b});
    if (e.has(Modifier::Ftz)) {
        llvm::Value* scaled = e.ir.CreateFMul(absolute(e, a), same(a, 0x1p126));
        quotient = flush_tiny(e, quotient, e.ir.CreateFCmpOLT(scaled, absolute(e, b)));
    }
    finish(e, quotient);
}

void emit_rcp(Emitter& e) {
    if (e.has(Modifier::Approx)) return emit_approximation(e);
    if (!is_nearest(e)) return emit_rounded(e, "rf_rcp_f32", "rf_rcp_f64", 1);
    llvm::Value* a = operand(e, 1);
    llvm::Value* quotient = e.ir.CreateFDiv(same(a, 1.0), a);
    if (!is_single(e)) return finish_double(e, quotient, {a});
    finish(e, flush_if(e, e.has(Modifier::Ftz), quotient));
}

void emit_sqrt(Emitter& e) {
    if (e.has(Modifier::Approx)) return emit_approximation(e);
    if (!is_nearest(e)) return emit_rounded(e, "rf_sqrt_f32", "rf_sqrt_f64", 1);
    llvm::Value* a = operand(e, 1);
    llvm::Value* root = unary(e, llvm::Intrinsic::sqrt, a);
    if (!is_single(e)) return finish_double(e, root, {a});
    finish(e, root);
}

void emit_function(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_function(e);
    emit_approximation(e);
}

// A NaN does not change its sign.
void finish_sign(Emitter& e, llvm::Value* operand, llvm::Value* result) {
    if (!is_single(e)) return finish_double(e, result, {operand});
    e.write_computed(0, result);
}

void emit_abs(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_sign(e);
    llvm::Value* a = operand(e, 1);
    finish_sign(e, a, absolute(e, a));
}

void emit_neg(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_sign(e);
    llvm::Value* a = operand(e, 1);
    finish_sign(e, a, e.ir.CreateFNeg(a));
}

// The sign of the first, the magnitude of the second.
void emit_copysign(Emitter& e) {
    llvm::Value* sign = bits_of(e, e.read(1));
    llvm::Value* magnitude = bits_of(e, e.read(2));
    const std::uint64_t mask = is_single(e) ? math::f32.sign_bit() : math::f64.sign_bit();
    llvm::Value* result =
        e.ir.CreateOr(e.ir.CreateAnd(sign, same(sign, mask)), e.ir.CreateAnd(magnitude, same(magnitude, ~mask)));
    e.write(0, float_of(e, result));
}

void emit_extremum(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_extremum(e);
    if (is_refused(e)) return;
    emit_float_extremum(e);
}

void emit_set_of_floats(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_set(e);
    emit_float_set(e);
}

void emit_setp(Emitter& e) {
    if (is_half(e.type_of_operation())) return emit_half_setp(e);
    emit_float_setp(e);
}

constexpr EmitterEntry entry(Opcode opcode, void (*emit)(Emitter&)) {
    return {opcode, OperandKinds::Float, emit, true};
}

constexpr EmitterEntry float_entries[] = {
    entry(Opcode::Add, emit_float_add),
    entry(Opcode::Sub, emit_sub),
    entry(Opcode::Mul, emit_mul),
    entry(Opcode::Fma, emit_fma),
    entry(Opcode::Mad, emit_fma),
    entry(Opcode::Div, emit_div),
    entry(Opcode::Rcp, emit_rcp),
    entry(Opcode::Sqrt, emit_sqrt),
    entry(Opcode::Rsqrt, emit_approximation),
    entry(Opcode::Sin, emit_approximation),
    entry(Opcode::Cos, emit_approximation),
    entry(Opcode::Lg2, emit_approximation),
    entry(Opcode::Ex2, emit_function),
    entry(Opcode::Tanh, emit_function),
    entry(Opcode::Abs, emit_abs),
    entry(Opcode::Neg, emit_neg),
    entry(Opcode::Min, emit_extremum),
    entry(Opcode::Max, emit_extremum),
    entry(Opcode::Copysign, emit_copysign),
    entry(Opcode::Testp, emit_testp),
    entry(Opcode::Set, emit_set_of_floats),
    entry(Opcode::Setp, emit_setp),
};

}  // namespace

std::span<const EmitterEntry> float_emitters() {
    return float_entries;
}

}  // namespace ringfence::softgpu::codegen
