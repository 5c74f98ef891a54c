// Shared by the files for asynchronous copies and mbarriers.
#pragma once

#include "softgpu/codegen/emitter.h"
#include "softgpu/runtime/async_ops.h"

namespace ringfence::softgpu::codegen {

// The operation that a reduction's modifier names.
BulkOperation reduction_of(const Emitter& e);
// The state space of an address operand.
ptx::Space operand_space(const Emitter& e, std::size_t index);
// A host pointer to the mbarrier that an operand names, checked.
llvm::Value* barrier_pointer(Emitter& e, std::size_t index);

void emit_mbarrier_init(Emitter& e);
void emit_mbarrier_inval(Emitter& e);
void emit_mbarrier_expect(Emitter& e);
void emit_mbarrier_complete(Emitter& e);
void emit_mbarrier_arrive(Emitter& e);
void emit_mbarrier_wait(Emitter& e);
void emit_mbarrier_pending_count(Emitter& e);

}  // namespace ringfence::softgpu::codegen
