// The synchronising instructions that are in the table of emit_warp.cpp.
#pragma once

#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {

// Barriers: emit_warp_barrier.cpp.
void emit_barrier(Emitter& e);  // bar, barrier
void emit_warp_sync(Emitter& e);
void emit_cluster_arrive(Emitter& e);
void emit_cluster_wait(Emitter& e);

// Fences, and instructions that do nothing here: emit_fence.cpp.
void emit_fence(Emitter& e);
void emit_proxy_fence(Emitter& e);
void emit_nothing(Emitter& e);
void emit_sleep(Emitter& e);

}  // namespace ringfence::softgpu::codegen
