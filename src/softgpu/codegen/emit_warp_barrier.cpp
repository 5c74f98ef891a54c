// Barriers of a block, of a warp, and of a cluster.
#include "softgpu/codegen/emit_warp.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;

namespace {

Value* barrier_id(Emitter& e, std::size_t index) {
    Value* id = e.read(index, ptx::Type::U32);
    return e.ir.CreateSelect(e.ir.CreateICmpULT(id, e.ir.getInt32(kernel_barriers)), id, e.ir.getInt32(no_barrier));
}

// `bar` is always aligned, `barrier` if it says so.
Value* alignment(Emitter& e) {
    const bool aligned = e.operation().opcode != ptx::Opcode::Barrier || e.has(Modifier::Aligned);
    return e.ir.getInt32(aligned ? 1 : 0);
}

BarrierReduction barrier_reduction(const Emitter& e) {
    if (e.has(Modifier::Popc)) return BarrierReduction::Popc;
    return e.has(Modifier::And) ? BarrierReduction::And : BarrierReduction::Or;
}

// d, a, p or d, a, b, p.
void emit_reduction(Emitter& e) {
    const bool has_count = e.operand_count() > 3;
    const BarrierReduction reduction = barrier_reduction(e);
    Value* count = has_count ? e.read(2, ptx::Type::U32) : e.ir.getInt32(0);
    Value* predicate = e.ir.CreateZExt(e.read_predicate(e.operand(has_count ? 3 : 2)), e.ir.getInt32Ty());
    Value* operation = e.ir.getInt32(static_cast<std::uint32_t>(reduction));
    Value* result = e.call_runtime("rf_barrier_reduce", e.ir.getInt32Ty(),
                                   {barrier_id(e, 1), count, alignment(e), operation, predicate});
    e.write(0, reduction == BarrierReduction::Popc ? result : e.ir.CreateICmpNE(result, e.ir.getInt32(0)));
}

}  // namespace

void emit_barrier(Emitter& e) {
    if (e.has(Modifier::Red)) return emit_reduction(e);
    const bool has_count = e.operand(1).kind != ptx::OperandKind::Empty;
    Value* count = has_count ? e.read(1, ptx::Type::U32) : e.ir.getInt32(0);
    e.call_runtime(e.has(Modifier::Arrive) ? "rf_barrier_arrive" : "rf_barrier_sync", e.ir.getVoidTy(),
                   {barrier_id(e, 0), count, alignment(e)});
}

void emit_warp_sync(Emitter& e) {
    e.call_runtime("rf_warp_sync", e.ir.getVoidTy(), {e.read(0, ptx::Type::U32)});
}

void emit_cluster_arrive(Emitter& e) {
    if (!e.has(Modifier::Relaxed)) emit_fence(e);
    e.call_runtime("rf_cluster_arrive", e.ir.getVoidTy(), {});
}

void emit_cluster_wait(Emitter& e) {
    e.call_runtime("rf_cluster_wait", e.ir.getVoidTy(), {});
}

}  // namespace ringfence::softgpu::codegen
