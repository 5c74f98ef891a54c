// Building blocks of floating-point code, for values of any shape: they take the number of lanes from the value, so
// that a packed pair can be worked on as twice as many lanes.
#pragma once

#include "softgpu/codegen/emitter.h"
#include "softgpu/math/format.h"

namespace ringfence::softgpu::codegen {

// --- types and bits
// A type with as many lanes as the value has.
llvm::Type* like(const llvm::Value* value, llvm::Type* scalar);
llvm::Type* integer_like(const llvm::Value* value, unsigned bits);
llvm::Type* float_like(const llvm::Value* value);
llvm::Type* double_like(const llvm::Value* value);
// Constants of the value's own type.
llvm::Constant* same(const llvm::Value* value, std::uint64_t integer);
llvm::Constant* same(const llvm::Value* value, double number);
// A number's bits, and numbers of bits.
llvm::Value* bits_of(Emitter& e, llvm::Value* number);
llvm::Value* float_of(Emitter& e, llvm::Value* bits);

// --- what modifiers do
// .ftz: subnormal numbers become zero, their sign kept.
llvm::Value* flush_subnormal(Emitter& e, llvm::Value* number);
llvm::Value* flush_if(Emitter& e, bool flush, llvm::Value* number);
// The same for a result. It is subnormal if the number that rounding with an unbounded exponent would give is;
// `is_tiny` says that.
llvm::Value* flush_tiny(Emitter& e, llvm::Value* result, llvm::Value* is_tiny);
// .sat: to [0, 1]; NaN and -0 become +0.
llvm::Value* clamp_to_unit(Emitter& e, llvm::Value* number);
// .relu: what is not above zero becomes +0; NaN stays.
llvm::Value* clamp_negative(Emitter& e, llvm::Value* number);
math::Rounding rounding_of(const Emitter& e);
// The rounding, .ftz, .sat, .relu and .satfinite of the instruction.
math::Mode mode_of(const Emitter& e);

// --- NaN
// Double precision gives on a NaN operand: the first in the order that is given, made quiet. Where there is none, the
// device's NaN.
llvm::Value* propagate_nan(Emitter& e, llvm::Value* result, std::initializer_list<llvm::Value*> operands);
llvm::Value* make_quiet(Emitter& e, llvm::Value* nan);

// --- operations
llvm::Value* is_nan(Emitter& e, llvm::Value* number);
llvm::Value* absolute(Emitter& e, llvm::Value* number);
llvm::Value* fused(Emitter& e, llvm::Value* a, llvm::Value* b, llvm::Value* c);
llvm::Value* unary(Emitter& e, llvm::Intrinsic::ID id, llvm::Value* a);
// The less or greater of two; -0 is less than +0. A NaN is ignored, or given if `keep_nan`.
llvm::Value* extremum(Emitter& e, llvm::Value* a, llvm::Value* b, bool greater, bool keep_nan);
// `sum` is a + b rounded to nearest; the result is a + b rounded to odd: exact, or the neighbour whose last bit is set.
// Rounding that to a format with at least two bits less gives what rounding the exact sum would.
llvm::Value* sum_to_odd(Emitter& e, llvm::Value* a, llvm::Value* b);
// Double to float in the same way.
llvm::Value* narrow_to_odd(Emitter& e, llvm::Value* number);

// Calls a function of softgpu/math, which depends on its arguments only.
llvm::Value* call_math(Emitter& e, const char* name, llvm::Type* result, std::initializer_list<llvm::Value*> arguments);

// The result of a comparison `.lt`, `.geu`, `.nan` … of two numbers: i1.
llvm::Value* compare(Emitter& e, llvm::Value* a, llvm::Value* b);
// `.and`, `.or` or `.xor` with the predicate that the operand `index` names, if the instruction has one.
llvm::Value* combine(Emitter& e, llvm::Value* comparison, std::size_t index);

// --- approximations of functions of float, good to about one unit in the last place unless said otherwise
llvm::Value* approximate_exp2(Emitter& e, llvm::Value* x);
llvm::Value* approximate_log2(Emitter& e, llvm::Value* x);
// To the ISA's 2^-20.5 up to 2 pi and well beyond; meaningless, but within [-1, 1], past 10^6.
llvm::Value* approximate_sine(Emitter& e, llvm::Value* x);
llvm::Value* approximate_cosine(Emitter& e, llvm::Value* x);
llvm::Value* approximate_tanh(Emitter& e, llvm::Value* x);

// --- half precision: numbers of 16 bits as integers, in any number of lanes
enum class HalfFormat : std::uint8_t { F16, BF16 };
HalfFormat half_format(ptx::Type type);
bool is_half(ptx::Type type);    // f16, bf16, f16x2, bf16x2
bool is_packed(ptx::Type type);  // f16x2, bf16x2
// The operand as i16 lanes: twice as many for packed types.
llvm::Value* read_half(Emitter& e, std::size_t index, ptx::Type type);
// The other way round.
void write_half(Emitter& e, std::size_t index, llvm::Value* halves);
llvm::Value* widen(Emitter& e, llvm::Value* half, HalfFormat format);  // to float, exactly
// From float, to nearest; NaN is canonical, or keeps what fits of it.
enum class HalfNan : std::uint8_t { Canonical, Kept };
llvm::Value* narrow(Emitter& e, llvm::Value* number, HalfFormat format, HalfNan nan = HalfNan::Canonical);
llvm::Value* flush_half(Emitter& e, llvm::Value* half, HalfFormat format);  // .ftz

// The emitters for half precision, which the ones for all formats call.
void emit_half_arithmetic(Emitter& e);  // add, sub, mul, fma
void emit_half_sign(Emitter& e);        // abs, neg
void emit_half_extremum(Emitter& e);    // min, max
void emit_half_function(Emitter& e);    // ex2, tanh
void emit_half_set(Emitter& e);
void emit_half_setp(Emitter& e);

// Emitters that stand in other files than the table.
void emit_float_extremum(Emitter& e);
void emit_float_set(Emitter& e);
void emit_float_setp(Emitter& e);
void emit_testp(Emitter& e);
void emit_approximation(Emitter& e);  // .approx and .full of div, rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh

// The number that set gives for `true` in a format of its result.
std::uint64_t true_value(ptx::Type type);

}  // namespace ringfence::softgpu::codegen
