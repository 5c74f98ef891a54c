// Atomic operations on memory: atom and red.
//
// Operations that processors have are done in place; floating-point operations and others that they lack are functions.
// The elements of a vector are updated one by one, as the device does.
#include <algorithm>

#include "softgpu/codegen/emit_integer.h"
#include "softgpu/math/atomic.h"
#include "softgpu/math/format.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;
using math::AtomicOperation;
using math::FormatId;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Space;

AtomicOrdering ordering_of(const Emitter& e) {
    if (e.has(Modifier::AcqRel)) return AtomicOrdering::AcquireRelease;
    if (e.has(Modifier::Acquire)) return AtomicOrdering::Acquire;
    return e.has(Modifier::Release) ? AtomicOrdering::Release : AtomicOrdering::Monotonic;
}

Space space_of(const Emitter& e) {
    return e.operation().space == Space::None ? Space::Generic : e.operation().space;
}

AtomicRMWInst::BinOp operation_of(const Emitter& e) {
    const bool sign = is_signed(e.type_of_operation());
    if (e.has(Modifier::And)) return AtomicRMWInst::And;
    if (e.has(Modifier::Or)) return AtomicRMWInst::Or;
    if (e.has(Modifier::Xor)) return AtomicRMWInst::Xor;
    if (e.has(Modifier::Exch)) return AtomicRMWInst::Xchg;
    if (e.has(Modifier::Min)) return sign ? AtomicRMWInst::Min : AtomicRMWInst::UMin;
    if (e.has(Modifier::Max)) return sign ? AtomicRMWInst::Max : AtomicRMWInst::UMax;
    return AtomicRMWInst::Add;
}

// True if a generic address lies outside of shared memory.
Value* is_not_shared(Emitter& e, Value* pointer) {
    const auto field = [&](Value* state, std::size_t offset, llvm::Type* type) {
        return e.ir.CreateLoad(type, e.ir.CreatePtrAdd(state, e.ir.getInt64(offset)));
    };
    Value* block = field(e.thread(), offsetof(ThreadState, block), e.ir.getPtrTy());
    Value* shared = field(block, offsetof(BlockState, shared), e.ir.getInt64Ty());
    Value* bytes = field(block, offsetof(BlockState, shared_bytes), e.ir.getInt32Ty());
    Value* offset = e.ir.CreateSub(e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()), shared);
    return e.ir.CreateICmpUGE(offset, e.ir.CreateZExt(bytes, e.ir.getInt64Ty()));
}

// True if global memory does the sum: there f32 takes subnormal numbers as zero, and f64 leaves a signalling NaN as it
// is. In shared memory neither is so.
Value* sums_in_global(Emitter& e, Value* pointer) {
    switch (space_of(e)) {
        case Space::Global: return e.ir.getInt32(1);
        case Space::Generic: return e.ir.CreateZExt(is_not_shared(e, pointer), e.ir.getInt32Ty());
        default: return e.ir.getInt32(0);
    }
}

AtomicOperation float_operation_of(const Emitter& e) {
    if (e.has(Modifier::Min)) return AtomicOperation::Min;
    return e.has(Modifier::Max) ? AtomicOperation::Max : AtomicOperation::Add;
}

Value* update_half(Emitter& e, Value* pointer, Value* value, FormatId format) {
    const unsigned bits = bits_of(e.type_of_operation());
    const char* name = bits == 16 ? "rf_atomic_half" : "rf_atomic_half2";
    Value* operation = e.ir.getInt32(static_cast<std::uint32_t>(float_operation_of(e)));
    Value* before =
        e.call(name, e.ir.getInt32Ty(),
               {pointer, resized(e, value, 32, false), e.ir.getInt32(static_cast<std::uint32_t>(format)), operation});
    return resized(e, before, bits, false);
}

Value* update_float(Emitter& e, Value* pointer, Value* bits) {
    switch (e.type_of_operation()) {
        case ptx::Type::F32:
            return e.call("rf_atomic_add_f32", e.ir.getInt32Ty(), {pointer, bits, sums_in_global(e, pointer)});
        case ptx::Type::F64:
            return e.call("rf_atomic_add_f64", e.ir.getInt64Ty(), {pointer, bits, sums_in_global(e, pointer)});
        case ptx::Type::F16:
        case ptx::Type::F16x2: return update_half(e, pointer, bits, FormatId::F16);
        default: return update_half(e, pointer, bits, FormatId::BF16);
    }
}

// The type as plain bits: a float's register is read and written as it is.
ptx::Type bits_type(ptx::Type type) {
    switch (bits_of(type)) {
        case 16: return ptx::Type::B16;
        case 32: return ptx::Type::B32;
        case 64: return ptx::Type::B64;
        default: return ptx::Type::B128;
    }
}

Value* in_memory(Emitter& e, Value* value) {
    llvm::AllocaInst* place = e.temporary(value->getType());
    e.ir.CreateStore(value, place);
    return place;
}

// Exchange, or compare and swap, of 16 bytes.
Value* update_128(Emitter& e, Value* pointer, std::size_t first_value) {
    llvm::Type* nothing = e.ir.getVoidTy();
    llvm::AllocaInst* before = e.temporary(e.integer(128));
    Value* first = in_memory(e, e.read(first_value, ptx::Type::B128));
    if (e.has(Modifier::Cas)) {
        Value* second = in_memory(e, e.read(first_value + 1, ptx::Type::B128));
        e.call("rf_atomic_compare_128", nothing, {pointer, first, second, before});
    } else {
        e.call("rf_atomic_exchange_128", nothing, {pointer, first, before});
    }
    return e.ir.CreateLoad(e.integer(128), before);
}

Value* compare_and_swap(Emitter& e, Value* pointer, std::size_t first_value) {
    const AtomicOrdering ordering = ordering_of(e);
    Value* expected = e.read(first_value);
    Value* result = e.ir.CreateAtomicCmpXchg(pointer, expected, e.read(first_value + 1), llvm::MaybeAlign(), ordering,
                                             llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(ordering));
    return e.ir.CreateExtractValue(result, 0);
}

Value* read_value(Emitter& e, const ptx::Operand& operand) {
    return e.read(operand, bits_type(e.type_of_operation()));
}

Value* update(Emitter& e, Value* pointer, Value* value) {
    if (is_float(e.type_of_operation())) return update_float(e, pointer, value);
    // LLVM has these two, but not for every processor.
    if (e.has(Modifier::Inc)) return e.call("rf_atomic_increment", e.ir.getInt32Ty(), {pointer, value});
    if (e.has(Modifier::Dec)) return e.call("rf_atomic_decrement", e.ir.getInt32Ty(), {pointer, value});
    return e.ir.CreateAtomicRMW(operation_of(e), pointer, value, llvm::MaybeAlign(), ordering_of(e));
}

// `result` is null for red. The registers of the result may be those of the values, so these are read first.
void emit_vector(Emitter& e, Value* pointer, const ptx::Operand& values, const ptx::Operand* result) {
    const unsigned bytes = bits_of(e.type_of_operation()) / 8;
    std::vector<Value*> words;
    for (const ptx::Operand& value : values.elements())
        words.push_back(read_value(e, value));
    for (std::size_t i = 0; i < words.size(); ++i) {
        Value* place = e.ir.CreatePtrAdd(pointer, e.ir.getInt64(i * bytes));
        Value* before = update(e, place, words[i]);
        if (result != nullptr && i < result->elements().size()) e.write(result->elements()[i], before);
    }
}

// The first operand of `atom` is the result, which `red` does not have.
void emit_atomic(Emitter& e) {
    const bool gives_result = e.operation().opcode == Opcode::Atom;
    const std::size_t address = gives_result ? 1 : 0;
    const unsigned bytes = bits_of(e.type_of_operation()) / 8 * std::max(1U, e.operation().vector);
    Value* pointer = e.checked_pointer(e.operand(address), space_of(e), bytes, AccessKind::Atomic);
    const ptx::Operand& value = e.operand(address + 1);
    if (value.kind == ptx::OperandKind::Vector) {
        return emit_vector(e, pointer, value, gives_result ? &e.operand(0) : nullptr);
    }
    Value* before = nullptr;
    if (e.type_of_operation() == ptx::Type::B128) {
        before = update_128(e, pointer, address + 1);
    } else if (e.has(Modifier::Cas)) {
        before = compare_and_swap(e, pointer, address + 1);
    } else {
        before = update(e, pointer, read_value(e, value));
    }
    if (gives_result) e.write(0, before);
}

constexpr EmitterEntry atomic_entries[] = {
    {Opcode::Atom, OperandKinds::Any, emit_atomic, false},
    {Opcode::Red, OperandKinds::Any, emit_atomic, false},
};

}  // namespace

std::span<const EmitterEntry> atomic_emitters() {
    return atomic_entries;
}

}  // namespace ringfence::softgpu::codegen
