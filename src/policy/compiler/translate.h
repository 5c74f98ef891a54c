// Translates a policy to LLVM's intermediate language, function by function.
#pragma once

#include <llvm/IR/Module.h>

#include <cstddef>
#include <string>

#include "policy/program.h"

namespace ringfence::policy {

// The name of a function of one policy among those compiled together: uint64_t (RunState*, uint64_t r1, ... r5).
[[nodiscard]] std::string native_name(std::size_t policy, std::size_t function);

// Adds a policy to a module. verify() must have accepted it.
void translate(const Program& program, std::size_t policy, llvm::Module& module);

}  // namespace ringfence::policy
