// Arrays in shared memory are declared to be aligned to sixteen bytes, for two reasons.
//
// Some are accessed wider than they are declared: `__shared__ half tile[...]` promises two bytes, and `wmma` or a
// float4 takes sixteen. Honest programs have them where their accesses want them, by luck of the layout; declared so,
// it is known, and such an access needs no mask.
//
// And ptxas joins neighbouring loads to wide ones if it knows the alignment. Where it lays out a whole program it
// chooses that itself. It does not for modules that the driver compiles apart from loading (backend/cuda/module.h): a
// tiled product then takes a quarter longer.
//
// It costs an array fewer than sixteen bytes. Where a kernel might not have room for that, its arrays stay as they are.
#pragma once

#include <cstdint>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// Raises the alignment of the module's arrays in shared memory.
void align_shared_arrays(ptx::Module& module);

// The largest alignment of arrays whose size the launch decides, 16 at least. The assembler begins each of them behind
// the kernel's variables, aligned for itself: only from one with this alignment can the end of shared memory be told.
std::uint32_t open_shared_alignment(const ptx::Module& module);

}  // namespace ringfence::guard::rewriting
