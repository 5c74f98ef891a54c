// Shifts, and the permutation of bytes.
#include "softgpu/codegen/emit_integer.h"
#include "softgpu/codegen/emit_logic.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;

void emit_shift_left(Emitter& e) {
    e.write(0, shift_left(e, e.read(1), e.read(2)));
}

void emit_shift_right(Emitter& e) {
    e.write(0, shift_right(e, e.read(1), e.read(2), is_signed(e.type_of_operation())));
}

// b:a shifted as one number of 64 bits; .l gives its upper half, .r its lower one.
void emit_funnel_shift(Emitter& e) {
    const bool left = e.has(Modifier::L);
    Value* low = e.read(1);
    Value* high = e.read(2);
    Value* amount = e.read(3);
    // LLVM's funnel shifts take the amount modulo the width.
    const llvm::Intrinsic::ID id = left ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr;
    Value* result = e.intrinsic(id, {low->getType()}, {high, low, amount});
    if (e.has(Modifier::Clamp)) {
        Value* all = e.ir.CreateICmpUGE(amount, e.constant(32, 32));
        result = e.ir.CreateSelect(all, left ? low : high, result);
    }
    e.write(0, result);
}

namespace {

// For each mode of prmt the selectors that the lowest two bits of c choose from: 16 bits each, of which a digit names
// the byte for one byte of the result.
std::uint64_t selectors(const Emitter& e) {
    if (e.has(Modifier::F4e)) return 0x6543'5432'4321'3210;
    if (e.has(Modifier::B4e)) return 0x0123'7012'6701'5670;
    if (e.has(Modifier::Rc8)) return 0x3333'2222'1111'0000;
    if (e.has(Modifier::Ecl)) return 0x3333'3222'3211'3210;
    if (e.has(Modifier::Ecr)) return 0x3210'2210'1110'0000;
    if (e.has(Modifier::Rc16)) return 0x3232'1010'3232'1010;
    return 0;
}

// The byte of `bytes` (an i64) that the lowest digit of `digit` (an i64) names; with its fourth bit set, the byte's
// sign eight times.
Value* selected_byte(Emitter& e, Value* bytes, Value* digit) {
    Value* amount = e.ir.CreateShl(e.ir.CreateAnd(digit, e.constant(64, 7)), e.constant(64, 3));
    Value* byte = e.ir.CreateTrunc(e.ir.CreateLShr(bytes, amount), e.integer(8));
    Value* wants_sign = e.ir.CreateICmpNE(e.ir.CreateAnd(digit, e.constant(64, 8)), e.constant(64, 0));
    return e.ir.CreateSelect(wants_sign, e.ir.CreateAShr(byte, e.constant(8, 7)), byte);
}

}  // namespace

void emit_permute(Emitter& e) {
    Value* a = resized(e, e.read(1), 64, false);
    Value* b = resized(e, e.read(2), 64, false);
    Value* bytes = e.ir.CreateOr(a, e.ir.CreateShl(b, e.constant(64, 32)));
    Value* selector = resized(e, e.read(3), 64, false);
    if (const std::uint64_t table = selectors(e); table != 0) {
        Value* amount = e.ir.CreateShl(e.ir.CreateAnd(selector, e.constant(64, 3)), e.constant(64, 4));
        selector = e.ir.CreateLShr(e.constant(64, table), amount);
    }
    Value* result = e.constant(32, 0);
    for (unsigned i = 0; i < 4; ++i) {
        Value* digit = e.ir.CreateLShr(selector, e.constant(64, std::uint64_t{4} * i));
        Value* byte = resized(e, selected_byte(e, bytes, digit), 32, false);
        result = e.ir.CreateOr(result, e.ir.CreateShl(byte, e.constant(32, std::uint64_t{8} * i)));
    }
    e.write(0, result);
}

}  // namespace ringfence::softgpu::codegen
