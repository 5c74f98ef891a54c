// Logic on bits and predicates.
#include "softgpu/codegen/emit_logic.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;
using ptx::Opcode;

void emit_and(Emitter& e) {
    e.write(0, e.ir.CreateAnd(e.read(1), e.read(2)));
}

void emit_or(Emitter& e) {
    e.write(0, e.ir.CreateOr(e.read(1), e.read(2)));
}

void emit_xor(Emitter& e) {
    e.write(0, e.ir.CreateXor(e.read(1), e.read(2)));
}

void emit_not(Emitter& e) {
    e.write(0, e.ir.CreateNot(e.read(1)));
}

// C's `!`: whether the number is zero, as a number.
void emit_logical_not(Emitter& e) {
    Value* value = e.read(1);
    Value* is_zero = e.ir.CreateICmpEQ(value, llvm::Constant::getNullValue(value->getType()));
    e.write(0, e.ir.CreateZExt(is_zero, value->getType()));
}

// A function of two inputs by its truth table: bit 2b+c of `table` is its value.
Value* function_of_two(Emitter& e, unsigned table, Value* b, Value* c) {
    Value* none = llvm::Constant::getNullValue(b->getType());
    switch (table) {
        case 0x0: return none;
        case 0x1: return e.ir.CreateNot(e.ir.CreateOr(b, c));
        case 0x2: return e.ir.CreateAnd(e.ir.CreateNot(b), c);
        case 0x3: return e.ir.CreateNot(b);
        case 0x4: return e.ir.CreateAnd(b, e.ir.CreateNot(c));
        case 0x5: return e.ir.CreateNot(c);
        case 0x6: return e.ir.CreateXor(b, c);
        case 0x7: return e.ir.CreateNot(e.ir.CreateAnd(b, c));
        case 0x8: return e.ir.CreateAnd(b, c);
        case 0xa: return c;
        case 0xc: return b;
        case 0xe: return e.ir.CreateOr(b, c);
        default: return e.ir.CreateNot(function_of_two(e, 0xf - table, b, c));  // 9, b, d, f
    }
}

// A function of three inputs: bit 4a+2b+c of the table. For a = 0 it is one function of b and c, for a = 1 another; the
// bits of a switch the difference of the two on.
void emit_lookup_3(Emitter& e) {
    const auto table = static_cast<unsigned>(e.operand(4).bits & 0xff);
    const unsigned without_a = table & 0xf;
    Value* b = e.read(2);
    Value* c = e.read(3);
    Value* base = function_of_two(e, without_a, b, c);
    Value* change = function_of_two(e, (table >> 4) ^ without_a, b, c);
    Value* result = e.ir.CreateXor(base, e.ir.CreateAnd(e.read(1), change));
    if (e.operand(0).kind != ptx::OperandKind::Pair) return e.write(0, result);
    Value* is_set = e.ir.CreateICmpNE(result, e.constant(32, 0));
    Value* predicate = e.read_predicate(e.operand(5));
    e.write(e.operand(0).elements()[0], result);
    e.write(e.operand(0).elements()[1],
            e.has(Modifier::And) ? e.ir.CreateAnd(is_set, predicate) : e.ir.CreateOr(is_set, predicate));
}

constexpr EmitterEntry logic_entries[] = {
    {Opcode::And, OperandKinds::Any, emit_and, true},
    {Opcode::Or, OperandKinds::Any, emit_or, true},
    {Opcode::Xor, OperandKinds::Any, emit_xor, true},
    {Opcode::Not, OperandKinds::Any, emit_not, true},
    {Opcode::Cnot, OperandKinds::Any, emit_logical_not, true},
    {Opcode::Lop3, OperandKinds::Any, emit_lookup_3, true},
    {Opcode::Shf, OperandKinds::Any, emit_funnel_shift, true},
    {Opcode::Shl, OperandKinds::Any, emit_shift_left, true},
    {Opcode::Shr, OperandKinds::Any, emit_shift_right, true},
    {Opcode::Prmt, OperandKinds::Any, emit_permute, true},
    {Opcode::Set, OperandKinds::Integer, emit_set, true},
    {Opcode::Setp, OperandKinds::Integer, emit_set_predicate, true},
    {Opcode::Slct, OperandKinds::Any, emit_select_by_sign, true},
};

}  // namespace

std::span<const EmitterEntry> logic_emitters() {
    return logic_entries;
}

}  // namespace ringfence::softgpu::codegen
