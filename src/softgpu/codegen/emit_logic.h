// Shared by the emitters of logic, shifts, comparison and selection.
#pragma once

#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {

// Shifts and bytes: emit_logic_shift.cpp.
void emit_shift_left(Emitter& e);
void emit_shift_right(Emitter& e);
void emit_funnel_shift(Emitter& e);
void emit_permute(Emitter& e);

// Comparison of integers, and selection: emit_logic_compare.cpp.
void emit_set(Emitter& e);
void emit_set_predicate(Emitter& e);
void emit_select_by_sign(Emitter& e);

}  // namespace ringfence::softgpu::codegen
