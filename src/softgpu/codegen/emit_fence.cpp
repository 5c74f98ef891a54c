// Fences, and what needs nothing done: there is one way to memory, no second grid, and nobody watches.
#include "softgpu/codegen/emit_warp.h"

namespace ringfence::softgpu::codegen {

using ptx::Modifier;

// The threads of a cluster's blocks take turns on one thread of the processor, so among themselves only the compiler
// must be held back.
void emit_fence(Emitter& e) {
    const bool within_block =
        e.has(Modifier::Cta) || e.operation().opcode == ptx::Opcode::BarrierClusterArrive || e.has(Modifier::Cluster);
    const bool weaker = e.has(Modifier::AcqRel) || e.has(Modifier::Acquire) || e.has(Modifier::Release);
    const auto ordering = weaker ? llvm::AtomicOrdering::AcquireRelease : llvm::AtomicOrdering::SequentiallyConsistent;
    e.ir.CreateFence(ordering, within_block ? llvm::SyncScope::SingleThread : llvm::SyncScope::System);
}

void emit_proxy_fence(Emitter& e) {
    e.ir.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
}

void emit_nothing(Emitter& /*e*/) {}

void emit_sleep(Emitter& e) {
    e.call_runtime("rf_nanosleep", e.ir.getVoidTy(), {e.read(0)});
}

}  // namespace ringfence::softgpu::codegen
