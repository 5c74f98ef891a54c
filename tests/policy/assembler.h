// A small assembler for eBPF, so that tests can say exactly which instructions they mean. It writes instructions as
// LLVM does, one on a line, and understands
//
//     hook dispatch                      the hook that the first function is; dispatch if it is not said
//     map lanes array 4 16 8             a map: name, kind, bytes of key and value, entries
//     data name 32 [const]               variables: a map of one value
//     function name                      from here on another function
//     label:                             a place to jump to
//     r1 = map lanes                     r2 = data name + 8
//     call rf_map_lookup                 call function name
//     raw 0x85 0x20 0 7                  opcode, registers, offset, imm: whatever they are
//
// A # begins a comment.
#pragma once

#include <string_view>

#include "base/result.h"
#include "policy/program.h"

namespace ringfence::policy {

[[nodiscard]] Result<Program> assemble(std::string_view text);

}  // namespace ringfence::policy
