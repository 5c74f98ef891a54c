// Communication within a warp: shuffles, votes, matches, reductions. And the table of all that synchronises.
#include "softgpu/codegen/emit_warp.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;
using ptx::Opcode;

template <typename Enum>
Value* number(Emitter& e, Enum value) {
    return e.ir.getInt32(static_cast<std::uint32_t>(value));
}

// The threads that take part. Old instructions without .sync name none: those that are here.
Value* read_mask(Emitter& e, std::size_t index) {
    if (e.has(Modifier::Sync)) return e.read(index, ptx::Type::U32);
    return e.call_runtime("rf_active_mask", e.ir.getInt32Ty(), {});
}

// Writes a pair from a number of 64 bits: the lower half, and bit 32. The predicate may have been left out.
void write_pair(Emitter& e, Value* both) {
    const ptx::Operand& target = e.operand(0);
    const bool is_pair = target.kind == ptx::OperandKind::Pair;
    e.write(is_pair ? target.elements()[0] : target, e.ir.CreateTrunc(both, e.ir.getInt32Ty()));
    if (!is_pair) return;
    Value* upper = e.ir.CreateLShr(both, e.ir.getInt64(32));
    e.write(target.elements()[1], e.ir.CreateTrunc(upper, e.ir.getInt1Ty()));
}

ShuffleMode shuffle_mode(const Emitter& e) {
    if (e.has(Modifier::Up)) return ShuffleMode::Up;
    if (e.has(Modifier::Down)) return ShuffleMode::Down;
    return e.has(Modifier::Bfly) ? ShuffleMode::Bfly : ShuffleMode::Idx;
}

void emit_shuffle(Emitter& e) {
    Value* mask = read_mask(e, 4);
    write_pair(e, e.call_runtime("rf_shuffle", e.ir.getInt64Ty(),
                                 {number(e, shuffle_mode(e)), e.read(1), e.read(2), e.read(3), mask}));
}

VoteOperation vote_operation(const Emitter& e) {
    if (e.has(Modifier::All)) return VoteOperation::All;
    if (e.has(Modifier::Any)) return VoteOperation::Any;
    return e.has(Modifier::Uni) ? VoteOperation::Uni : VoteOperation::Ballot;
}

void emit_vote(Emitter& e) {
    const VoteOperation operation = vote_operation(e);
    Value* mask = read_mask(e, 2);
    Value* predicate = e.ir.CreateZExt(e.read_predicate(e.operand(1)), e.ir.getInt32Ty());
    Value* result = e.call_runtime("rf_vote", e.ir.getInt32Ty(), {number(e, operation), predicate, mask});
    e.write(0, operation == VoteOperation::Ballot ? result : e.ir.CreateICmpNE(result, e.ir.getInt32(0)));
}

void emit_match(Emitter& e) {
    Value* value = e.ir.CreateZExt(e.read(1), e.ir.getInt64Ty());
    Value* mask = e.read(2);
    if (e.has(Modifier::Any)) return e.write(0, e.call_runtime("rf_match_any", e.ir.getInt32Ty(), {value, mask}));
    write_pair(e, e.call_runtime("rf_match_all", e.ir.getInt64Ty(), {value, mask}));
}

ReduceOperation reduce_operation(const Emitter& e) {
    const bool is_signed = e.type_of_operation() == ptx::Type::S32;
    if (e.has(Modifier::And)) return ReduceOperation::And;
    if (e.has(Modifier::Or)) return ReduceOperation::Or;
    if (e.has(Modifier::Xor)) return ReduceOperation::Xor;
    if (e.has(Modifier::Min)) return is_signed ? ReduceOperation::MinS32 : ReduceOperation::MinU32;
    if (e.has(Modifier::Max)) return is_signed ? ReduceOperation::MaxS32 : ReduceOperation::MaxU32;
    return ReduceOperation::AddU32;
}

void emit_reduce(Emitter& e) {
    if (is_float(e.type_of_operation())) return e.refuse("redux of f32 needs sm_100a; the software GPU is an sm_90");
    e.write(0, e.call_runtime("rf_reduce", e.ir.getInt32Ty(), {number(e, reduce_operation(e)), e.read(1), e.read(2)}));
}

void emit_active_mask(Emitter& e) {
    e.write(0, e.call_runtime("rf_active_mask", e.ir.getInt32Ty(), {}));
}

void emit_elect(Emitter& e) {
    write_pair(e, e.call_runtime("rf_elect", e.ir.getInt64Ty(), {e.read(1)}));
}

constexpr EmitterEntry warp_entries[] = {
    {Opcode::Shfl, OperandKinds::Any, emit_shuffle, false},
    {Opcode::Vote, OperandKinds::Any, emit_vote, false},
    {Opcode::Match, OperandKinds::Any, emit_match, false},
    {Opcode::Redux, OperandKinds::Any, emit_reduce, false},
    {Opcode::Activemask, OperandKinds::Any, emit_active_mask, false},
    {Opcode::Elect, OperandKinds::Any, emit_elect, false},
    {Opcode::Bar, OperandKinds::Any, emit_barrier, false},
    {Opcode::Barrier, OperandKinds::Any, emit_barrier, false},
    {Opcode::BarWarpSync, OperandKinds::Any, emit_warp_sync, false},
    {Opcode::BarrierClusterArrive, OperandKinds::Any, emit_cluster_arrive, false},
    {Opcode::BarrierClusterWait, OperandKinds::Any, emit_cluster_wait, false},
    {Opcode::Nanosleep, OperandKinds::Any, emit_sleep, false},
    // One fence serves all lanes that run in step.
    {Opcode::Fence, OperandKinds::Any, emit_fence, true},
    {Opcode::FenceProxy, OperandKinds::Any, emit_proxy_fence, true},
    {Opcode::Membar, OperandKinds::Any, emit_fence, true},
    {Opcode::MembarProxy, OperandKinds::Any, emit_proxy_fence, true},
    {Opcode::Griddepcontrol, OperandKinds::Any, emit_nothing, true},
    {Opcode::Pmevent, OperandKinds::Any, emit_nothing, true},
    {Opcode::Setmaxnreg, OperandKinds::Any, emit_nothing, true},
    {Opcode::Brkpt, OperandKinds::Any, emit_nothing, true},
};

}  // namespace

std::span<const EmitterEntry> warp_emitters() {
    return warp_entries;
}

}  // namespace ringfence::softgpu::codegen
