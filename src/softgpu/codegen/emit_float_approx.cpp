// Functions that the device approximates: straight-line code for any number of lanes, without calls or tables.
//
// They are more exact than the ISA asks for. Special values follow from the arithmetic where it gives them, and are
// selected at the end where it does not.
#include <llvm/IR/Intrinsics.h>

#include <cmath>
#include <initializer_list>

#include "softgpu/codegen/emit_float_ir.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

// Adding it rounds a float of less than 2^22 to an integer, which then stands in the lowest bits.
constexpr double round_shift = 0x1.8p23;

// By Horner's rule, the coefficients from the highest power down.
llvm::Value* polynomial(Emitter& e, llvm::Value* x, std::initializer_list<float> coefficients) {
    const float* coefficient = coefficients.begin();
    llvm::Value* sum = same(x, *coefficient);
    while (++coefficient != coefficients.end()) {
        sum = fused(e, sum, x, same(x, *coefficient));
    }
    return sum;
}

// An integer that was rounded with round_shift: as a number and in the lowest bits of an integer.
struct Rounded {
    llvm::Value* number;
    llvm::Value* bits;
};

Rounded round_to_integer(Emitter& e, llvm::Value* x) {
    llvm::Value* shifted = e.ir.CreateFAdd(x, same(x, round_shift));
    return {e.ir.CreateFSub(shifted, same(x, round_shift)), bits_of(e, shifted)};
}

// 2^n for an integer n in [-126, 127].
llvm::Value* power_of_two(Emitter& e, llvm::Value* n) {
    return float_of(e, e.ir.CreateShl(e.ir.CreateAdd(n, same(n, std::uint64_t{127})), same(n, std::uint64_t{23})));
}

// To [low, high]; NaN becomes low.
llvm::Value* clamp(Emitter& e, llvm::Value* x, double low, double high) {
    llvm::Value* above = e.ir.CreateSelect(e.ir.CreateFCmpOGT(x, same(x, low)), x, same(x, low));
    return e.ir.CreateSelect(e.ir.CreateFCmpOLT(above, same(x, high)), above, same(x, high));
}

// The angle's distance from the nearest multiple of pi / 2, and that multiple's number in the lowest bits.
struct Angle {
    llvm::Value* rest;
    llvm::Value* quadrant;
};

Angle reduce_angle(Emitter& e, llvm::Value* x) {
    const Rounded turns = round_to_integer(e, e.ir.CreateFMul(x, same(x, 0x1.45f306p-1)));
    llvm::Value* rest = fused(e, turns.number, same(x, -0x1.92p+0), x);
    rest = fused(e, turns.number, same(x, -0x1.fb4p-12), rest);
    rest = fused(e, turns.number, same(x, -0x1.4442d2p-24), rest);
    // Angles too large to be reduced stay bounded; NaN stays NaN.
    llvm::Value* limit = same(x, 0x1.9220p-1);
    rest = e.ir.CreateSelect(e.ir.CreateFCmpOGT(rest, limit), limit, rest);
    llvm::Value* lower = e.ir.CreateFNeg(limit);
    rest = e.ir.CreateSelect(e.ir.CreateFCmpOLT(rest, lower), lower, rest);
    return {rest, turns.bits};
}

llvm::Value* bit_is_set(Emitter& e, llvm::Value* bits, std::uint64_t bit) {
    return e.ir.CreateICmpNE(e.ir.CreateAnd(bits, same(bits, bit)), same(bits, std::uint64_t{0}));
}

// Sine of an angle whose quadrant is counted from the sine's.
llvm::Value* sine_of(Emitter& e, const Angle& angle, llvm::Value* quadrant) {
    llvm::Value* r = angle.rest;
    llvm::Value* square = e.ir.CreateFMul(r, r);
    llvm::Value* sine = fused(e, e.ir.CreateFMul(r, square),
                              polynomial(e, square, {-0x1.994e5cp-13F, 0x1.11076p-7F, -0x1.555546p-3F}), r);
    llvm::Value* cosine = fused(e, e.ir.CreateFMul(square, square),
                                polynomial(e, square, {0x1.9a020ap-16F, -0x1.6c0c8ap-10F, 0x1.55554ap-5F}),
                                fused(e, square, same(r, -0.5), same(r, 1.0)));
    llvm::Value* value = e.ir.CreateSelect(bit_is_set(e, quadrant, 1), cosine, sine);
    return e.ir.CreateSelect(bit_is_set(e, quadrant, 2), e.ir.CreateFNeg(value), value);
}

llvm::Value* square_root(Emitter& e, llvm::Value* x) {
    return unary(e, llvm::Intrinsic::sqrt, x);
}

llvm::Value* reciprocal(Emitter& e, llvm::Value* x) {
    return e.ir.CreateFDiv(same(x, 1.0), x);
}

// Computed as a * (1/b), where 1/b of a large b is 0.
llvm::Value* quotient(Emitter& e, llvm::Value* a, llvm::Value* b) {
    llvm::Value* magnitude = absolute(e, b);
    llvm::Value* too_large = e.ir.CreateAnd(e.ir.CreateFCmpOGT(magnitude, same(b, 0x1p126)),
                                            e.ir.CreateFCmpOLT(magnitude, same(b, INFINITY)));
    llvm::Value* zero = e.intrinsic(llvm::Intrinsic::copysign, {b->getType()}, {same(b, 0.0), b});
    return e.ir.CreateSelect(too_large, e.ir.CreateFMul(a, zero), e.ir.CreateFDiv(a, b));
}

llvm::Value* approximate_single(Emitter& e, llvm::Value* x) {
    switch (e.operation().opcode) {
        case Opcode::Rcp: return reciprocal(e, x);
        case Opcode::Sqrt: return square_root(e, x);
        case Opcode::Rsqrt: return reciprocal(e, square_root(e, x));
        case Opcode::Sin: return approximate_sine(e, x);
        case Opcode::Cos: return approximate_cosine(e, x);
        case Opcode::Lg2: return approximate_log2(e, x);
        case Opcode::Ex2: return approximate_exp2(e, x);
        default: return approximate_tanh(e, x);
    }
}

// The device looks only at the upper half of the number and gives the upper half of the result.
llvm::Value* upper_half(Emitter& e, llvm::Value* number) {
    llvm::Value* bits = bits_of(e, number);
    return float_of(e, e.ir.CreateAnd(bits, same(bits, 0xffff'ffff'0000'0000U)));
}

void emit_double(Emitter& e) {
    llvm::Value* x = e.read(1);
    const bool coarse = e.has(Modifier::Ftz);
    if (coarse) x = flush_subnormal(e, upper_half(e, x));
    llvm::Value* result = e.operation().opcode == Opcode::Rcp ? reciprocal(e, x) : reciprocal(e, square_root(e, x));
    if (!coarse) return e.write(0, propagate_nan(e, result, {x}));
    llvm::Value* cut = flush_subnormal(e, upper_half(e, result));
    llvm::Value* nan = e.ir.CreateBitCast(e.constant(64, 0x7fff'ffff'0000'0000), result->getType());
    e.write(0, e.ir.CreateSelect(is_nan(e, result), nan, cut));
}

}  // namespace

llvm::Value* approximate_exp2(Emitter& e, llvm::Value* x) {
    // Beyond these it is infinite, or less than half the least number.
    const Rounded whole = round_to_integer(e, clamp(e, x, -151.0, 129.0));
    llvm::Value* rest = e.ir.CreateFSub(clamp(e, x, -151.0, 129.0), whole.number);
    llvm::Value* value = polynomial(
        e, rest,
        {0x1.41d334p-13F, 0x1.5f456ap-10F, 0x1.3b2dbcp-7F, 0x1.c6aed4p-5F, 0x1.ebfbdap-3F, 0x1.62e43p-1F, 1.0F});
    // In two steps, because the power alone may not be a number while the result is.
    llvm::Value* n = e.ir.CreateSub(whole.bits, same(whole.bits, std::uint64_t{0x4b40'0000}));
    llvm::Value* half = e.ir.CreateAShr(n, same(n, std::uint64_t{1}));
    value = e.ir.CreateFMul(value, power_of_two(e, half));
    value = e.ir.CreateFMul(value, power_of_two(e, e.ir.CreateSub(n, half)));
    return e.ir.CreateSelect(is_nan(e, x), x, value);
}

llvm::Value* approximate_log2(Emitter& e, llvm::Value* x) {
    llvm::Value* is_small = e.ir.CreateFCmpOLT(x, same(x, 0x1p-126));
    llvm::Value* normal = e.ir.CreateSelect(is_small, e.ir.CreateFMul(x, same(x, 0x1p24)), x);
    // x = 2^n * m with m in [sqrt(1/2), sqrt(2)).
    llvm::Value* bits = bits_of(e, normal);
    llvm::Value* n =
        e.ir.CreateAShr(e.ir.CreateSub(bits, same(bits, std::uint64_t{0x3f35'04f3})), same(bits, std::uint64_t{23}));
    llvm::Value* m = float_of(e, e.ir.CreateSub(bits, e.ir.CreateShl(n, same(n, std::uint64_t{23}))));
    llvm::Value* exponent = e.ir.CreateSIToFP(n, x->getType());
    exponent = e.ir.CreateSelect(is_small, e.ir.CreateFSub(exponent, same(x, 24.0)), exponent);
    llvm::Value* rest = e.ir.CreateFSub(m, same(x, 1.0));
    llvm::Value* slope = polynomial(e, rest,
                                    {-0x1.c25a74p-4F, 0x1.7d494cp-3F, -0x1.874be8p-3F, 0x1.a305a6p-3F, -0x1.eabc88p-3F,
                                     0x1.277e36p-2F, -0x1.715a76p-2F, 0x1.ec7096p-2F, -0x1.71547p-1F, 0x1.715476p+0F});
    llvm::Value* value = fused(e, rest, slope, exponent);
    llvm::Value* zero = same(x, 0.0);
    value = e.ir.CreateSelect(e.ir.CreateFCmpOEQ(x, same(x, double{INFINITY})), x, value);
    value = e.ir.CreateSelect(e.ir.CreateFCmpOEQ(x, zero), same(x, -double{INFINITY}), value);
    return e.ir.CreateSelect(e.ir.CreateFCmpULT(x, zero), same(x, NAN), value);
}

llvm::Value* approximate_sine(Emitter& e, llvm::Value* x) {
    // For a subnormal angle the device gives zero.
    x = flush_subnormal(e, x);
    const Angle angle = reduce_angle(e, x);
    // Tiny angles are their own sine, and so keep the sign of zero.
    llvm::Value* is_tiny = e.ir.CreateFCmpOLT(absolute(e, x), same(x, 0x1p-13));
    return e.ir.CreateSelect(is_tiny, x, sine_of(e, angle, angle.quadrant));
}

llvm::Value* approximate_cosine(Emitter& e, llvm::Value* x) {
    const Angle angle = reduce_angle(e, x);
    return sine_of(e, angle, e.ir.CreateAdd(angle.quadrant, same(angle.quadrant, std::uint64_t{1})));
}

llvm::Value* approximate_tanh(Emitter& e, llvm::Value* x) {
    llvm::Value* magnitude = absolute(e, x);
    llvm::Value* square = e.ir.CreateFMul(x, x);
    llvm::Value* near = fused(
        e, e.ir.CreateFMul(x, square),
        polynomial(e, square, {-0x1.76ac1ap-8F, 0x1.5256d8p-6F, -0x1.b84448p-5F, 0x1.110768p-3F, -0x1.555534p-2F}), x);
    // 1 - 2 / (exp(2x) + 1)
    llvm::Value* power = approximate_exp2(e, e.ir.CreateFMul(magnitude, same(x, 0x1.715476p+1)));
    llvm::Value* one = same(x, 1.0);
    llvm::Value* far = e.ir.CreateFSub(one, e.ir.CreateFDiv(same(x, 2.0), e.ir.CreateFAdd(power, one)));
    far = e.intrinsic(llvm::Intrinsic::copysign, {x->getType()}, {far, x});
    llvm::Value* value = e.ir.CreateSelect(e.ir.CreateFCmpOLT(magnitude, same(x, 0.625)), near, far);
    return e.ir.CreateSelect(e.ir.CreateFCmpOLT(magnitude, same(x, 0x1p-13)), x, value);
}

void emit_approximation(Emitter& e) {
    if (e.type_of_operation() == Type::F64) return emit_double(e);
    const bool flush = e.has(Modifier::Ftz);
    llvm::Value* x = flush_if(e, flush, e.read(1));
    llvm::Value* result = nullptr;
    if (e.operation().opcode == Opcode::Div) {
        llvm::Value* divisor = flush_if(e, flush, e.read(2));
        result = e.has(Modifier::Full) ? e.ir.CreateFDiv(x, divisor) : quotient(e, x, divisor);
        if (flush) {
            llvm::Value* scaled = e.ir.CreateFMul(absolute(e, x), same(x, 0x1p126));
            result = flush_tiny(e, result, e.ir.CreateFCmpOLT(scaled, absolute(e, divisor)));
        }
    } else {
        result = approximate_single(e, x);
    }
    e.write_computed(0, flush_if(e, flush, result));
}

}  // namespace ringfence::softgpu::codegen
