// Loads, stores and cache control.
#include "softgpu/codegen/emit_integer.h"
#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Space;

Space space_of_address(Emitter& e) {
    const Space space = e.operation().space;
    return space == Space::None ? Space::Generic : space;
}

bool is_strong(Emitter& e) {
    return e.has(Modifier::Volatile) || e.has(Modifier::Relaxed) || e.has(Modifier::Acquire) ||
           e.has(Modifier::Release) || e.has(Modifier::Mmio) || e.has(Modifier::Cv);
}

llvm::AtomicOrdering order_of(Emitter& e) {
    if (e.has(Modifier::Acquire)) return llvm::AtomicOrdering::Acquire;
    if (e.has(Modifier::Release)) return llvm::AtomicOrdering::Release;
    return llvm::AtomicOrdering::Monotonic;
}

void emit_load(Emitter& e) {
    const ptx::Type type = e.type_of_operation();
    const std::vector<ptx::Operand> targets = e.elements(e.operand(0));
    const unsigned bytes = ptx::isa::info(type).bits / 8;
    const auto count = static_cast<unsigned>(targets.size());
    llvm::Value* from = e.checked_pointer(e.operand(1), space_of_address(e), bytes * count, e.load_kind());
    llvm::Type* element = e.ir.getIntNTy(bytes * 8);
    std::vector<llvm::Value*> values;
    for (unsigned i = 0; i < count; ++i) {
        llvm::Value* place = e.ir.CreateConstInBoundsGEP1_64(e.ir.getInt8Ty(), from, std::uint64_t{bytes} * i);
        llvm::LoadInst* load = e.ir.CreateAlignedLoad(element, place, llvm::Align(bytes));
        if (is_strong(e) && bytes <= 8) {
            load->setAtomic(order_of(e));
            load->setVolatile(true);
        }
        if (e.is_kernel_parameter(e.operand(1))) e.mark_invariant(load);
        values.push_back(load);
    }
    for (unsigned i = 0; i < count; ++i)
        e.write(targets[i], values[i], is_signed(type) ? Extend::Sign : Extend::Zero);
}

void emit_store(Emitter& e) {
    const ptx::Type type = e.type_of_operation();
    const std::vector<ptx::Operand> sources = e.elements(e.operand(1));
    const unsigned bytes = ptx::isa::info(type).bits / 8;
    const auto count = static_cast<unsigned>(sources.size());
    std::vector<llvm::Value*> values;
    values.reserve(sources.size());
    for (const ptx::Operand& source : sources)
        values.push_back(e.read(source, Emitter::bits_type(type)));
    llvm::Value* to = e.checked_pointer(e.operand(0), space_of_address(e), bytes * count, AccessKind::Write);
    for (unsigned i = 0; i < count; ++i) {
        llvm::Value* place = e.ir.CreateConstInBoundsGEP1_64(e.ir.getInt8Ty(), to, std::uint64_t{bytes} * i);
        llvm::StoreInst* store = e.ir.CreateAlignedStore(values[i], place, llvm::Align(bytes));
        if (is_strong(e) && bytes <= 8) {
            store->setAtomic(order_of(e));
            store->setVolatile(true);
        }
    }
}

// Advice about caches; on a card a bad address does no harm here either.
void emit_advice(Emitter&) {}

// The contents after discard are undefined; here they stay as they were.
void emit_discard(Emitter& e) {
    llvm::Value* at = e.address(e.operand(0));
    const Space space = e.operation().space == Space::None ? Space::Generic : e.operation().space;
    e.checked_pointer(at, space, e.ir.getInt32(128), 128, AccessKind::Write);
}

// A policy is a number that means nothing here.
void emit_policy(Emitter& e) {
    e.write(0, e.constant(64, 0));
}

constexpr EmitterEntry memory_entries[] = {
    {Opcode::Ld, OperandKinds::Any, emit_load, false},
    {Opcode::Ldu, OperandKinds::Any, emit_load, false},
    {Opcode::St, OperandKinds::Any, emit_store, false},
    {Opcode::Prefetch, OperandKinds::Any, emit_advice, true},
    {Opcode::Prefetchu, OperandKinds::Any, emit_advice, true},
    {Opcode::Applypriority, OperandKinds::Any, emit_advice, true},
    {Opcode::Discard, OperandKinds::Any, emit_discard, false},
    {Opcode::CreatepolicyFractional, OperandKinds::Any, emit_policy, true},
    {Opcode::CreatepolicyRange, OperandKinds::Any, emit_policy, true},
    {Opcode::CreatepolicyCvt, OperandKinds::Any, emit_policy, true},
};

}  // namespace

std::span<const EmitterEntry> memory_emitters() {
    return memory_entries;
}

}  // namespace ringfence::softgpu::codegen
