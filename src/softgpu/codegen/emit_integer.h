// Shared by the emitters of integer instructions.
#pragma once

#include <llvm/IR/Intrinsics.h>

#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {

inline bool is_signed(ptx::Type type) {
    return ptx::isa::info(type).kind == ptx::TypeKind::Signed;
}

inline unsigned bits_of(ptx::Type type) {
    return ptx::isa::info(type).bits;
}

// The integer extended, or cut, to so many bits.
llvm::Value* resized(Emitter& e, llvm::Value* value, unsigned bits, bool is_signed);
// Shifts by any amount (an i32): by the width or more gives zero, or the sign.
llvm::Value* shift_left(Emitter& e, llvm::Value* value, llvm::Value* amount);
llvm::Value* shift_right(Emitter& e, llvm::Value* value, llvm::Value* amount, bool arithmetic);
llvm::Value* minimum(Emitter& e, llvm::Value* a, llvm::Value* b, bool is_signed);
llvm::Value* maximum(Emitter& e, llvm::Value* a, llvm::Value* b, bool is_signed);
// a * b in twice their bits.
llvm::Value* wide_product(Emitter& e, llvm::Value* a, llvm::Value* b, bool is_signed);
// The result of the instruction's comparison of two integers.
llvm::Value* compare(Emitter& e, llvm::Value* a, llvm::Value* b, bool is_signed);

// Multiplication: emit_integer_multiply.cpp.
void emit_multiply(Emitter& e);
void emit_multiply_add(Emitter& e);  // mad, madc
void emit_multiply_24(Emitter& e);   // mul24, mad24
void emit_dot_4(Emitter& e);
void emit_dot_2(Emitter& e);

// Sums with the carry flag: emit_integer_carry.cpp.
llvm::Value* add_with_carry(Emitter& e, llvm::Value* a, llvm::Value* b, bool carry_in, bool carry_out);
void emit_add_carry(Emitter& e);  // addc
void emit_subtract_carry(Emitter& e);
void emit_subtract_to_carry(Emitter& e);  // sub.cc

// Bits and bit fields: emit_integer_bits.cpp.
void emit_count_ones(Emitter& e);
void emit_count_leading_zeros(Emitter& e);
void emit_find_leading_one(Emitter& e);
void emit_find_nth_set(Emitter& e);
void emit_reverse(Emitter& e);
void emit_extract_field(Emitter& e);
void emit_insert_field(Emitter& e);
void emit_bit_mask(Emitter& e);
void emit_extend_field(Emitter& e);

}  // namespace ringfence::softgpu::codegen
