// Shared by the emitters of conversions.
#pragma once

#include "softgpu/codegen/emitter.h"
#include "softgpu/math/format.h"

namespace ringfence::softgpu::codegen {

// True if the device has conversions to or from the type.
bool is_convertible(ptx::Type type);
// The format of a floating-point type, or of one element of a packed type.
math::FormatId format_id(ptx::Type type);

// A floating-point operand as float (f32, f16, bf16) or double (f64), with .ftz applied.
llvm::Value* read_number(Emitter& e, std::size_t index, ptx::Type type);
// Writes a float or double as `type`, to nearest: f16 and bf16 from what is exact, or rounded to odd, in float.
void write_number(Emitter& e, llvm::Value* number, ptx::Type type);
// Writes a number's bits, an integer of its width.
void write_bits(Emitter& e, llvm::Value* bits, ptx::Type type);
// By the instruction's .rni, .rzi, .rmi or .rpi.
llvm::Value* round_to_integral(Emitter& e, llvm::Value* number);

void emit_float_to_float(Emitter& e);

}  // namespace ringfence::softgpu::codegen
