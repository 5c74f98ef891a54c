// Warnings about PTX that is correct and probably not meant that way.
//
//   - code that cannot be reached
//   - registers that are read but never written (reads that only some path makes too early are not reported)
//   - registers that are declared but never used; of a range only if none of it is. Registers that compilers
//     always declare are left out: `temp_param_reg`, `%SP`, `%SPL`
//   - labels that nothing refers to; not in modules with debug data, where compilers mark places for the debugger
//   - instructions that the ISA calls deprecated, once for each spelling
//   - kernel parameters that are never read
//   - cycles that can be entered in more than one place (irreducible control flow)
//   - recursion: the stack that a kernel needs cannot be computed then
//
// Nothing here is an error. The offsets are those of the module's source; what a rewriter added is reported at offset
// 0.
#pragma once

#include "base/diagnostics.h"
#include "ptx/model.h"

namespace ringfence::ptx {

void lint(const Module& module, DiagnosticSink& sink);

}  // namespace ringfence::ptx
