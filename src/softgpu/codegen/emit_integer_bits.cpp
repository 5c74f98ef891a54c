// Counting and finding bits, and bit fields.
#include "softgpu/codegen/emit_integer.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;

namespace {

Value* leading_zeros(Emitter& e, Value* value) {
    return e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, value, e.ir.getFalse());
}

// Position or length of a field. For 32-bit fields only the lowest byte counts; for 64-bit fields the whole number.
Value* read_extent(Emitter& e, std::size_t index) {
    Value* extent = e.read(index);
    return bits_of(e.type_of_operation()) == 64 ? extent : e.ir.CreateAnd(extent, e.constant(32, 0xff));
}

Value* lowest_5(Emitter& e, Value* value) {
    return e.ir.CreateAnd(value, e.constant(32, 31));
}

Value* is_32_or_more(Emitter& e, Value* value) {
    return e.ir.CreateICmpUGE(value, e.constant(32, 32));
}

// So many ones, from the lowest bit up.
Value* ones(Emitter& e, Value* count, unsigned bits) {
    return e.ir.CreateNot(shift_left(e, llvm::Constant::getAllOnesValue(e.integer(bits)), count));
}

}  // namespace

void emit_count_ones(Emitter& e) {
    e.write(0, resized(e, e.ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, e.read(1)), 32, false));
}

void emit_count_leading_zeros(Emitter& e) {
    e.write(0, resized(e, leading_zeros(e, e.read(1)), 32, false));
}

// The highest bit that is set, of a negative number the highest that is not; all ones if there is none.
void emit_find_leading_one(Emitter& e) {
    const unsigned bits = bits_of(e.type_of_operation());
    Value* value = e.read(1);
    if (is_signed(e.type_of_operation())) {
        value = e.ir.CreateXor(value, e.ir.CreateAShr(value, e.constant(bits, bits - 1)));
    }
    Value* zeros = resized(e, leading_zeros(e, value), 32, false);
    if (!e.has(Modifier::Shiftamt)) return e.write(0, e.ir.CreateSub(e.constant(32, bits - 1), zeros));
    Value* none = e.ir.CreateICmpEQ(zeros, e.constant(32, bits));
    e.write(0, e.ir.CreateSelect(none, e.constant(32, 0xffffffff), zeros));
}

void emit_find_nth_set(Emitter& e) {
    e.write(0, e.call("rf_find_nth_set", e.ir.getInt32Ty(), {e.read(1), e.read(2), e.read(3)}));
}

void emit_reverse(Emitter& e) {
    e.write(0, e.ir.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, e.read(1)));
}

// A signed field that reaches beyond the word takes the word's sign, which an arithmetic shift brings along.
void emit_extract_field(Emitter& e) {
    const bool sign = is_signed(e.type_of_operation());
    const unsigned bits = bits_of(e.type_of_operation());
    Value* length = read_extent(e, 3);
    Value* moved = shift_right(e, e.read(1), read_extent(e, 2), sign);
    Value* rest = e.ir.CreateSub(e.constant(32, bits), minimum(e, length, e.constant(32, bits), false));
    Value* unused = resized(e, rest, bits, false);
    Value* left = e.ir.CreateShl(moved, unused);
    Value* field = sign ? e.ir.CreateAShr(left, unused) : e.ir.CreateLShr(left, unused);
    Value* is_empty = e.ir.CreateICmpEQ(length, e.constant(32, 0));
    e.write(0, e.ir.CreateSelect(is_empty, e.constant(bits, 0), field));
}

void emit_insert_field(Emitter& e) {
    const unsigned bits = bits_of(e.type_of_operation());
    Value* position = read_extent(e, 3);
    Value* mask = shift_left(e, ones(e, read_extent(e, 4), bits), position);
    Value* field = e.ir.CreateAnd(shift_left(e, e.read(1), position), mask);
    e.write(0, e.ir.CreateOr(e.ir.CreateAnd(e.read(2), e.ir.CreateNot(mask)), field));
}

void emit_bit_mask(Emitter& e) {
    Value* position = e.read(1);
    Value* width = e.read(2);
    Value* first = lowest_5(e, position);
    Value* all = e.constant(32, 0xffffffff);
    Value* from_first = e.ir.CreateShl(all, first);
    Value* from_end = shift_left(e, all, e.ir.CreateAdd(first, lowest_5(e, width)));
    if (e.has(Modifier::Clamp)) {
        from_first = e.ir.CreateSelect(is_32_or_more(e, position), e.constant(32, 0), from_first);
        from_end = e.ir.CreateSelect(is_32_or_more(e, width), e.constant(32, 0), from_end);
    }
    e.write(0, e.ir.CreateAnd(from_first, e.ir.CreateNot(from_end)));
}

// Keeps the lowest bits; what is above becomes zero, or for .s32 the sign, which is the highest bit kept.
void emit_extend_field(Emitter& e) {
    Value* value = e.read(1);
    Value* width = e.read(2);
    Value* kept = lowest_5(e, width);
    Value* unused = e.ir.CreateSub(e.constant(32, 32), kept);
    Value* left = e.ir.CreateShl(value, unused);
    const bool sign = is_signed(e.type_of_operation());
    Value* result = sign ? e.ir.CreateAShr(left, unused) : e.ir.CreateLShr(left, unused);
    result = e.ir.CreateSelect(e.ir.CreateICmpEQ(kept, e.constant(32, 0)), e.constant(32, 0), result);
    if (e.has(Modifier::Clamp)) result = e.ir.CreateSelect(is_32_or_more(e, width), value, result);
    e.write(0, result);
}

}  // namespace ringfence::softgpu::codegen
