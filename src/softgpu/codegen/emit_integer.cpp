// Arithmetic on integers: the table of the family, sums, differences, quotients, extremes.
#include "softgpu/codegen/emit_integer.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;
using ptx::Opcode;

Value* resized(Emitter& e, Value* value, unsigned bits, bool is_signed) {
    llvm::Type* type = e.integer(bits);
    return is_signed ? e.ir.CreateSExtOrTrunc(value, type) : e.ir.CreateZExtOrTrunc(value, type);
}

Value* shift_left(Emitter& e, Value* value, Value* amount) {
    const unsigned bits = value->getType()->getScalarSizeInBits();
    Value* too_far = e.ir.CreateICmpUGE(amount, e.constant_of(amount->getType(), bits));
    Value* shifted = e.ir.CreateShl(value, resized(e, amount, bits, false));
    return e.ir.CreateSelect(too_far, e.constant(bits, 0), shifted);
}

Value* shift_right(Emitter& e, Value* value, Value* amount, bool arithmetic) {
    const unsigned bits = value->getType()->getScalarSizeInBits();
    if (arithmetic) {
        Value* near = minimum(e, amount, e.constant_of(amount->getType(), bits - 1), false);
        return e.ir.CreateAShr(value, resized(e, near, bits, false));
    }
    Value* too_far = e.ir.CreateICmpUGE(amount, e.constant_of(amount->getType(), bits));
    Value* shifted = e.ir.CreateLShr(value, resized(e, amount, bits, false));
    return e.ir.CreateSelect(too_far, e.constant(bits, 0), shifted);
}

Value* minimum(Emitter& e, Value* a, Value* b, bool is_signed) {
    return e.ir.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a, b);
}

Value* maximum(Emitter& e, Value* a, Value* b, bool is_signed) {
    return e.ir.CreateBinaryIntrinsic(is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a, b);
}

namespace {

bool is_packed(const Emitter& e) {
    return e.type_of_operation() == ptx::Type::U16x2 || e.type_of_operation() == ptx::Type::S16x2;
}

// An operand; the half words of a packed one side by side in a vector.
Value* read_parts(Emitter& e, std::size_t index) {
    Value* value = e.read(index);
    if (!is_packed(e)) return value;
    return e.ir.CreateBitCast(value, llvm::FixedVectorType::get(e.ir.getInt16Ty(), 2 * e.lanes()));
}

void write_parts(Emitter& e, Value* value) {
    e.write(0, is_packed(e) ? e.ir.CreateBitCast(value, e.integer(32)) : value);
}

void emit_add(Emitter& e) {
    Value* a = read_parts(e, 1);
    Value* b = read_parts(e, 2);
    if (e.has(Modifier::Cc)) return e.write(0, add_with_carry(e, a, b, false, true));
    if (e.has(Modifier::Sat)) return e.write(0, e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, a, b));
    write_parts(e, e.ir.CreateAdd(a, b));
}

void emit_subtract(Emitter& e) {
    if (e.has(Modifier::Cc)) return emit_subtract_to_carry(e);
    Value* a = e.read(1);
    Value* b = e.read(2);
    const bool saturate = e.has(Modifier::Sat);
    e.write(0, saturate ? e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, a, b) : e.ir.CreateSub(a, b));
}

void emit_absolute(Emitter& e) {
    e.write(0, e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::abs, e.read(1), e.ir.getFalse()));
}

void emit_negate(Emitter& e) {
    e.write(0, e.ir.CreateNeg(e.read(1)));
}

void emit_extreme(Emitter& e, bool largest) {
    const bool sign = is_signed(e.type_of_operation()) || e.type_of_operation() == ptx::Type::S16x2;
    Value* a = read_parts(e, 1);
    Value* b = read_parts(e, 2);
    Value* result = largest ? maximum(e, a, b, sign) : minimum(e, a, b, sign);
    if (e.has(Modifier::Relu)) result = maximum(e, result, llvm::Constant::getNullValue(result->getType()), true);
    write_parts(e, result);
}

void emit_min(Emitter& e) {
    emit_extreme(e, false);
}

void emit_max(Emitter& e) {
    emit_extreme(e, true);
}

void emit_sum_of_differences(Emitter& e) {
    const bool sign = is_signed(e.type_of_operation());
    Value* a = e.read(1);
    Value* b = e.read(2);
    Value* difference = e.ir.CreateSub(maximum(e, a, b, sign), minimum(e, a, b, sign));
    e.write(0, e.ir.CreateAdd(e.read(3), difference));
}

// A divisor that LLVM can divide by: 1 instead of 0, and instead of -1 where the quotient would not fit. The latter
// gives what the device gives: the smallest number again, and no remainder.
Value* safe_divisor(Emitter& e, Value* a, Value* b, Value* is_zero) {
    const unsigned bits = bits_of(e.type_of_operation());
    Value* unsafe = is_zero;
    if (is_signed(e.type_of_operation())) {
        Value* smallest = e.ir.CreateICmpEQ(a, e.constant(bits, std::uint64_t{1} << (bits - 1)));
        Value* minus_one = e.ir.CreateICmpEQ(b, llvm::Constant::getAllOnesValue(b->getType()));
        unsafe = e.ir.CreateOr(is_zero, e.ir.CreateAnd(smallest, minus_one));
    }
    return e.ir.CreateSelect(unsafe, e.constant(bits, 1), b);
}

// Quotient and remainder. The device has no divider: its routines give all ones for both when the divisor is zero.
void emit_quotient(Emitter& e, bool remainder) {
    const bool sign = is_signed(e.type_of_operation());
    Value* a = e.read(1);
    Value* b = e.read(2);
    Value* is_zero = e.ir.CreateICmpEQ(b, llvm::Constant::getNullValue(b->getType()));
    Value* divisor = safe_divisor(e, a, b, is_zero);
    Value* result = nullptr;
    if (remainder) {
        result = sign ? e.ir.CreateSRem(a, divisor) : e.ir.CreateURem(a, divisor);
    } else {
        result = sign ? e.ir.CreateSDiv(a, divisor) : e.ir.CreateUDiv(a, divisor);
    }
    e.write(0, e.ir.CreateSelect(is_zero, llvm::Constant::getAllOnesValue(b->getType()), result));
}

void emit_divide(Emitter& e) {
    emit_quotient(e, false);
}

void emit_remainder(Emitter& e) {
    emit_quotient(e, true);
}

constexpr EmitterEntry integer_entries[] = {
    {Opcode::Add, OperandKinds::Integer, emit_add, true},
    {Opcode::Sub, OperandKinds::Integer, emit_subtract, true},
    {Opcode::Mul, OperandKinds::Integer, emit_multiply, true},
    {Opcode::Mad, OperandKinds::Integer, emit_multiply_add, true},
    {Opcode::Mul24, OperandKinds::Integer, emit_multiply_24, true},
    {Opcode::Mad24, OperandKinds::Integer, emit_multiply_24, true},
    {Opcode::Sad, OperandKinds::Integer, emit_sum_of_differences, true},
    {Opcode::Div, OperandKinds::Integer, emit_divide, true},
    {Opcode::Rem, OperandKinds::Integer, emit_remainder, true},
    {Opcode::Abs, OperandKinds::Integer, emit_absolute, true},
    {Opcode::Neg, OperandKinds::Integer, emit_negate, true},
    {Opcode::Min, OperandKinds::Integer, emit_min, true},
    {Opcode::Max, OperandKinds::Integer, emit_max, true},
    // They read the carry flag, which is no operand. That keeps every function that uses it out of vector code.
    {Opcode::Addc, OperandKinds::Integer, emit_add_carry, false},
    {Opcode::Subc, OperandKinds::Integer, emit_subtract_carry, false},
    {Opcode::Madc, OperandKinds::Integer, emit_multiply_add, false},
    {Opcode::Popc, OperandKinds::Any, emit_count_ones, true},
    {Opcode::Clz, OperandKinds::Any, emit_count_leading_zeros, true},
    {Opcode::Bfind, OperandKinds::Any, emit_find_leading_one, true},
    {Opcode::Fns, OperandKinds::Any, emit_find_nth_set, true},
    {Opcode::Brev, OperandKinds::Any, emit_reverse, true},
    {Opcode::Bfe, OperandKinds::Any, emit_extract_field, true},
    {Opcode::Bfi, OperandKinds::Any, emit_insert_field, true},
    {Opcode::Bmsk, OperandKinds::Any, emit_bit_mask, true},
    {Opcode::Szext, OperandKinds::Any, emit_extend_field, true},
    {Opcode::Dp4a, OperandKinds::Any, emit_dot_4, true},
    {Opcode::Dp2a, OperandKinds::Any, emit_dot_2, true},
};

}  // namespace

std::span<const EmitterEntry> integer_emitters() {
    return integer_entries;
}

}  // namespace ringfence::softgpu::codegen
