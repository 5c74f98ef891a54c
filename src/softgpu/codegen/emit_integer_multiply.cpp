// Products of integers, whole and in parts, and dot products.
#include "softgpu/codegen/emit_integer.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;

Value* wide_product(Emitter& e, Value* a, Value* b, bool is_signed) {
    const unsigned bits = 2 * a->getType()->getScalarSizeInBits();
    return e.ir.CreateMul(resized(e, a, bits, is_signed), resized(e, b, bits, is_signed));
}

namespace {

// The part of a * b that the instruction asks for: .lo, .hi or .wide.
Value* product(Emitter& e) {
    const bool sign = is_signed(e.type_of_operation());
    const unsigned bits = bits_of(e.type_of_operation());
    Value* a = e.read(1);
    Value* b = e.read(2);
    if (e.has(Modifier::Lo)) return e.ir.CreateMul(a, b);
    Value* wide = wide_product(e, a, b, sign);
    if (e.has(Modifier::Wide)) return wide;
    return e.ir.CreateTrunc(e.ir.CreateLShr(wide, e.constant(2 * bits, bits)), e.integer(bits));
}

// The lowest 24 bits, as a number of 64.
Value* read_24(Emitter& e, std::size_t index) {
    Value* value = e.ir.CreateTrunc(e.read(index), e.integer(24));
    return resized(e, value, 64, is_signed(e.type_of_operation()));
}

Value* add(Emitter& e, Value* a, Value* b) {
    return e.has(Modifier::Sat) ? e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, a, b) : e.ir.CreateAdd(a, b);
}

// Part `index` of a packed word, of `bits` bits, as an i32.
Value* part(Emitter& e, Value* word, unsigned index, unsigned bits, bool is_signed) {
    Value* moved = e.ir.CreateLShr(word, e.constant(32, std::uint64_t{index} * bits));
    return resized(e, e.ir.CreateTrunc(moved, e.integer(bits)), 32, is_signed);
}

}  // namespace

void emit_multiply(Emitter& e) {
    e.write(0, product(e));
}

void emit_multiply_add(Emitter& e) {
    const bool carry_in = e.operation().opcode == ptx::Opcode::Madc;
    const bool carry_out = e.has(Modifier::Cc);
    Value* a = product(e);
    Value* c = e.read(3);
    e.write(0, carry_in || carry_out ? add_with_carry(e, a, c, carry_in, carry_out) : add(e, a, c));
}

void emit_multiply_24(Emitter& e) {
    Value* whole = e.ir.CreateMul(read_24(e, 1), read_24(e, 2));
    if (e.has(Modifier::Hi)) whole = e.ir.CreateLShr(whole, e.constant(64, 16));
    Value* result = e.ir.CreateTrunc(whole, e.integer(32));
    e.write(0, e.operation().opcode == ptx::Opcode::Mad24 ? add(e, result, e.read(3)) : result);
}

void emit_dot_4(Emitter& e) {
    Value* a = e.read(1);
    Value* b = e.read(2);
    Value* sum = e.read(3);
    for (unsigned i = 0; i < 4; ++i) {
        Value* of_a = part(e, a, i, 8, is_signed(e.operand_type(1)));
        Value* of_b = part(e, b, i, 8, is_signed(e.operand_type(2)));
        sum = e.ir.CreateAdd(sum, e.ir.CreateMul(of_a, of_b));
    }
    e.write(0, sum);
}

void emit_dot_2(Emitter& e) {
    Value* a = e.read(1);
    Value* b = e.read(2);
    Value* sum = e.read(3);
    const unsigned first_byte = e.has(Modifier::Hi) ? 2 : 0;
    for (unsigned i = 0; i < 2; ++i) {
        Value* of_a = part(e, a, i, 16, is_signed(e.operand_type(1)));
        Value* of_b = part(e, b, first_byte + i, 8, is_signed(e.operand_type(2)));
        sum = e.ir.CreateAdd(sum, e.ir.CreateMul(of_a, of_b));
    }
    e.write(0, sum);
}

}  // namespace ringfence::softgpu::codegen
