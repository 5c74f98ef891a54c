// Barriers in shared memory.
#include "softgpu/codegen/emit_async.h"
#include "softgpu/runtime/async_ops.h"
#include "softgpu/runtime/mbarrier.h"

namespace ringfence::softgpu::codegen {

using llvm::Value;
using ptx::Modifier;

void emit_mbarrier_init(Emitter& e) {
    e.call_runtime("rf_mbarrier_init", e.ir.getVoidTy(), {barrier_pointer(e, 0), e.read(1, ptx::Type::U32)});
}

void emit_mbarrier_inval(Emitter& e) {
    e.call_runtime("rf_mbarrier_inval", e.ir.getVoidTy(), {barrier_pointer(e, 0)});
}

void emit_mbarrier_expect(Emitter& e) {
    e.call_runtime("rf_mbarrier_expect", e.ir.getVoidTy(), {barrier_pointer(e, 0), e.read(1, ptx::Type::U32)});
}

void emit_mbarrier_complete(Emitter& e) {
    e.call_runtime("rf_mbarrier_complete", e.ir.getVoidTy(), {barrier_pointer(e, 0), e.read(1, ptx::Type::U32)});
}

void emit_mbarrier_arrive(Emitter& e) {
    ArrivalMode mode;
    mode.drop = e.operation().opcode == ptx::Opcode::MbarrierArriveDrop;
    mode.no_complete = e.has(Modifier::NoComplete);
    const bool given = e.operand(2).kind != ptx::OperandKind::Empty;
    Value* number = given ? e.read(2, ptx::Type::U32) : e.ir.getInt32(1);
    const bool announces = e.has(Modifier::ExpectTx);
    Value* count = announces ? e.ir.getInt32(1) : number;
    Value* bytes = announces ? number : e.ir.getInt32(0);
    e.write(0, e.call_runtime("rf_mbarrier_arrive", e.ir.getInt64Ty(),
                              {barrier_pointer(e, 1), count, bytes, e.ir.getInt32(mode.bits())}));
}

// The time that try_wait may be given is only a hint.
void emit_mbarrier_wait(Emitter& e) {
    const bool tries = e.operation().opcode == ptx::Opcode::MbarrierTryWait;
    Value* barrier = barrier_pointer(e, 1);
    Value* done = nullptr;
    if (e.has(Modifier::Parity)) {
        done = e.call_runtime(tries ? "rf_mbarrier_try_parity" : "rf_mbarrier_test_parity", e.ir.getInt32Ty(),
                              {barrier, e.read(2, ptx::Type::U32)});
    } else {
        done = e.call_runtime(tries ? "rf_mbarrier_try" : "rf_mbarrier_test", e.ir.getInt32Ty(),
                              {barrier, e.read(2, ptx::Type::B64)});
    }
    e.write(0, e.ir.CreateICmpNE(done, e.ir.getInt32(0)));
}

void emit_mbarrier_pending_count(Emitter& e) {
    Value* state = e.ir.CreateTrunc(e.read(1, ptx::Type::B64), e.ir.getInt32Ty());
    e.write(0, e.ir.CreateAnd(state, e.ir.getInt32(MbarrierState::most_threads)));
}

}  // namespace ringfence::softgpu::codegen
