// Sums and differences with the carry flag, for numbers of several words.
//
// A difference is computed as a + ~b + 1, so that after one the flag says that nothing was borrowed. The ISA leaves
// that open, but nvcc's own code reads the flag of a subtraction by an addition.
//
// The flag is a variable of the function. The instructions that read it are not elementwise, so a function that uses it
// has no vector code, and what writes it there need not bother.
#include "softgpu/codegen/emit_integer.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;

namespace {

Value* read_carry(Emitter& e, llvm::Type* type) {
    return e.ir.CreateZExt(e.ir.CreateLoad(e.ir.getInt1Ty(), e.carry()), type);
}

void write_carry(Emitter& e, Value* carry) {
    if (e.lanes() == 1) e.ir.CreateStore(carry, e.carry());
}

}  // namespace

Value* add_with_carry(Emitter& e, Value* a, Value* b, bool carry_in, bool carry_out) {
    Value* sum = e.ir.CreateAdd(a, b);
    Value* carry = e.ir.CreateICmpULT(sum, a);
    if (carry_in) {
        Value* more = read_carry(e, sum->getType());
        sum = e.ir.CreateAdd(sum, more);
        carry = e.ir.CreateOr(carry, e.ir.CreateICmpULT(sum, more));
    }
    if (carry_out) write_carry(e, carry);
    return sum;
}

void emit_add_carry(Emitter& e) {
    Value* a = e.read(1);
    e.write(0, add_with_carry(e, a, e.read(2), true, e.has(Modifier::Cc)));
}

void emit_subtract_to_carry(Emitter& e) {
    Value* a = e.read(1);
    Value* b = e.read(2);
    write_carry(e, e.ir.CreateICmpUGE(a, b));
    e.write(0, e.ir.CreateSub(a, b));
}

void emit_subtract_carry(Emitter& e) {
    Value* a = e.read(1);
    Value* b = e.read(2);
    Value* borrow = e.ir.CreateSub(e.constant_of(a->getType(), 1), read_carry(e, a->getType()));
    Value* difference = e.ir.CreateSub(a, b);
    Value* borrows = e.ir.CreateOr(e.ir.CreateICmpULT(a, b), e.ir.CreateICmpULT(difference, borrow));
    if (e.has(Modifier::Cc)) write_carry(e, e.ir.CreateNot(borrows));
    e.write(0, e.ir.CreateSub(difference, borrow));
}

}  // namespace ringfence::softgpu::codegen
