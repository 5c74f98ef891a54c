// Asynchronous copies. They are done when they are issued, so waiting for them takes no instruction.
#include "softgpu/codegen/emit_async.h"

#include "softgpu/runtime/async_ops.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;
using ptx::OperandKind;

constexpr unsigned bulk_alignment = 16;

// Copies are done when they are issued, so there is nothing to wait for.
void emit_done_already(Emitter& /*e*/) {}

// --- cp.async --------------------------------------------------------------------------------------------------------

// How many bytes are read where that is not always all: the operand `size`, or none if `ignore` is true.
Value* given_bytes(Emitter& e, unsigned bytes) {
    if (e.operand(3).kind == OperandKind::Empty) return nullptr;
    switch (e.operand_type(3)) {
        case ptx::Type::Pred:
            return e.ir.CreateSelect(e.read_predicate(e.operand(3)), e.ir.getInt32(0), e.ir.getInt32(bytes));
        case ptx::Type::U32: return e.read(3);
        default: return nullptr;  // a cache policy
    }
}

void emit_cp_async(Emitter& e) {
    const auto bytes = static_cast<unsigned>(e.operand(2).bits);
    if (bytes != 4 && bytes != 8 && bytes != 16) {
        e.refuse("cp.async copies 4, 8 or 16 bytes");
        return;
    }
    if (e.has(Modifier::Cg) && bytes != 16) {
        e.refuse("cp.async.cg copies 16 bytes");
        return;
    }
    Value* to = e.checked_pointer(e.operand(0), ptx::Space::Shared, bytes, AccessKind::Write);
    Value* given = given_bytes(e, bytes);
    if (given == nullptr) {
        Value* from = e.checked_pointer(e.operand(1), ptx::Space::Global, bytes, AccessKind::Read);
        llvm::Type* type = e.ir.getIntNTy(bytes * 8);
        e.ir.CreateAlignedStore(e.ir.CreateAlignedLoad(type, from, llvm::Align(bytes)), to, llvm::Align(bytes));
        return;
    }
    Value* from = e.checked_pointer(e.address(e.operand(1)), ptx::Space::Global, given, bytes, AccessKind::Read);
    e.call_runtime("rf_copy_padded", e.ir.getVoidTy(), {to, from, e.ir.getInt32(bytes), given});
}

// Without .noinc the barrier expects one more arrival, which happens at once: nothing changes.
void emit_cp_async_arrive(Emitter& e) {
    Value* barrier = barrier_pointer(e, 0);
    if (!e.has(Modifier::Noinc)) return;
    e.call_runtime("rf_mbarrier_arrive", e.ir.getInt64Ty(),
                   {barrier, e.ir.getInt32(1), e.ir.getInt32(0), e.ir.getInt32(ArrivalMode().bits())});
}

// --- bulk copies -----------------------------------------------------------------------------------------------------

struct BulkPlaces {
    Value* to;
    Value* from;
    Value* bytes;
    Value* barrier;
};

// `own`: those in shared memory must be the block's own.
BulkPlaces bulk_places(Emitter& e, AccessKind how, bool own = false) {
    const ptx::Space to = own ? ptx::Space::Shared : operand_space(e, 0);
    BulkPlaces places{};
    places.bytes = e.read(2, ptx::Type::U32);
    places.to = e.checked_pointer(e.address(e.operand(0)), to, places.bytes, bulk_alignment, how);
    places.from =
        e.checked_pointer(e.address(e.operand(1)), operand_space(e, 1), places.bytes, bulk_alignment, AccessKind::Read);
    places.barrier = own ? e.checked_pointer(e.operand(3), to, sizeof(std::uint64_t), AccessKind::Atomic)
                     : e.has(Modifier::MbarrierCompleteTxBytes) ? barrier_pointer(e, 3)
                                                                : llvm::ConstantPointerNull::get(e.ir.getPtrTy());
    return places;
}

void emit_bulk_copy(Emitter& e) {
    if (e.has(Modifier::CpMask)) {
        e.refuse("cp.async.bulk with .cp_mask is not supported");
        return;
    }
    const bool multicast = e.has(Modifier::MulticastCluster);
    const BulkPlaces places = bulk_places(e, AccessKind::Write, multicast);
    if (multicast) {
        Value* ranks = e.ir.CreateZExt(e.read(4, ptx::Type::U16), e.ir.getInt32Ty());
        e.call_runtime("rf_bulk_multicast", e.ir.getVoidTy(),
                       {places.to, places.from, places.bytes, places.barrier, ranks});
        return;
    }
    e.call_runtime("rf_bulk_copy", e.ir.getVoidTy(), {places.to, places.from, places.bytes, places.barrier});
}

void emit_bulk_prefetch(Emitter& e) {
    Value* bytes = e.read(1, ptx::Type::U32);
    e.checked_pointer(e.address(e.operand(0)), operand_space(e, 0), bytes, bulk_alignment, AccessKind::Read);
}

BulkType reduced_type(const Emitter& e) {
    ptx::Type type = ptx::Type::None;
    for (const Modifier modifier : e.operation().modifiers) {
        const ptx::Type named = ptx::isa::type_of(modifier);
        if (named != ptx::Type::None) type = named;
    }
    switch (type) {
        case ptx::Type::S32: return BulkType::S32;
        case ptx::Type::U64:
        case ptx::Type::B64: return BulkType::U64;
        case ptx::Type::S64: return BulkType::S64;
        case ptx::Type::F16: return BulkType::F16;
        case ptx::Type::Bf16: return BulkType::BF16;
        case ptx::Type::F32: return BulkType::F32;
        case ptx::Type::F64: return BulkType::F64;
        default: return BulkType::U32;
    }
}

void emit_bulk_reduce(Emitter& e) {
    const BulkPlaces places = bulk_places(e, AccessKind::Atomic);
    e.call_runtime("rf_bulk_reduce", e.ir.getVoidTy(),
                   {places.to, places.from, places.bytes, e.ir.getInt32(static_cast<std::uint32_t>(reduction_of(e))),
                    e.ir.getInt32(static_cast<std::uint32_t>(reduced_type(e))), places.barrier});
}

// --- st.async, red.async ---------------------------------------------------------------------------------------------

// The values that the instruction brings along, in memory.
struct BroughtValues {
    Value* place;
    unsigned bytes;
};

BroughtValues brought_values(Emitter& e) {
    const unsigned bits = ptx::isa::info(e.type_of_operation()).bits;
    const ptx::Operand& operand = e.operand(1);
    const std::span<const ptx::Operand> values =
        operand.has_elements() ? operand.elements() : std::span<const ptx::Operand>(&operand, 1);
    llvm::Type* type = e.ir.getIntNTy(bits);
    llvm::AllocaInst* array = e.temporary(llvm::ArrayType::get(type, values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Value* value = e.read(values[i], bits == 64 ? ptx::Type::B64 : ptx::Type::B32);
        e.ir.CreateStore(value, e.ir.CreateConstInBoundsGEP1_32(type, array, static_cast<unsigned>(i)));
    }
    return {array, static_cast<unsigned>(values.size() * bits / 8)};
}

// Later architectures have forms that write to global memory.
bool refuse_without_barrier(Emitter& e) {
    if (e.has(Modifier::MbarrierCompleteTxBytes)) return false;
    e.refuse("only the form that tells an mbarrier is supported");
    return true;
}

void emit_store_async(Emitter& e) {
    if (refuse_without_barrier(e)) return;
    const BroughtValues values = brought_values(e);
    Value* to = e.checked_pointer(e.operand(0), operand_space(e, 0), values.bytes, AccessKind::Write);
    e.call_runtime("rf_store_async", e.ir.getVoidTy(),
                   {to, values.place, e.ir.getInt32(values.bytes), barrier_pointer(e, 2)});
}

void emit_reduce_async(Emitter& e) {
    if (refuse_without_barrier(e)) return;
    const BroughtValues values = brought_values(e);
    Value* to = e.checked_pointer(e.operand(0), operand_space(e, 0), values.bytes, AccessKind::Atomic);
    e.call_runtime(
        "rf_reduce_async", e.ir.getVoidTy(),
        {to, values.place, e.ir.getInt32(values.bytes), e.ir.getInt32(static_cast<std::uint32_t>(reduction_of(e))),
         e.ir.getInt32(static_cast<std::uint32_t>(reduced_type(e))), barrier_pointer(e, 2)});
}

const EmitterEntry async_entries[] = {
    {ptx::Opcode::CpAsync, OperandKinds::Any, emit_cp_async, false},
    {ptx::Opcode::CpAsyncCommitGroup, OperandKinds::Any, emit_done_already, false},
    {ptx::Opcode::CpAsyncWaitGroup, OperandKinds::Any, emit_done_already, false},
    {ptx::Opcode::CpAsyncWaitAll, OperandKinds::Any, emit_done_already, false},
    {ptx::Opcode::CpAsyncMbarrierArrive, OperandKinds::Any, emit_cp_async_arrive, false},
    {ptx::Opcode::CpAsyncBulk, OperandKinds::Any, emit_bulk_copy, false},
    {ptx::Opcode::CpAsyncBulkCommitGroup, OperandKinds::Any, emit_done_already, false},
    {ptx::Opcode::CpAsyncBulkWaitGroup, OperandKinds::Any, emit_done_already, false},
    {ptx::Opcode::CpAsyncBulkPrefetchL2, OperandKinds::Any, emit_bulk_prefetch, false},
    {ptx::Opcode::CpReduceAsyncBulk, OperandKinds::Any, emit_bulk_reduce, false},
    {ptx::Opcode::StAsync, OperandKinds::Any, emit_store_async, false},
    {ptx::Opcode::RedAsync, OperandKinds::Any, emit_reduce_async, false},
    {ptx::Opcode::MbarrierInit, OperandKinds::Any, emit_mbarrier_init, false},
    {ptx::Opcode::MbarrierInval, OperandKinds::Any, emit_mbarrier_inval, false},
    {ptx::Opcode::MbarrierExpectTx, OperandKinds::Any, emit_mbarrier_expect, false},
    {ptx::Opcode::MbarrierCompleteTx, OperandKinds::Any, emit_mbarrier_complete, false},
    {ptx::Opcode::MbarrierArrive, OperandKinds::Any, emit_mbarrier_arrive, false},
    {ptx::Opcode::MbarrierArriveDrop, OperandKinds::Any, emit_mbarrier_arrive, false},
    {ptx::Opcode::MbarrierTestWait, OperandKinds::Any, emit_mbarrier_wait, false},
    {ptx::Opcode::MbarrierTryWait, OperandKinds::Any, emit_mbarrier_wait, false},
    {ptx::Opcode::MbarrierPendingCount, OperandKinds::Any, emit_mbarrier_pending_count, false},
};

}  // namespace

BulkOperation reduction_of(const Emitter& e) {
    constexpr std::pair<Modifier, BulkOperation> operations[] = {
        {Modifier::Min, BulkOperation::Min}, {Modifier::Max, BulkOperation::Max}, {Modifier::Inc, BulkOperation::Inc},
        {Modifier::Dec, BulkOperation::Dec}, {Modifier::And, BulkOperation::And}, {Modifier::Or, BulkOperation::Or},
        {Modifier::Xor, BulkOperation::Xor},
    };
    for (const auto& [modifier, operation] : operations) {
        if (e.has(modifier)) return operation;
    }
    return BulkOperation::Add;
}

ptx::Space operand_space(const Emitter& e, std::size_t index) {
    return e.operation().space_of(e.operation().form->operands()[index]);
}

Value* barrier_pointer(Emitter& e, std::size_t index) {
    return e.checked_pointer(e.operand(index), operand_space(e, index), sizeof(std::uint64_t), AccessKind::Atomic);
}

std::span<const EmitterEntry> async_emitters() {
    return async_entries;
}

}  // namespace ringfence::softgpu::codegen
